"""The summary says who was counted, and how many people the classes hold."""

import polars as pl
import pytest

import shoal

# Ward a: four records of one person. Ward b: four people.
TABLE = pl.DataFrame(
    {
        "patient": ["p1"] * 4 + ["p2", "p3", "p4", "p5"],
        "ward": ["a"] * 4 + ["b"] * 4,
        "note": ["x", "y"] * 4,
    }
)
STUDY = {
    "columns": {
        "patient": {"role": "identifier"},
        "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    },
    "privacy": [{"model": "k-anonymity", "k": 3}],
}


def people(study, table=TABLE):
    return shoal.anonymize(table, study).summary["people"]


def test_where_records_count_classes_of_few_people_are_told():
    assert people({**STUDY, "person": False}) == {
        "counted": "records",
        "column": "patient",
        "repeats": True,
        "classes_below_k": 1,
        "smallest": 1,
        "asked": "records",
    }


def test_where_people_count_no_class_has_too_few():
    found = people({**STUDY, "person": "patient"})
    assert (found["counted"], found["column"], found["repeats"]) == ("people", "patient", True)
    assert found["classes_below_k"] == 0
    assert found["smallest"] == 5  # one class: wards are suppressed


def test_where_everybody_has_one_record_records_are_people():
    alone = TABLE.with_columns(patient=pl.Series([f"p{number}" for number in range(8)]))
    found = people(STUDY, alone)
    assert (found["counted"], found["repeats"], found["smallest"]) == ("people", False, 4)


def test_where_nothing_tells_people_apart_nothing_is_known():
    study = {**STUDY, "columns": {"ward": STUDY["columns"]["ward"]}}
    assert people(study, TABLE.drop("patient")) == {
        "counted": "unknown",
        "column": None,
        "repeats": False,
        "classes_below_k": None,
        "smallest": None,
    }


@pytest.mark.parametrize(
    "way",
    [
        {"recoding": "local"},
        {"privacy": [], "method": {"name": "datafly", "bin_size": 3}},
        {"privacy": [], "method": {"name": "mondrian", "k": 3}},
    ],
)
def test_every_way_tells_it(way):
    found = people({**STUDY, "person": False, **way})
    assert (found["classes_below_k"], found["smallest"]) == (1, 1)


def test_suppressed_records_are_in_no_class():
    table = pl.concat([TABLE, TABLE.head(1).with_columns(ward=pl.lit("c"))])
    found = people({**STUDY, "person": False, "suppression_limit": 0.2}, table)
    assert found["classes_below_k"] == 1


@pytest.mark.parametrize(
    ("person", "told"), [("patient", ("people", True, 0)), (False, ("records", False, None))]
)
def test_records_counted_by_another_engine_are_told_as_far_as_known(person, told, tmp_path):
    TABLE.write_csv(tmp_path / "t.csv")
    keys = {**STUDY, "data": "t.csv", "engine": "duckdb", "person": person}
    found = shoal.run(shoal.Study.of(keys, tmp_path), tmp_path / "run")["summary"]["people"]
    assert (found["counted"], found["repeats"], found["classes_below_k"]) == told
