"""A builder learns from its column what the study says about it there."""

import polars as pl
import pytest
import yaml

from shoal.data.table import Table
from shoal.errors import DataError, StudyError
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study


def levels(values, hierarchy, **column):
    """The hierarchy of the only column of a study, by value."""
    study = Study.of(
        {
            "columns": {"x": {"role": "quasi-identifier", "hierarchy": hierarchy, **column}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
        }
    )
    made = prepare(read_of(study, Table.of(pl.DataFrame({"x": values})))).hierarchies["x"]
    return {row[0]: row[1:] for row in zip(*made.levels, strict=True)}


def test_priorities_by_frequency_count_the_records():
    found = levels(["b", "b", "a", None, "c", "c", "c"], {"builder": "priorities", "levels": 3})
    assert found == {
        "a": ("*", "*", "*"),
        "b": ("b", "*", "*"),
        "c": ("c", "c", "*"),
        None: (None, None, "*"),
    }


def test_groups_are_ordered_by_the_type_of_the_column():
    hierarchy = {"builder": "ordered-groups", "groups": [2]}
    assert levels(["9", "10", "100"], hierarchy, type="integer")["9"][0] == "[9, 10]"
    with pytest.raises(StudyError, match="Add `type: integer`"):
        levels(["9", "10", "100"], hierarchy)
    as_texts = {**hierarchy, "order": "text"}  # somebody's word
    assert levels(["9", "10", "100"], as_texts)["10"][0] == "[10, 100]"
    order = {"type": "ordered", "order": ["low", "mid", "high"]}
    assert levels(["low", "high", "mid"], hierarchy, **order)["low"][0] == "[low, mid]"


@pytest.mark.parametrize(
    ("hierarchy", "expected"),
    [
        ({"builder": "dates", "granularities": ["month"]}, "01/1890"),
        ({"builder": "intervals", "width": 7}, "[30.12.1889, 06.01.1890["),
        ({"builder": "top-bottom", "bottom": "1900-01-01"}, "<01.01.1900"),
    ],
)
def test_dates_are_read_in_the_format_of_the_column(hierarchy, expected):
    column = {"type": "date", "format": "%d.%m.%Y"}
    assert levels(["01.01.1890", "01.02.2000"], hierarchy, **column)["01.01.1890"][0] == expected


def test_typed_dates_need_no_format():
    values = pl.Series(["1890-01-01", "2000-02-01"]).str.to_date()
    hierarchy = {"builder": "dates", "granularities": ["year"]}
    assert levels(values, hierarchy, type="date")["1890-01-01"] == ("1890",)


def test_a_column_without_values_is_refused_for_every_builder():
    with pytest.raises(DataError, match="all 2 values are missing"):
        levels([None, None], {"builder": "priorities"})


def test_bounds_of_every_kind_survive_the_study_file():
    text = """
    columns:
      d: {role: quasi-identifier, type: date,
          hierarchy: {builder: dates, granularities: [year], bottom: 1900-01-01}}
      e: {role: quasi-identifier, hierarchy: {builder: intervals,
          intervals: [[1900-01-01, 1901-01-01, set]], upper: {maximum: .inf},
          groups: [[2, {size: 3, label: {function: interval, lower: open}}]]}}
      n: {role: quasi-identifier, hierarchy: {builder: intervals, width: 0.1,
          lower: {minimum: -.inf}}}
    privacy: [{model: k-anonymity, k: 2}]
    """
    study = Study.of(yaml.safe_load(text))
    kept = Study.of(yaml.safe_load(yaml.safe_dump(study.given())))
    assert kept.columns == study.columns
