"""Promises that count people: a person with many records is one."""

from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.verify import verify

STUDY = {
    "data": {"path": "visits.csv", "separator": ","},
    "columns": {
        "patient": {"role": "identifier"},
        "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "illness": {"role": "sensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
}


def visits(*records):
    patients, wards, illness = zip(*(record.split() for record in records), strict=True)
    return pl.DataFrame({"patient": patients, "ward": wards, "illness": illness})


ONE_PERSON_IN_WARD_A = visits("p1 a flu", "p1 a cold", "p1 a flu", "p2 b flu", "p3 b cold")


def released(study, table):
    return shoal.anonymize(table, study).table["ward"].to_list()


def test_records_of_one_person_do_not_hide_each_other():
    records = STUDY | {"person": False}
    assert released(records, ONE_PERSON_IN_WARD_A) == ["a", "a", "a", "b", "b"]
    assert released(STUDY | {"person": "patient"}, ONE_PERSON_IN_WARD_A) == ["*"] * 5


def test_two_people_hide_each_other_however_many_records_they_have():
    table = visits("p1 a flu", "p1 a flu", "p2 a cold", "p3 b flu", "p4 b flu")
    assert released(STUDY | {"person": "patient"}, table) == ["a", "a", "a", "b", "b"]


def test_missing_persons_count_as_one_person():
    table = ONE_PERSON_IN_WARD_A.with_columns(
        patient=pl.Series(["p1", "p1", "p1", None, None], dtype=pl.String)
    )
    with pytest.raises(shoal.NoReleaseError):
        released(
            STUDY | {"person": "patient", "privacy": [{"model": "k-anonymity", "k": 3}]}, table
        )


def test_a_run_that_counts_people_is_verified_and_measured_in_people(tmp_path: Path):
    study = STUDY | {"person": "patient", "suppression_limit": 0.7}
    visits("p1 a flu", "p1 a flu", "p2 b flu", "p3 b cold", "p4 b flu").write_csv(
        tmp_path / "visits.csv"
    )
    report = shoal.run(shoal.Study.of(study, tmp_path), tmp_path / "run")
    assert report["summary"]["privacy"][0]["holds"] is True
    assert report["summary"]["privacy"][0]["measured"] == 3


def test_the_verifier_refuses_a_class_of_one_person(tmp_path: Path):
    ONE_PERSON_IN_WARD_A.write_csv(tmp_path / "visits.csv")
    lie = ONE_PERSON_IN_WARD_A.drop("patient").reverse()
    lie.write_csv(tmp_path / "draft.csv")
    shuffled = {"output": {"shuffle": False}}
    honest = verify(STUDY | shuffled, tmp_path, tmp_path / "draft.csv")
    assert honest.holds
    refused = verify(STUDY | shuffled | {"person": "patient"}, tmp_path, tmp_path / "draft.csv")
    assert [finding.check for finding in refused.failures] == ["privacy"]


def test_the_person_must_be_an_identifier():
    with pytest.raises(shoal.StudyError, match="person: 'illness' is not a column with `role: id"):
        shoal.Study.of(STUDY | {"person": "illness"})
