"""Teaching: questions of a person's own table, weights from the answers, the release at once."""

import json

import numpy as np
import pytest

import shoal
from shoal.errors import Canceled, StudyError
from shoal.interactive.lesson import Lesson
from shoal.service.teaching import offers as teach_offers
from shoal.service.teaching.teach import EVERY, NOTE, TeachingSession, _open_step, teach
from shoal.service.verbs import anonymize
from slide_toy import COLUMNS, keys, table

WRONG, QUESTIONS, EXPERTS = 0.1, 30, 20


@pytest.fixture(scope="module")
def toy():
    return teach(keys(), table())


@pytest.fixture
def session(toy):
    """A session at its beginning; the table and the releases are made once."""
    toy.lesson, toy.pending = Lesson(COLUMNS), None
    return toy


def expert(session, seed, *, active=True, questions=QUESTIONS):
    """How well the hidden weights of somebody who errs now and then are learned."""
    random = np.random.default_rng(1000 + seed)
    hidden = random.dirichlet(np.ones(len(session.lesson.columns)))
    session.lesson, session.pending = Lesson(session.lesson.columns, seed), None
    for _ in range(questions):
        if active:
            session.next_question()
        else:
            pool = session._pool()
            session.pending = _open_step(pool[random.integers(len(pool))], "cluster")
        difference = np.subtract(session.pending.first, session.pending.second)
        is_first = (difference @ hidden < 0) != (random.random() < WRONG)
        session.answer("first" if is_first else "second")
    learned = [*session.lesson.preferences.weights.values()]
    return float(np.corrcoef(learned, hidden)[0, 1])


def check_experts(session):
    chosen = [expert(session, seed) for seed in range(EXPERTS)]
    random = [expert(session, seed, active=False) for seed in range(EXPERTS)]
    assert np.median(chosen) >= 0.9
    assert np.median(chosen) > np.median(random)


@pytest.mark.slow
@pytest.mark.needs("data")
def test_twenty_experts_of_adult_are_understood_better_than_by_chance(shared_data):
    folder = shared_data / "adult"
    columns = {
        name: {
            "role": "quasi-identifier",
            "hierarchy": str(folder / "hierarchies" / f"adult_hierarchy_{name}.csv"),
        }
        for name in COLUMNS
    }
    study = keys(5, suppression_limit=0.05) | {"columns": columns}
    check_experts(teach(study | {"data": str(folder / "adult_arx.csv")}))


def test_an_expert_is_understood(session):
    assert expert(session, 1) > 0.9


def test_a_question_is_a_plain_dict_that_says_whom_it_is_for(session):
    question = session.next_question()
    assert json.loads(json.dumps(question)) == question
    assert question["number"] == 1
    assert [line["column"] for line in question["columns"]] == [*COLUMNS]
    assert question["note"] == NOTE
    assert question["information"] > 0.1
    assert not question["settled"]


def test_both_kinds_are_asked(session):
    kinds = []
    for _ in range(2 * EVERY):
        kinds.append(session.next_question()["kind"])
        session.answer("skip")
    assert set(kinds) == {"cluster", "release"}


def test_a_question_about_releases_tells_what_each_leaves_out():
    session = teach(keys(), table(), kinds=("release",))
    question = session.next_question()
    assert question["kind"] == "release"
    assert set(question["left_out"]) == {"first", "second"}
    assert question["records"] == 400
    assert all(0 <= line["first_loss"] <= 1 for line in question["columns"])


def test_no_question_about_releases_is_asked_twice():
    session = teach(keys(), table(), kinds=("release",))
    for _ in range(5):
        session.next_question()
        session.answer("skip")
    asked = [(step.first, step.second) for step in session.lesson.steps]
    assert len(set(asked)) == 5


def test_an_answer_needs_an_open_question_and_its_number(session):
    with pytest.raises(StudyError, match="No question is open"):
        session.answer("first")
    session.next_question()
    with pytest.raises(StudyError, match="1 is open"):
        session.answer("first", number=2)
    with pytest.raises(StudyError, match="one of first, second, skip"):
        session.answer("both")
    session.answer("first", number=1)
    with pytest.raises(StudyError, match="No question is open"):
        session.answer("first", number=1)  # a page that was sent twice


def test_weights_come_with_their_uncertainty_and_sum_to_one(session):
    for _ in range(4):
        session.next_question()
        session.answer("first")
    found = session.weights()
    assert sum(found["weights"].values()) == pytest.approx(1)
    for name in COLUMNS:
        low, high = found["interval"][name]
        assert low < found["weights"][name] < high
    assert found["answers"] == 4


def test_a_session_goes_on_from_its_state_and_keeps_no_value(session):
    for answer in ("first", "second", "skip"):
        session.next_question()
        session.answer(answer)
    open_question = session.next_question()
    text = json.dumps(session.state())
    other = teach(keys(), table(), state=json.loads(text))
    assert other.weights() == session.weights()
    other.answer("first", open_question["number"])  # asked before, answered after
    session.answer("first")
    assert other.weights() == session.weights()
    values = {value for name in COLUMNS[1:] for value in table()[name]}
    assert not [value for value in values if value in text]


