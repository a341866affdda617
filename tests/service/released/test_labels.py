"""A release says nothing about a record that is left out, whatever made it.

The law: two tables that differ in one value of one record, which both leave out, have the same
release, as far as they leave out the same records and put the others into the same classes.
"""

import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import shoal
from shoal.hierarchies import builders
from shoal.pipeline.release import labels as released_labels

GROUPS = {"builder": "ordered-groups", "groups": [3, 2], "label": "bounds"}
HIERARCHIES = {
    "ordered-groups": GROUPS,
    "ordered-groups, sets": {**GROUPS, "label": "set"},
    "ordered-groups, means": {**GROUPS, "label": "mean"},
    "automatic": {"builder": "automatic"},
    "masking": {"builder": "masking", "align": "right"},
    "intervals": {"builder": "intervals", "width": 20, "levels": 2},
    "ages": {"builder": "ages"},
    "top-bottom": {"builder": "top-bottom", "top": 60, "always_root": True},
}
WAYS = {
    "global": {},
    "local": {"recoding": "local"},
    "duckdb": {"engine": "duckdb"},
    "datafly": {"method": {"name": "datafly", "bin_size": 3}},
}
AGES = [20, 21, 22, 55, 55, 56]


def study(hierarchy, **keys):
    age = {"role": "quasi-identifier", "type": "integer", "hierarchy": hierarchy, "min_level": 1}
    sex = {"role": "quasi-identifier", "hierarchy": {"builder": "identity"}}
    columns = {"age": age, "sex": sex}
    promise = [{"model": "k-anonymity", "k": 3}]
    if "method" in keys:  # it stands instead of promises
        return {"columns": columns, "suppression_limit": 0.3, **keys}
    return {"columns": columns, "privacy": promise, "suppression_limit": 0.3, **keys}


def release(ages, hidden, keys):
    """The released table, and which records are left out; the last one has an own sex."""
    table = pl.DataFrame({"age": [*ages, hidden], "sex": [*["f"] * len(ages), "m"]})
    made = shoal.anonymize(table.with_columns(pl.col("age").cast(pl.String)), keys)
    return made.table, list(made.suppressed)


def tells(ages, hidden, keys) -> bool | None:
    """Whether a release depends on the value of the record that is left out; None: not alike."""
    (one, gone), (other, gone_too) = (release(ages, age, keys) for age in hidden)
    if gone != gone_too or not gone[-1] or _grouped(one) != _grouped(other):
        return None
    return not one.equals(other)


def _grouped(table):
    rows = table.rows()
    return [rows.index(row) for row in rows]


ages = st.lists(st.integers(20, 70), min_size=6, max_size=14)
oldest = st.tuples(st.integers(71, 99), st.integers(71, 130))


@pytest.mark.parametrize("hierarchy", HIERARCHIES)
@settings(max_examples=15)
@given(ages=ages, hidden=oldest)
def test_a_release_does_not_tell_the_age_of_who_is_left_out(hierarchy, ages, hidden):
    told = tells(ages, hidden, study(HIERARCHIES[hierarchy]))
    assume(told is not None)
    assert told is False


@pytest.mark.parametrize("way", [way for way in WAYS if way != "duckdb"])
def test_no_way_of_searching_tells_who_is_left_out(way):
    keys = study(GROUPS, **WAYS[way])
    assert tells(AGES, (97, 98), keys) in (False, None)
    assert "97" not in str(release(AGES, 97, keys)[0].rows())


@pytest.mark.parametrize("way", ["global", "local"])
def test_the_law_catches_labels_that_are_not_made_again(way, monkeypatch):
    """As it was: `[55, 97]`, though nobody released is 97."""
    monkeypatch.setattr(released_labels, "relabel", lambda *_: ())
    assert tells(AGES, (97, 98), study(GROUPS, **WAYS[way])) is True


@pytest.mark.parametrize("way", ["global", "local", "duckdb"])
def test_a_run_with_labels_made_again_is_verified(tmp_path, way):
    table = pl.DataFrame({"age": [*AGES, 97], "sex": [*"ffffff", "m"]})
    table.write_csv(tmp_path / "data.csv")
    keys = {"data": "data.csv", **study(GROUPS, **WAYS[way])}
    shoal.run(shoal.Study.of(keys, tmp_path), tmp_path / "run")
    assert "97" not in (tmp_path / "run" / "draft.csv").read_text()
    assert shoal.verify_run(tmp_path / "run").holds


def test_every_builder_with_labels_of_other_values_is_asked():
    """Whoever adds a builder whose labels are made of several values gives it `relabel`."""
    asked = {name for name in builders if hasattr(builders.class_of(name), "relabel")}
    assert asked == {"ordered-groups", "masking", "intervals"}
