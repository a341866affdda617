"""Honest releases have the one form of their cells, in every format, from every input."""

from datetime import date, datetime, timedelta

import numpy as np
import polars as pl
import pytest

from shoal.service.verbs import run, verify_run
from shoal.study.study import Study

RECORDS = 60


def typed():
    dice = np.random.default_rng(7)
    moments = [datetime(2020, 1, 1, 8) + timedelta(minutes=7 * (i % 9)) for i in range(RECORDS)]
    return pl.DataFrame(
        {
            "age": dice.integers(20, 24, RECORDS).astype(float),
            "born": [date(1990 + i % 3, 1, 2) for i in range(RECORDS)],
            "zip": [f"8{i % 4}0" for i in range(RECORDS)],
            "cost": [[1e20, 1e-10, 26.5, 0.1, None][i % 5] for i in range(RECORDS)],
            "seen": moments,
            "flag": [i % 2 == 0 for i in range(RECORDS)],
            "note": [["=1+1", "a,b", 'say "x"', "", " x ", None][i % 6] for i in range(RECORDS)],
            "count": pl.Series([i % 3 for i in range(RECORDS)], dtype=pl.Int64),
        }
    )


def study(**more):
    quasi = {"role": "quasi-identifier"}
    age = {"builder": "intervals", "width": 5, "levels": 2}
    return {
        "columns": {
            "age": quasi | {"type": "integer", "hierarchy": age},
            "born": quasi
            | {"type": "date", "format": "%d.%m.%Y", "hierarchy": {"builder": "suppression"}},
            "zip": quasi | {"hierarchy": {"builder": "masking"}},
            **{name: {"role": "insensitive"} for name in ("cost", "seen", "flag", "note", "count")},
        },
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "suppression_limit": 0.2,
        "person": False,
        **more,
    }


WAYS = {
    "global": {},
    "level 0": {"privacy": [{"model": "k-anonymity", "k": 2}], "suppression_limit": 1},
    "local": {"recoding": {"mode": "local"}},
    "mondrian": {"method": {"name": "mondrian", "k": 3}, "privacy": []},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("format", ["csv", "parquet", "arrow", "excel"])
@pytest.mark.parametrize("ending", [".parquet", ".csv"])
def test_an_honest_release_has_the_one_form(tmp_path, way, format, ending):
    path = tmp_path / f"in{ending}"
    data = typed() if ending == ".parquet" else typed().with_columns(pl.col("age").cast(pl.Int64))
    data.write_parquet(path) if ending == ".parquet" else data.write_csv(path)
    keys = study(data=str(path), output={"format": format}, **WAYS[way])
    if ending == ".csv":
        del keys["columns"]["born"]["format"]
    run(Study.of(keys, tmp_path), tmp_path / "run")
    found = {one.check: one.holds for one in verify_run(tmp_path / "run").findings}
    assert found["serialization"] is found["spellings"] is True
    assert False not in found.values()


def test_formulas_made_harmless_have_one_form(tmp_path):
    typed().write_parquet(tmp_path / "in.parquet")
    keys = study(data="in.parquet", output={"neutralize_formulas": True})
    run(Study.of(keys, tmp_path), tmp_path / "run")
    assert verify_run(tmp_path / "run").holds
