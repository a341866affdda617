"""An older study gets what it must say by now; everything else in it stays."""

import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.service import upgrade as upgrading
from shoal.service.upgrade import Addition, upgrade
from shoal.service.verbs import check, run
from shoal.study.study import read_study

STUDY = """# Made in the spring.
data: visits.csv
columns:
  patient_id: {role: identifier}   # never released
  ward:       {role: quasi-identifier, hierarchy: {builder: suppression}}
privacy:
  - {model: k-anonymity, k: 2}
"""
UNNAMED = STUDY.replace("  patient_id: {role: identifier}   # never released\n", "")
METHOD = STUDY.replace("privacy:\n  - {model: k-anonymity, k: 2}", "method: {name: pram}")


@pytest.fixture
def study(tmp_path):
    table = {"patient_id": [str(n // 2) for n in range(12)], "ward": ["a", "b", "a", "b"] * 3}
    pl.DataFrame(table).write_csv(tmp_path / "visits.csv")
    path = tmp_path / "study.yaml"
    path.write_text(STUDY)
    return path


def test_the_identifier_that_repeats_becomes_the_person(study, tmp_path):
    done = upgrade(study)
    assert study.read_text() == STUDY + "person: patient_id\n"
    assert (tmp_path / "study.yaml.bak").read_text() == STUDY
    assert [one.plain()["place"] for one in done.additions] == ["person"]
    assert "6 values in 12 records" in done.additions[0].reason
    assert run(study, tmp_path / "run")["summary"]["people"]["counted"] == "people"


def test_a_second_time_nothing_is_added(study):
    upgrade(study)
    assert upgrade(study).additions == ()


def test_a_dry_run_writes_nothing(study, tmp_path):
    assert upgrade(study, dry_run=True).additions
    assert study.read_text() == STUDY
    assert not (tmp_path / "study.yaml.bak").exists()


def test_a_backup_is_nobody_elses_work(study, tmp_path):
    (tmp_path / "study.yaml.bak").write_text("mine")
    with pytest.raises(StudyError, match="exists already"):
        upgrade(study)
    assert study.read_text() == STUDY


def test_a_number_of_people_that_is_not_named_becomes_an_identifier(study):
    study.write_text(UNNAMED)
    upgrade(study)
    assert read_study(study).columns["patient_id"].role == "identifier"
    check(study)


def test_what_only_a_person_can_decide_is_left(study):
    study.write_text(METHOD.replace("columns:", "columns:\n  color: {role: undecided}"))
    done = upgrade(study)
    assert done.additions == ()
    assert ["undecided" in one for one in done.open] == [True, False]
    assert "`person: false`" in done.open[1]


def test_other_rooms_add_what_they_ask_for(study, monkeypatch):
    def typed(*_):
        yield Addition(("columns", "ward", "type"), "string", "for a test")

    monkeypatch.setattr(upgrading, "PROVIDERS", (*upgrading.PROVIDERS, typed))
    assert len(upgrade(study).additions) == 2
    assert "builder: suppression}, type: string}" in study.read_text()


def test_a_study_that_cannot_be_added_to_is_left_alone(study, monkeypatch):
    monkeypatch.setattr("shoal.study.text.with_key", lambda text, *_: text)
    with pytest.raises(StudyError, match="Add by hand: person: patient_id"):
        upgrade(study)
    assert study.read_text() == STUDY


ORDERED = """data: costs.csv
columns:
  ward: {role: quasi-identifier, hierarchy: {builder: suppression}}
  born: {role: quasi-identifier, type: date, format: "%d.%m.%y", hierarchy: {builder: suppression}}
  costs: {role: sensitive}
privacy:
  - {model: t-closeness, column: costs, t: 1, distance: ordered}
acknowledge: [near-unique:costs]
"""


def test_types_of_what_is_ordered_and_ends_of_centuries_are_added(tmp_path):
    table = {"ward": ["a"] * 4, "born": ["01.02.65"] * 4, "costs": ["9", "10", "100", "2"]}
    pl.DataFrame(table).write_csv(tmp_path / "costs.csv")
    path = tmp_path / "study.yaml"
    path.write_text(ORDERED)
    with pytest.raises(StudyError, match="pivot"):
        check(path)
    done = upgrade(path)
    places = [one.plain()["place"] for one in done.additions]
    assert places == ["columns.born.pivot", "columns.costs.type"]
    assert check(path) is not None
