"""A release is its cells and nothing else: no byte tells anything besides."""

import gzip
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from shoal.verify import verify
from shoal.verify.serialization import serialization_finding


def failed(clinic, path, **other):
    verdict = verify(clinic.study, clinic.folder, path, **other)
    return {finding.check for finding in verdict.failures}


def quoted(text):
    lines = [line.split(",") for line in text.split("\n")[:-1] if '"' not in line]
    return text.replace(lines[-1][-1] + "\n", f'"{lines[-1][-1]}"\n', 1)


CHANGES = {
    "a quote that nothing needs": quoted,
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "one Windows line end": lambda text: text.replace("\n", "\r\n", 2).replace("\r\n", "\n", 1),
    "a byte order mark": lambda text: "\ufeff" + text,
    "a blank line at the end": lambda text: text + "\n",
    "many blank lines": lambda text: text + "\n" * 5,
    "no end of the last line": lambda text: text[:-1],
    "an empty text for a missing one": lambda text: text.replace(",,", ',"",', 1),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("quotes", [True, False])
def test_bytes_that_no_cell_needs_are_told(clinic, change, quotes):
    if not quotes:  # labels of intervals need them
        clinic.levels["age"] = 3
        clinic.study["columns"]["age"]["min_level"] = 3
    path = clinic.write(clinic.honest())
    assert ('"' in path.read_text()) is quotes
    assert failed(clinic, path) == set()
    old = path.read_text()
    new = CHANGES[change](old)
    assert new != old
    path.write_bytes(new.encode())
    assert failed(clinic, path) & {"serialization", "spellings"}
    assert failed(clinic, path, checks=1) == set()  # as in the time before


def test_another_order_of_columns_is_told(clinic):
    rows = [dict(reversed(row.items())) for row in clinic.honest()]
    path = clinic.write(rows)
    assert failed(clinic, path) == {"serialization"}
    clinic.study["output"] = {"columns": list(rows[0])}
    assert failed(clinic, path) == set()


def packed(content, name="", time=0):
    written = BytesIO()
    with gzip.GzipFile(name, "wb", fileobj=written, mtime=time) as file:
        file.write(content)
    return written.getvalue()


@pytest.mark.parametrize(
    "pack",
    [
        lambda raw: packed(raw, "smith.csv"),
        lambda raw: packed(raw, time=1234),
        lambda raw: packed(raw) + packed(b""),
    ],
)
def test_a_header_of_gzip_that_tells_something_is_told(clinic, pack):
    plain, path = clinic.write(clinic.honest()), clinic.folder / "draft.csv.gz"
    path.write_bytes(packed(plain.read_bytes()))
    assert failed(clinic, path) == set()
    path.write_bytes(pack(plain.read_bytes()))
    assert failed(clinic, path) == {"serialization"}


def as_parquet(clinic, **settings):
    frame = pl.read_csv(clinic.write(clinic.honest()), infer_schema=False)
    path = clinic.folder / "draft.parquet"
    frame.write_parquet(path, **settings)
    return path


def with_metadata(path):
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({"note": "Smith"}), path)


def with_gap(path):
    """Bytes after the columns, before the footer: nobody reads them."""
    raw = path.read_bytes()
    length = int.from_bytes(raw[-8:-4], "little") + 8
    path.write_bytes(raw[:-length] + b"Smith" + raw[-length:])


def test_parquet_holds_nothing_but_cells(clinic):
    assert failed(clinic, as_parquet(clinic)) == set()
    for change in (with_metadata, with_gap):
        path = as_parquet(clinic)
        change(path)
        assert failed(clinic, path) == {"serialization"}
    assert failed(clinic, as_parquet(clinic, compression="snappy")) == {"serialization"}


def test_arrow_holds_nothing_but_cells(clinic):
    frame = pl.read_csv(clinic.write(clinic.honest()), infer_schema=False)
    path = clinic.folder / "draft.arrow"
    frame.write_ipc(path, compat_level=pl.CompatLevel.oldest())
    assert failed(clinic, path) == set()
    path.write_bytes(path.read_bytes()[:-6] + b"Smith!" + path.read_bytes()[-6:])
    assert failed(clinic, path) & {"serialization", "file"}


def test_another_version_that_wrote_the_release_is_said(clinic):
    path = as_parquet(clinic, compression="snappy")
    verdict = verify(clinic.study, clinic.folder, path, writers={"polars": "0.1"})
    (found,) = [one for one in verdict.findings if one.check == "serialization"]
    assert found.holds == "not_checked"
    assert "polars" in found.reason


def table(folder, kind, release):
    """One cost that tells nothing, in many spellings."""
    data = pl.DataFrame({"sex": ["m", "f"] * 20, "cost": [26.5] * 40})
    if kind == "csv":
        data.write_csv(folder / "in.csv")
    else:
        data.write_parquet(folder / "in.parquet")
    shown = data.with_columns(pl.Series("cost", release))
    shown.write_csv(folder / "draft.csv")
    columns = {
        "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "cost": {"role": "insensitive", "type": "decimal"},
    }
    privacy = [{"model": "k-anonymity", "k": 2}]
    shuffle = {"output": {"shuffle": False}}
    return {"data": f"in.{kind}", "columns": columns, "privacy": privacy, **shuffle}


HIDDEN = ["26.5" + "0" * 20 + f"{at:03}" for at in range(40)]  # a number for every person


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize(
    "release", [HIDDEN, ["26.50"] * 40, ["+26.5"] + ["26.5"] * 39, ["2.65e1"] * 40]
)
def test_a_number_has_one_spelling(tmp_path, kind, release):
    study = table(tmp_path, kind, ["26.5"] * 40)
    assert verify(study, tmp_path, tmp_path / "draft.csv").holds
    study = table(tmp_path, kind, release)
    assert not verify(study, tmp_path, tmp_path / "draft.csv").holds


def test_an_aggregate_has_one_spelling(tmp_path):
    data = pl.DataFrame({"sex": ["m", "f"] * 20, "cost": [26.5] * 40})
    data.write_parquet(tmp_path / "in.parquet")
    quasi = {"role": "quasi-identifier"}
    columns = {
        "sex": quasi | {"hierarchy": {"builder": "suppression"}},
        "cost": quasi | {"type": "decimal", "aggregate": {"function": "mean"}},
    }
    study = {
        "data": "in.parquet",
        "columns": columns,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"shuffle": False},
    }
    for cells, holds in ((["26.5"] * 40, True), (HIDDEN, False), (["26.500"] * 40, False)):
        data.with_columns(pl.Series("cost", cells)).write_csv(tmp_path / "draft.csv")
        assert verify(study, tmp_path, tmp_path / "draft.csv").holds is holds


@pytest.mark.parametrize("records", [0, 1, 3])
@pytest.mark.parametrize("cells", [["a", "b"], ["a,b", 'c"'], ["", None], ["x\r", "y\nz"]])
def test_what_the_library_writes_is_the_one_form(tmp_path, records, cells):
    dice = np.random.default_rng(1)
    for names in (["one"], ["one", "two"], ['o"ne', "two"]):
        columns = {name: dice.choice(np.array(cells, object), records).tolist() for name in names}
        frame = pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))
        frame.write_csv(tmp_path / "r.csv")
        assert serialization_finding(Path(tmp_path / "r.csv"), frame, None).holds is True
