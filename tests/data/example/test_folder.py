"""The example on disk: the study, its hierarchies, and how they fit the table."""

from itertools import pairwise
from math import prod

import polars as pl
import pytest
import yaml

from shoal.data.example import discharge, write_example
from shoal.data.example.places import COUNTIES, HOSPITALS, ZIP_CODES

LEVELS = {
    "hospital_id": 4, "age": 4, "sex": 2, "ethnicity": 2, "race": 3, "zip": 4, "county": 4,
    "length_of_stay": 4, "admission_quarter": 3,
}  # fmt: skip


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_example(tmp_path_factory.mktemp("example") / "made" / "new")


def rows(study, column):
    text = (study.parent / "hierarchies" / f"{column}.csv").read_text("utf-8")
    return [line.split(";") for line in text.splitlines()]


def contradictions(table):
    """Labels of a level that stand for different labels one level up."""
    steps = {(level, *pair) for row in table for level, pair in enumerate(pairwise(row))}
    return len(steps) - len({step[:2] for step in steps})


def test_writes_the_table_the_study_and_a_hierarchy_for_every_quasi_identifier(study):
    written = {str(path.relative_to(study.parent)) for path in study.parent.rglob("*.*")}
    hierarchies = {f"hierarchies/{column}.csv" for column in LEVELS}
    assert written == {"study.yaml", "discharge.csv"} | hierarchies
    assert pl.read_csv(study.parent / "discharge.csv", infer_schema=False).equals(discharge())


def test_writing_twice_changes_nothing(study):
    before = {path: path.read_bytes() for path in study.parent.rglob("*.*")}
    assert write_example(study.parent) == study
    assert {path: path.read_bytes() for path in study.parent.rglob("*.*")} == before


def test_the_study_names_every_column_and_the_files_that_are_there(study):
    content = yaml.safe_load(study.read_text("utf-8"))
    columns = content["columns"]
    assert list(columns) == discharge().columns
    quasi = [name for name, column in columns.items() if column["role"] == "quasi-identifier"]
    assert quasi == list(LEVELS)
    assert all((study.parent / columns[name]["hierarchy"]).is_file() for name in quasi)
    assert columns["patient_id"] == {"role": "identifier"}
    assert columns["charge"] == {"role": "insensitive", "target": True}
    assert content["privacy"] == [{"model": "k-anonymity", "k": 5}]


def test_there_are_exactly_36864_candidates(study):
    found = {column: len(rows(study, column)[0]) for column in LEVELS}
    assert found == LEVELS
    assert prod(found.values()) == 36_864


@pytest.mark.parametrize("column", LEVELS)
def test_every_value_has_one_row_and_every_row_ends_in_the_root(study, column):
    table = rows(study, column)
    leaves = [row[0] for row in table]
    assert len(set(leaves)) == len(leaves)
    assert set(discharge()[column]) <= set(leaves)
    assert {len(row) for row in table} == {LEVELS[column]}
    assert {row[-1] for row in table} == {"*"}


@pytest.mark.parametrize("column", LEVELS)
def test_each_level_determines_the_next_and_is_coarser(study, column):
    table = rows(study, column)
    assert contradictions(table) == 0
    distinct = [len(set(labels)) for labels in zip(*table, strict=True)]
    assert distinct == sorted(set(distinct), reverse=True)


def test_a_contradiction_would_be_noticed():
    assert contradictions([["1", "a", "x"], ["2", "a", "y"]]) == 1


def test_the_hierarchies_tell_the_same_geography_as_the_table(study):
    regions = {county.name: county.region for county in COUNTIES}
    assert {row[0]: row[1] for row in rows(study, "county")} == regions
    hosts = {name: [county.name, county.region] for name, county, _ in HOSPITALS}
    assert {row[0]: row[1:3] for row in rows(study, "hospital_id")} == hosts
    codes = {code for codes in ZIP_CODES for code in codes}
    assert {row[0] for row in rows(study, "zip")} == codes


def test_intervals_hold_the_numbers_they_name(study):
    for column in ("age", "length_of_stay"):
        for leaf, *labels, _ in rows(study, column):
            assert all(_holds(label, int(leaf)) for label in labels)


def _holds(label, number):
    first, *last = label.replace(" or ", " to ").split(" to ")
    if not last:
        return number == int(first)
    return int(first) <= number and (last[0] in {"older", "more"} or number <= int(last[0]))
