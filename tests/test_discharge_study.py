"""The discharge experiment: scores of candidates, and a collection that can be interrupted."""

import numpy as np
import polars as pl
import pytest
from studies import regression
from studies.discharge import (
    WORDS,
    Experiment,
    correlated,
    page,
    sample_of,
    scatter,
    thinned,
    usual_of,
)
from studies.discharge import experiment as ask
from studies.discharge_accuracy import (
    BASELINE,
    FOLDS,
    ORIGINAL,
    SEED,
    Accuracies,
    Judge,
    collect,
    relative,
    stratified,
)
from studies.discharge_scores import (
    DIVERGENCE,
    ENTROPY,
    GEOMETRIC,
    GRANULARITY,
    NAMES,
    Scored,
    all_scores,
)
from studies.places import Places
from studies.questions import TABLES, Question, example
from studies.regression import Curvature, Weights, learned

from shoal.learning.cross_validation import cross_validate
from shoal.learning.evaluation import classes_of
from shoal.learning.folds import folds_of
from shoal.learning.models.logistic_regression import LogisticRegression
from shoal.learning.scores import score_predictions
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.release.apply import release
from shoal.pipeline.states.solved import Solved
from shoal.quality.classification import Classification
from shoal.search.problem.outcome import outcome_of
from shoal.study.study import Study

RECORDS = 300


@pytest.fixture(scope="module")
def question(tmp_path_factory):
    """A small table in which the days and the age tell the charge."""
    folder = tmp_path_factory.mktemp("discharge")
    random = np.random.default_rng(5)
    days, age = random.integers(1, 9, RECORDS), random.integers(20, 60, RECORDS)
    charge = (days + age / 10 + random.normal(size=RECORDS)).astype(int) // 4
    frame = pl.DataFrame({"days": days, "age": age, "sex": random.choice(["f", "m"], RECORDS)})
    frame.with_columns(charge=pl.Series(charge).cast(pl.String)).write_csv(folder / "stays.csv")
    grouped = {"builder": "intervals", "width": 2, "levels": 3}
    columns = {
        "days": {"role": "quasi-identifier", "type": "integer", "hierarchy": grouped},
        "age": {"role": "quasi-identifier", "type": "integer", "hierarchy": grouped, "weight": 3},
        "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "charge": {"role": "insensitive", "target": True},
    }
    keys = {
        "data": "stays.csv",
        "columns": columns,
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "suppression_limit": 0.1,
    }
    return Question.of("small", Study.of(keys, folder), "charge")


@pytest.fixture(scope="module")
def done(question):
    return all_scores(question.problem)


@pytest.mark.parametrize("at", range(5))
def test_one_walk_scores_every_candidate_as_each_model_does(question, done, at):
    model = (question.problem.quality, GRANULARITY, GEOMETRIC, DIVERGENCE, ENTROPY)[at]
    for place, levels in enumerate(question.problem.lattice):
        candidate = question.problem.candidate(levels)
        score = model.loss(candidate).loss
        assert done.scores[NAMES[at]][place] == pytest.approx(score, rel=1e-10, abs=1e-10)
        assert done.suppressed[place] == candidate.suppressed_records


def test_a_question_forgets_weights_limit_and_quality_of_its_study(question):
    assert question.problem.maximum_suppressed == RECORDS
    assert question.study.quality == Classification(targets=("charge",))
    assert {column.weight for column in question.problem.encoded.columns} == {1}


def test_the_experiment_asks_the_papers_question(tmp_path):
    asked = example(Places(tmp_path, tmp_path, tmp_path))
    assert asked.size == 36_864
    assert asked.problem.encoded.records == 39_676


@pytest.mark.slow
def test_one_walk_gives_four_scores_of_36_864_candidates(tmp_path):
    found = all_scores(example(Places(tmp_path, tmp_path, tmp_path)).problem)
    assert len(found.suppressed) == 36_864


@pytest.mark.slow
@pytest.mark.needs("data")
def test_the_classification_optimum_is_nearly_the_best_of_1_000_that_suppress_few(
    shared_data, tmp_path
):
    asked = TABLES["sparcs"](Places(shared_data, tmp_path, tmp_path))
    found, records = all_scores(asked.problem), asked.problem.encoded.records
    few = np.flatnonzero(found.suppressed <= 0.05 * records)
    optimum = found.best("classification", 0.05, records)
    so_far = Accuracies(tmp_path / "accuracy.csv")
    sample = stratified(found.scores["classification"], 1000, few)
    collect(Judge(asked), [optimum, *sample], so_far, seconds=600)
    accuracies = relative(so_far.known())
    assert len(accuracies) >= 1000
    assert accuracies[optimum] >= 0.85
    assert accuracies[optimum] >= max(accuracies.values()) - 0.02


