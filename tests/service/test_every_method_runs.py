"""Every method on random tables, with missing values: the independent check approves it."""

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import VerificationError
from shoal.methods import methods
from shoal.service import verbs

MORE = {"argus": {"identifying": {"age": 1, "sex": 2, "ward": 3}}}
CHANGING = [name for name in methods if getattr(methods.class_of(name), "changes_values", False)]
CHANGED = {"noise": {"amount": 0.2}, "univariate-microaggregation": {"k": 2}}
BY_CHANCE = [name for name in CHANGING if methods.class_of(name).by_chance]
QUASI = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
COLUMNS = {"age": QUASI, "sex": QUASI, "ward": QUASI, "ill": {"role": "insensitive"}}
NUMBER = {"role": "quasi-identifier", "type": "integer"}
OWN_CELLS = [name for name in methods if methods.class_of(name).own_cells and name not in CHANGING]
cell = st.sampled_from(["11", "12", "21", "22", None])
rows = st.lists(st.tuples(cell, cell, cell, st.sampled_from("ab")), min_size=6, max_size=20)


def study(name, **keys):
    asked = {"name": name, "bin_size": 2, **MORE.get(name, {})}
    columns = COLUMNS
    if name in OWN_CELLS:  # ranges of numbers, and labels where the method takes them
        asked = {"name": name, "k": 2}
        numbers = ("age", "sex", "ward") if name == "mdav" else ("age",)
        columns = {**COLUMNS, **dict.fromkeys(numbers, NUMBER)}
    if name in CHANGING:  # tests/verify/test_changed.py has their lies
        asked = {"name": name, **CHANGED.get(name, {})}
        columns = {**COLUMNS, **dict.fromkeys(("age", "sex", "ward"), NUMBER)}
    return {"columns": columns, "method": asked, "suppression_limit": 0.4, **keys}


def table(rows):
    # A row of known values first: no column may be missing altogether.
    whole = [("11", "11", "11", "a"), ("11", "11", "11", "b"), *rows]
    return pl.DataFrame(whole, schema=dict.fromkeys(COLUMNS, pl.String), orient="row")


@pytest.mark.parametrize("name", list(methods))
@settings(max_examples=12, deadline=None)
@given(rows)
def test_the_release_is_approved_and_complete(name, rows):
    given = table(rows)
    if name == "univariate-microaggregation":  # fewer than k records without a number are refused
        given = given.drop_nulls()
    release = shoal.anonymize(given, study(name))
    for promise in release.summary["privacy"]:
        assert (promise["model"], promise["holds"]) == (name, True)
        assert promise["measured"] >= 2
    assert bool(release.summary["privacy"]) == (name not in BY_CHANCE)
    kept = release.table.filter(~pl.Series(release.suppressed))
    assert kept["ill"].to_list() == [
        row[3] for row, gone in zip(given.rows(), release.suppressed, strict=True) if not gone
    ]


@pytest.mark.parametrize("name", list(methods))
def test_only_the_research_subset_is_treated(name):
    given = table([("21", "22", "11", "b")] * 4 + [("12", "12", "12", "a")] * 3)
    release = shoal.anonymize(given, study(name, subset={"column": "ill", "equals": "b"}))
    assert release.summary["input"]["outside_subset"] == 4
    assert release.table.filter(pl.col("ill") == "a").height == 0


@pytest.mark.parametrize("name", [name for name in methods if methods.class_of(name).blanks_cells])
def test_a_method_that_forgets_to_blank_is_not_released(name, monkeypatch):
    given = table([("21", "22", "12", "b"), ("22", "11", "21", "a")])
    honest = shoal.anonymize(given, study(name)).summary["method"]["blank_cells"]
    assert honest > 0
    plain = methods.class_of(name).run

    def lying(self, problem, watch):
        return replace(plain(self, problem, watch), blank=None)

    monkeypatch.setattr(methods.class_of(name), "run", lying)
    with pytest.raises(VerificationError, match="refused the release"):
        verbs.anonymize(given, study(name))


@pytest.mark.parametrize("name", OWN_CELLS)
def test_cells_that_are_those_of_others_are_not_released(name, monkeypatch):
    given = table([("21", "22", "12", "b"), ("22", "11", "21", "a")] * 3)
    plain = methods.class_of(name).run

    def lying(self, problem, watch):
        honest = plain(self, problem, watch)
        turned = [replace(column, codes=column.codes[::-1].copy()) for column in honest.cells]
        return replace(honest, cells=tuple(turned))

    monkeypatch.setattr(methods.class_of(name), "run", lying)
    with pytest.raises(VerificationError, match="do not cover their input records"):
        verbs.anonymize(given, study(name))