def test_what_was_kept_for_other_columns_is_refused(session):
    state = session.state()
    with pytest.raises(StudyError, match="the study now has age, sex"):
        teach(keys(columns=("age", "sex")), table(), state=state)
    with pytest.raises(StudyError, match="damaged"):
        session.go_on(state | {"pending": {"kind": "cluster"}})


def test_taking_back_is_as_if_nothing_had_been_said(session):
    before = session.weights()
    session.next_question()
    session.answer("first")
    session.undo()
    assert session.weights() == before


def test_a_question_whose_answer_was_taken_back_is_asked_again(session):
    for _ in range(4):  # the third one is about releases
        question = session.next_question()
        session.answer("first")
        session.again()  # one more release that could be asked about
        session.undo()
        assert session.next_question() == question
        session.answer("second")


def test_it_is_asked_again_in_another_sitting_too():
    session = teach(keys(), table())  # without releases that other tests asked for
    for _ in range(3):
        question = session.next_question()
        session.answer("first")
    session.undo()
    assert teach(keys(), table(), state=session.state()).next_question() == question


def age_matters(session, answers=8):
    """Somebody who looks at nothing but the age."""
    while session.lesson.answers < answers:
        session.next_question()
        gain = session.pending.first[0] - session.pending.second[0]
        session.answer("skip" if gain == 0 else "first" if gain < 0 else "second")


def test_the_release_changes_at_once_towards_what_the_person_wants(session):
    age_matters(session)
    found = session.again()
    assert json.loads(json.dumps(found)) == found
    lines = {line["column"]: line for line in found["columns"]}
    assert found["changed"]
    assert lines["age"]["weight"][1] > 3
    assert lines["age"]["loss"][1] < lines["age"]["loss"][0]
    assert lines["age"]["level"][1] < lines["age"]["level"][0]
    assert found["note"] == ""


def test_the_taught_study_gives_the_release_that_was_shown(session):
    age_matters(session)
    shown = {line["column"]: line["level"][1] for line in session.again()["columns"]}
    summary = anonymize(table(), session.taught()).summary
    assert summary["levels"] == shown


def test_weights_of_a_model_without_parts_are_said_to_change_nothing():
    session = teach(keys(quality={"model": "discernibility"}), table(60))
    assert "weights change nothing" in session.again()["note"]
    assert not session.again()["changed"]


@pytest.mark.parametrize(
    "more",
    [
        {"recoding": "local"},
        {"method": {"name": "datafly", "bin_size": 3}},
        {"method": {"name": "sangreea", "k": 3}},
    ],
    ids=str,
)
def test_local_recoding_and_methods_are_taught_too(more):
    study = keys(columns=("age", "workclass", "sex"), **more)
    if "method" in more:
        del study["privacy"]
        del study["suppression_limit"]
    session = teach(study, table(120))
    question = session.next_question()
    session.answer("first", question["number"])
    assert len(session.again()["columns"]) == 3


def test_clusters_of_numbers_are_asked_and_released_as_ranges():
    study = keys(columns=("age", "workclass", "sex"), method={"name": "sangreea", "k": 3})
    study["columns"]["age"] = {"role": "quasi-identifier", "type": "integer"}
    del study["privacy"], study["suppression_limit"]
    session = teach(study, table(120))
    age_matters(session)
    assert session._scales[0].text(np.arange(9, dtype=np.int32)).startswith("[")
    [age, *_] = session.again()["columns"]
    assert "level" not in age
    assert age["loss"][1] < age["loss"][0]


def test_studies_that_cannot_be_taught_are_refused():
    private = keys() | {"privacy": [{"model": "differential-privacy", "epsilon": 1, "delta": 1e-3}]}
    private |= {"suppression_limit": 1}
    with pytest.raises(StudyError, match="differential-privacy"):
        teach(private, table())
    with pytest.raises(StudyError, match="at least two"):
        teach(keys(columns=("age",)), table())
    with pytest.raises(StudyError, match="cluster, release"):
        teach(keys(), table(), kinds=("horoscope",))


def test_a_table_without_differences_has_nothing_to_ask():
    session = teach(keys(2), table(1).select(COLUMNS).vstack(table(1)))
    with pytest.raises(StudyError, match="nothing to ask"):
        session.next_question()


def test_whoever_stops_the_searches_is_heard_and_slow_ones_are_not_waited_for(monkeypatch):
    session = teach(keys(), table(), kinds=("release",))

    def stop(_):
        raise Canceled("Canceled.")

    session.watch = stop
    with pytest.raises(Canceled):
        session.next_question()
    monkeypatch.setattr(teach_offers, "PATIENCE", -1.0)
    patient = teach(keys(), table(), kinds=("release",))
    assert len(patient._offers) == 1


def test_the_python_name_is_public():
    assert shoal.teach is teach
    assert shoal.TeachingSession is TeachingSession