@pytest.mark.needs("data")
@pytest.mark.parametrize(("name", "size"), [("sparcs", 8_640), ("adult", 6_480)])
def test_real_tables_can_be_asked(shared_data, tmp_path, name, size):
    asked = TABLES[name](Places(shared_data, tmp_path, tmp_path))
    assert asked.size == size
    assert all_scores(asked.problem).suppressed[-1] == 0


def slowly(question, place):
    """The accuracy as `shoal evaluate` finds it, however long that takes."""
    problem = question.problem
    candidate = problem.candidate(problem.lattice.at(max(place, 0)))
    outcome = outcome_of(problem, candidate, checked=1, optimal=False, bound=0.0)
    sides = sides_of(release(Solved(question.prepared, problem, problem, outcome)))
    classes, labels = classes_of("charge", sides.targets["charge"])
    features = sides.released if place >= 0 else sides.input
    model, folds = LogisticRegression(tolerance=1e-8), folds_of(len(labels), FOLDS, SEED, 0)
    return score_predictions(cross_validate(model, features, labels, len(classes), folds)).accuracy


@pytest.fixture
def exact(monkeypatch):
    monkeypatch.setattr(regression, "STEEPNESS", 1e-9)


@pytest.mark.usefixtures("exact")
@pytest.mark.parametrize("place", [ORIGINAL, 0, 7, 13, 17, 31, 49])
def test_a_candidate_is_judged_as_evaluate_does(question, place):
    assert Judge(question).accuracy(place) == pytest.approx(slowly(question, place), abs=1e-12)


@pytest.mark.usefixtures("exact")
def test_what_was_asked_before_changes_no_accuracy(question):
    judge, places = Judge(question), (0, 7, 13, 17, 31, 49, 7, 0)
    assert [judge.accuracy(at) for at in places] == [Judge(question).accuracy(at) for at in places]


@pytest.mark.usefixtures("exact")
def test_a_judge_who_learns_from_suppressed_records_is_caught(question, monkeypatch):
    monkeypatch.setattr("studies.discharge_accuracy.SMALLEST", 0)
    judge, places = Judge(question), (7, 13, 17, 31)
    assert any(judge.accuracy(at) != pytest.approx(slowly(question, at)) for at in places)


def test_the_baseline_is_the_share_of_the_most_frequent_class(question):
    charge = question.prepared.table.frame["charge"]
    share = charge.value_counts()["count"].max() / RECORDS
    assert Judge(question).accuracy(BASELINE) == share


@pytest.mark.usefixtures("exact")
@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("far", [0.0, 2.0])
def test_weights_are_the_same_wherever_the_search_begins_and_with_an_old_curvature(old, far):
    lines = np.array([[0, 2], [1, 2], [0, 3], [1, 3]], np.int32)
    counts = np.array([[9.0, 1.0], [4.0, 6.0], [5.0, 5.0], [1.0, 9.0]])
    start = Weights(np.array([far, -far]), np.full((4, 2), far))
    curvature = Curvature.of(lines, counts * [9.0, 1.0], Weights.none(4, 2)) if old else None
    found = learned(lines, counts, start, curvature)
    indicators = np.array([[1, 0, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 0, 1]])
    reference = LogisticRegression(tolerance=1e-10).estimator(0, np.ones(4, bool)).steps[-1][1]
    reference.fit(np.tile(indicators, (2, 1)), [0] * 4 + [1] * 4, counts.T.ravel())
    between = found.values[:, 1] - found.values[:, 0]
    assert between == pytest.approx(reference.coef_[0], abs=1e-6)
    assert found.predicted(lines).tolist() == [0, 1, 0, 1]


class Inventor:
    """A judge who invents accuracies and remembers who was asked."""

    def __init__(self):
        self.asked = []

    def accuracy(self, place):
        self.asked.append(place)
        return 0.5 + place / 100


@pytest.fixture
def told():
    return Inventor()


