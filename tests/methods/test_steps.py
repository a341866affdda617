"""Steps by hand: apply, see the effect, undo, redo; and the study they amount to."""

import json

import pytest

import shoal
from methods.paper_003 import AT_YEAR, COLUMNS, TABLE_2, study
from shoal.errors import StudyError
from shoal.methods.steps import Step
from shoal.service.by_hand import session_of, with_steps

YEAR = Step("set-level", "birth", 2)
RARE = Step("blank-rare")
COMPLEMENT = Step("complement")
ALL = {"name": "subcombinations", "bin_size": 2, "suppression": "greedy"}
ARGUS = {
    "name": "argus",
    "bin_size": 2,
    "identifying": {"birth": 2, "sex": 2, "zip": 2, "ethnicity": 3},
}


@pytest.fixture
def session():
    return session_of(study(ALL), TABLE_2)


def test_a_step_shows_its_effect(session):
    before, after = session.effect, session.apply(YEAR).effect
    assert before.unsafe_records == 12
    # Every birth date is unique by itself; so is the Caucasian woman without hers.
    assert before.unsafe_combinations == {1: 12, 2: 2}
    assert (after.unsafe_records, after.unsafe_combinations) == (2, {2: 4, 3: 2})
    assert after.unsafe_columns == {"ethnicity": 3, "birth": 4, "sex": 3, "zip": 4}
    assert (before.smallest_bin, after.smallest_bin) == (1, 1)
    assert before.different_values["birth"] == 12
    assert after.different_values["birth"] == 3
    assert before.detail - after.detail == 12 * (4 - 2)


def test_blanking_ends_what_is_rare(session):
    done = session.apply(YEAR).apply(RARE).apply(COMPLEMENT).effect
    assert (done.unsafe_records, done.smallest_bin) == (0, 2)
    assert done.blank_cells == {"ethnicity": 2, "birth": 0, "sex": 0, "zip": 2}


def test_undo_and_redo_come_back_to_the_same_state(session):
    done = session.apply(YEAR).apply(RARE)
    undone = done.undo()
    assert undone.effect == session.apply(YEAR).effect
    assert undone.undo().effect == session.effect
    assert undone.undo().redo().redo().effect == done.effect
    assert undone.undo().redo().redo().steps == done.steps


def test_a_session_never_changes(session):
    session.apply(YEAR).apply(RARE).undo()
    assert session.steps == ()
    assert not session.state.blank.any()
    assert session.effect.unsafe_records == 12


def test_a_new_step_forgets_what_was_undone(session):
    other = session.apply(YEAR).undo().apply(Step("set-level", "birth", 1))
    assert other.undone == ()
    with pytest.raises(StudyError, match="no step to do again"):
        other.redo()


def test_there_is_nothing_to_undo_at_first(session):
    with pytest.raises(StudyError, match="no step to undo"):
        session.undo()


def test_what_is_kept_is_steps_without_any_value(session):
    done = session.apply(YEAR).apply(RARE).undo()
    kept = json.dumps(done.plain())
    assert json.loads(kept) == {
        "steps": [{"do": "set-level", "column": "birth", "level": 2}],
        "undone": [{"do": "blank-rare"}],
    }
    again = session_of(study(ALL), TABLE_2, json.loads(kept))
    assert again.effect == done.effect
    assert again.redo().effect == done.redo().effect


def test_an_effect_can_be_written_as_json(session):
    assert json.loads(json.dumps(session.effect.plain()))["unsafe_combinations"] == {
        "1": 12,
        "2": 2,
    }


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ({"do": "set-level", "column": "birth"}, "needs 'level'"),
        ({"do": "blank-rare", "column": "birth"}, "has no 'column'"),
        ({"do": "blank-column"}, "needs 'column'"),
    ],
)
def test_a_step_says_what_it_needs(step, told):
    with pytest.raises(StudyError, match=told):
        Step(**step)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (Step("set-level", "birth", 3), "not between 0 and 2"),
        (Step("set-level", "brith", 1), "Did you mean 'birth'"),
        (Step("blank-column", "ssn"), "no quasi-identifier"),
    ],
)
def test_a_step_that_cannot_be_taken_is_refused(session, step, told):
    with pytest.raises(StudyError, match=told):
        session.apply(step)


def test_the_study_of_a_session_gives_its_release(tmp_path):
    """The µ-Argus architecture with sub-combination analysis gives Table 4b, as the paper says."""
    asked = study(ALL)
    session = session_of(asked, TABLE_2).apply(YEAR)
    release = shoal.anonymize(TABLE_2, with_steps(asked, session))
    automatic = shoal.anonymize(TABLE_2, study({**ALL, "maximum_outliers": 0.1}))
    assert release.table.rows() == automatic.table.rows()
    assert release.summary["method"]["steps"][0] == {
        "step": "set-level",
        "column": "birth",
        "level": 2,
    }
    release.report(tmp_path / "report.html")
    assert "By hand: birth was set to level 2." in (tmp_path / "report.html").read_text("utf-8")
    assert "<td>birth</td><td>2</td>" in release._repr_html_()


def test_steps_of_argus_stand_for_lowest_levels():
    by_hand = {**ARGUS, "steps": [YEAR.plain()]}
    ours = shoal.anonymize(TABLE_2, study(by_hand, COLUMNS)).table
    assert ours.rows() == shoal.anonymize(TABLE_2, study(ARGUS, AT_YEAR)).table.rows()


def test_a_session_takes_the_steps_of_its_study():
    begun = session_of(study({**ALL, "steps": [YEAR.plain()]}), TABLE_2)
    assert begun.steps == (YEAR,)
    assert begun.undo().effect.unsafe_records == 12


def test_a_blanked_column_is_blank_in_the_release():
    by_hand = {**ALL, "steps": [{"do": "blank-column", "column": "birth"}]}
    release = shoal.anonymize(TABLE_2, study(by_hand))
    assert release.table["birth"].null_count() == 12
    assert release.summary["removed_columns"][-1] == "birth"


def test_datafly_has_no_steps():
    with pytest.raises(StudyError, match="by hand"):
        session_of(study({"name": "datafly", "bin_size": 2}), TABLE_2)


@pytest.mark.parametrize(
    "kept", [{"steps": "all"}, {"steps": [{"do": "guess"}]}, {"undone": [{"do": 1}]}]
)
def test_what_was_not_kept_by_a_session_is_refused(kept):
    with pytest.raises(StudyError, match="no steps of a session"):
        session_of(study(ALL), TABLE_2, kept)
