"""A release that was written in parts has the one form of its cells, too."""

import json

import polars as pl
import pytest

from large_toy import study
from shoal.service.verbs import run, verify_run
from shoal.study.study import Study


def gap(raw):
    """Bytes before the footer: nobody reads them."""
    length = int.from_bytes(raw[-8:-4], "little") + 8
    return raw[:-length] + b"Smith" + raw[-length:]


CHANGES = {"csv": lambda raw: raw + b"\n", "parquet": gap}


def failed(place):
    return {one.check for one in verify_run(place).failures}


@pytest.mark.parametrize("format", CHANGES)
def test_bytes_that_no_cell_needs_are_told(tmp_path, format):
    keys = study(tmp_path) | {"engine": "duckdb", "output": {"format": format}}
    run(Study.of(keys, tmp_path), tmp_path / "run")
    assert failed(tmp_path / "run") == set()
    path = tmp_path / "run" / f"draft.{format}"
    path.write_bytes(CHANGES[format](path.read_bytes()))
    assert failed(tmp_path / "run") == {"serialization", "certificate"}


def test_a_number_of_a_typed_input_has_one_spelling(tmp_path):
    keys = study(tmp_path) | {"engine": "duckdb"}
    keys["columns"]["cost"] = {"role": "insensitive"}
    data = pl.read_csv(tmp_path / keys["data"], infer_schema=False)
    data.with_columns(pl.col("cost").cast(pl.Float64) + 1).write_parquet(tmp_path / "in.parquet")
    run(Study.of(keys | {"data": "in.parquet"}, tmp_path), tmp_path / "run")
    assert failed(tmp_path / "run") == set()
    path = tmp_path / "run" / "draft.csv"
    shown = pl.read_csv(path, infer_schema=False)
    hidden = pl.col("cost") + "0" * 20 + pl.int_range(pl.len()).cast(pl.String)
    shown.with_columns(hidden).write_csv(path)
    assert failed(tmp_path / "run") == {"whole records", "certificate"}
    as_old(tmp_path / "run")
    assert failed(tmp_path / "run") == {"certificate"}


def as_old(place):
    for name in ("summary.json", "certificate.json"):
        told = json.loads((place / name).read_text())
        del told["seal"]
        (place / name).write_text(json.dumps(told))