def test_a_collection_goes_on_where_it_stopped(tmp_path, told):
    so_far = Accuracies(tmp_path / "accuracy.csv")
    collect(told, [3, 1], so_far, seconds=60)
    collect(told, [3, 1, 2], so_far, seconds=60)
    assert told.asked == [BASELINE, ORIGINAL, 3, 1, 2]
    assert so_far.known() == {place: 0.5 + place / 100 for place in told.asked}


def test_a_line_that_was_cut_short_is_asked_again(tmp_path, told):
    so_far = Accuracies(tmp_path / "accuracy.csv")
    collect(told, [3, 1], so_far, seconds=60)
    text = so_far.file.read_text("utf-8")
    so_far.file.write_text(text[: text.rindex(",")], "utf-8")
    assert 1 not in so_far.known()


def test_baseline_and_original_are_asked_however_little_time_there_is(tmp_path, told):
    collect(told, [1], Accuracies(tmp_path / "accuracy.csv"), seconds=-1)
    assert told.asked == [BASELINE, ORIGINAL]


def test_a_sample_has_one_candidate_of_each_stratum():
    scores = np.array([5.0, 1.0, 4.0, 0.0, 3.0, 2.0])
    sample = stratified(scores, 3)
    assert sorted(scores[sample] // 2) == [0, 1, 2]
    assert stratified(scores, 3) == sample


def test_relative_accuracy_is_0_for_the_baseline_and_1_for_the_original():
    assert relative({BASELINE: 0.5, ORIGINAL: 0.75, 7: 0.625, 8: 0.75}) == {7: 0.5, 8: 1.0}


def test_a_score_that_falls_where_accuracy_rises_is_correlated_by_minus_1():
    assert correlated(np.array([3.0, 2.0, 1.0]), np.array([0.1, 0.2, 0.9])) == pytest.approx(-1)


def test_candidates_that_are_known_are_taken_where_a_stratum_has_one():
    scores = np.arange(8.0)
    assert sorted(stratified(scores, 4, rather=[1, 6])) in [
        [1, *middle, 6] for middle in ([2, 4], [2, 5], [3, 4], [3, 5])
    ]
    assert sorted(stratified(scores, 2, np.array([0, 7]))) == [0, 7]


@pytest.fixture
def experiment(question):
    """Three of 50 candidates were asked; the first is the best by all scores."""
    size = question.size
    scores = {name: np.arange(1.0, size + 1) for name in NAMES}
    suppressed = np.full(size, RECORDS)
    suppressed[[0, 2]] = 3
    known = {BASELINE: 0.5, ORIGINAL: 0.75, 0: 0.6875, 2: 0.7, 9: 0.725}
    return Experiment(question, Scored(scores, suppressed, 12.0), known)


def test_the_picture_has_a_panel_for_each_model_and_marks_its_best_candidate(
    experiment, monkeypatch
):
    monkeypatch.setitem(WORDS, "small", "a small table")
    drawn = scatter(experiment)
    assert all(name in drawn for name in NAMES)
    assert drawn.count('stroke-width="8"') == len(NAMES)
    assert drawn.count("h0") == (3 + 1) * len(NAMES)


def test_points_at_the_same_place_are_drawn_once():
    assert thinned([(0.1, 0.2), (0.1004, 0.2), (0.5, 0.2)]) == [(0.1004, 0.2), (0.5, 0.2)]


def test_the_page_says_how_far_the_optimum_is_behind_the_best_under_each_limit(
    experiment, monkeypatch
):
    monkeypatch.setitem(WORDS, "small", "a small table")
    text = page([experiment])
    assert "| a small table | 300 | 50 | 3 | 50.00% | 75.00% |" in text
    assert "| small | 100% | 75.00% | 90.00% | 15.00 | 3.75 | 3 |" in text
    assert "| small | 5% | 75.00% | 80.00% | 5.00 | 1.25 | 2 |" in text
    assert "took 12 seconds" in text
    assert "| small | all | 3 | 0.0% | 0.0% | 0.0% | 66.7% | 33.3% |" in text
    assert "reach at most 5% to 20%" in text
    assert "almost 90%" in text


def test_all_candidates_are_asked_after_the_optima_and_the_samples(question, tmp_path):
    places = Places(tmp_path, tmp_path, tmp_path, seconds=60)
    found = ask(question, places)
    assert sorted(found.found) == found.sample == list(range(question.size))


def test_both_samples_have_a_candidate_of_each_stratum(done):
    few = usual_of(done, RECORDS)
    assert len(sample_of(done)) == len(done.suppressed)
    assert all(done.suppressed[place] <= 0.05 * RECORDS for place in few)
