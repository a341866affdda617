"""What teaching leaves on disk."""

import stat

import pytest
import yaml

from shoal.errors import DataError, StudyError
from shoal.service.teaching.files import (
    place_of,
    read_answers,
    remove_answers,
    write_answers,
    write_taught,
)
from shoal.service.teaching.teach import teach
from shoal.service.verbs import check
from shoal.study.study import read_study
from slide_toy import COLUMNS, keys, table


@pytest.fixture
def study(tmp_path):
    table(120).write_csv(tmp_path / "t.csv")
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump({"data": "t.csv", **keys()}))
    return path


@pytest.fixture
def session(study):
    session = teach(study, kinds=("cluster",))
    session.next_question()
    session.answer("first")
    return session


def test_answers_are_kept_for_their_owner_and_found_again(study, session):
    assert read_answers(study) is None
    place = write_answers(session, study)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert teach(study, state=read_answers(study)).weights() == session.weights()
    remove_answers(study)
    assert read_answers(study) is None


@pytest.mark.parametrize("text", ["{", "[]", '"x"'])
def test_damaged_answers_are_told(study, session, text):
    write_answers(session, study).write_text(text)
    with pytest.raises(StudyError, match="--again"):
        read_answers(study)


def test_each_study_file_has_answers_of_its_own(study):
    assert place_of(study) == place_of(study.parent / "." / "study.yaml")
    assert place_of(study) != place_of(study.with_name("other.yaml"))


def test_a_workspace_that_cannot_be_written_is_told(study, session, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "file"))
    with pytest.raises(DataError, match="cannot be kept"):
        write_answers(session, study)


@pytest.mark.parametrize("place", ["taught.yaml", "elsewhere/taught.yaml"])
def test_the_taught_study_runs_where_it_is_and_has_the_weights(study, session, place):
    path = study.parent / place
    path.parent.mkdir(exist_ok=True)
    write_taught(session, study, path)
    written = read_study(path)
    assert {name: written.columns[name].weight for name in COLUMNS} == session.learned()
    assert "learned from 1 answers" in path.read_text()
    check(path)


def test_a_study_is_not_replaced_by_accident(study, session):
    with pytest.raises(StudyError, match="exists already"):
        write_taught(session, study, study)
    write_taught(session, study, study, force=True)
    assert read_study(study).columns["age"].weight == session.learned()["age"]
