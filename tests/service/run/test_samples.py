"""Runs on a random sample, verified later: every released record stems from one of the input."""

import numpy as np
import polars as pl
import pytest

from shoal.service.verbs import run, verify_run
from shoal.study.study import Study

RECORDS = 300
QUASI = {"role": "quasi-identifier"}
GROUPS = {"builder": "ordered-groups", "groups": [[4], [2]]}
CLOSE = {"model": "t-closeness", "column": "dis", "t": 0.4, "distance": "equal"}
WAYS = {
    "intervals": {},
    "a listed hierarchy": {"hierarchy": GROUPS},
    "local recoding": {"recoding": {"mode": "local"}},
    "t-closeness": {"privacy": [{"model": "k-anonymity", "k": 3}, CLOSE]},
    "k-map": {"privacy": [{"model": "k-map", "k": 3}]},
    "mondrian": {"method": {"name": "mondrian", "k": 3}, "privacy": []},
    "datafly": {"method": {"name": "datafly", "bin_size": 3}, "privacy": []},
    "blank": {"output": {"suppressed": "blank"}},
    "an aggregate": {"aggregate": {"function": "mean", "clustering": True}},
}


@pytest.fixture
def sampled(tmp_path):
    """A function that makes a run on half of a table, in one of the ways."""
    dice = np.random.default_rng(3)
    columns = {
        "age": dice.integers(20, 60, RECORDS),
        "zip": dice.choice(["81667", "81675", "81925", "81931"], RECORDS),
        "dis": dice.choice(["flu", "hiv", "gout"], RECORDS),
        "cost": dice.integers(1, 40, RECORDS) * 10,
    }
    pl.DataFrame(columns).write_csv(tmp_path / "in.csv")

    def made(way):
        more = dict(WAYS[way])
        age = {"hierarchy": {"builder": "intervals", "width": 5, "levels": 3}}
        age |= {key: more.pop(key) for key in ("hierarchy", "aggregate") if key in more}
        keys = {
            "data": "in.csv",
            "columns": {
                "age": QUASI | {"type": "integer"} | age,
                "zip": QUASI | {"hierarchy": {"builder": "masking"}},
                "dis": {"role": "sensitive"},
                "cost": {"role": "insensitive"},
            },
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "suppression_limit": 0.1,
            "person": False,
            "subset": {"sample": 0.5},
            **more,
        }
        run(Study.of(keys, tmp_path), tmp_path / "run")
        return tmp_path / "run"

    return made


def refused(place, cells):
    """What is found if costs of the release are others."""
    path = place / "draft.csv"
    frame = pl.read_csv(path, infer_schema=False)
    frame.with_columns(pl.Series("cost", cells(frame["cost"].to_list()))).write_csv(path)
    return {one.check for one in verify_run(place).failures}


@pytest.mark.parametrize("way", WAYS)
def test_a_sampled_run_can_be_verified_later(sampled, way):
    place = sampled(way)
    verdict = verify_run(place)
    found = {one.check: one.holds for one in verdict.findings}
    assert verdict.holds, verdict.failures
    assert found["records"] is True
    assert found["subset"] == found["suppression"] == "not_checked"


def test_a_promise_about_all_drawn_records_is_not_checked_later(sampled):
    """The table of which a class should not differ much is not the input: it was drawn from it."""
    promises = {one["model"]: one["holds"] for one in verify_run(sampled("t-closeness")).privacy}
    assert promises == {"k-anonymity": True, "t-closeness": "not_checked"}


@pytest.mark.parametrize("way", WAYS)
def test_a_name_in_a_cell_of_a_sampled_run_is_told(sampled, way):
    def named(costs):
        first = next(at for at, cost in enumerate(costs) if cost is not None)
        return ["Smith" if at == first else cost for at, cost in enumerate(costs)]

    assert "records" in refused(sampled(way), named)


@pytest.mark.parametrize("way", WAYS)
def test_a_record_that_is_nobody_s_is_told(sampled, way):
    """Every cost is one of the input, but not of these records."""
    assert "records" in refused(sampled(way), lambda costs: [*costs[1:], costs[0]])


def test_a_record_of_a_sample_stems_from_a_record_of_its_own(sampled):
    place = sampled("intervals")
    frame = pl.read_csv(place / "draft.csv", infer_schema=False)
    one = frame.filter(pl.struct(frame.columns).is_unique()).head(1)
    pl.concat([frame, *[one] * 10]).write_csv(place / "draft.csv")
    assert "records" in {each.check for each in verify_run(place).failures}
