"""The discharge experiment: scores of candidates, and a collection that can be interrupted."""

import numpy as np
import pytest
from studies import discharge_accuracy
from studies.discharge import correlated, scatter
from studies.discharge_accuracy import BASELINE, ORIGINAL, Accuracies, collect, relative, stratified
from studies.discharge_scores import ENTROPY, GRANULARITY, NAMES, Question, both_by_column

from shoal.quality.classification import Classification


@pytest.fixture(scope="module")
def question(tmp_path_factory):
    return Question.of_example(tmp_path_factory.mktemp("discharge") / "example")


@pytest.mark.parametrize("place", [0, 777, 20_001, 36_863])
def test_scores_counted_for_both_models_at_once_are_those_of_each_model(question, place):
    problem = question.problem
    candidate = problem.candidate(problem.lattice.at(place))
    [granularity], [entropy] = both_by_column(problem, range(place, place + 1))
    assert granularity == pytest.approx(GRANULARITY.loss(candidate).loss, rel=1e-12)
    assert entropy == pytest.approx(ENTROPY.loss(candidate).loss, rel=1e-12)


def test_candidates_that_share_classes_score_as_they_do_alone(question):
    together = both_by_column(question.problem, range(30_000, 30_050))
    alone = [both_by_column(question.problem, range(at, at + 1)) for at in (30_000, 30_049)]
    for model in (0, 1):
        assert [together[model][0], together[model][-1]] == [one[model][0] for one in alone]


def test_the_experiment_asks_the_papers_question(question):
    assert question.size == 36_864
    assert question.problem.encoded.records == 39_676
    assert question.problem.maximum_suppressed == 39_676
    assert question.study.quality == Classification(targets=("charge",))
    assert {column.weight for column in question.problem.encoded.columns} == {1}


@pytest.fixture
def told(monkeypatch):
    """Who was asked; every accuracy is invented."""
    asked = []

    def accuracy(question, place):
        asked.append(place)
        return 0.5 + place / 100

    monkeypatch.setattr(discharge_accuracy, "accuracy", accuracy)
    return asked


def test_a_collection_goes_on_where_it_stopped(tmp_path, told):
    so_far = Accuracies(tmp_path / "accuracy.csv")
    collect(None, [3, 1], so_far, seconds=60)
    collect(None, [3, 1, 2], so_far, seconds=60)
    assert told == [BASELINE, ORIGINAL, 3, 1, 2]
    assert so_far.known() == {place: 0.5 + place / 100 for place in told}


def test_a_line_that_was_cut_short_is_asked_again(tmp_path, told):
    so_far = Accuracies(tmp_path / "accuracy.csv")
    collect(None, [3, 1], so_far, seconds=60)
    text = so_far.file.read_text("utf-8")
    so_far.file.write_text(text[: text.rindex(",")], "utf-8")
    assert 1 not in so_far.known()


def test_baseline_and_original_are_asked_however_little_time_there_is(tmp_path, told):
    collect(None, [1], Accuracies(tmp_path / "accuracy.csv"), seconds=-1)
    assert told == [BASELINE, ORIGINAL]


def test_a_sample_has_one_candidate_of_each_stratum():
    scores = np.array([5.0, 1.0, 4.0, 0.0, 3.0, 2.0])
    sample = stratified(scores, 3)
    assert sorted(scores[sample] // 2) == [0, 1, 2]
    assert stratified(scores, 3) == sample


def test_relative_accuracy_is_0_for_the_baseline_and_1_for_the_original():
    assert relative({BASELINE: 0.5, ORIGINAL: 0.75, 7: 0.625, 8: 0.75}) == {7: 0.5, 8: 1.0}


def test_a_score_that_falls_where_accuracy_rises_is_correlated_by_minus_1():
    assert correlated(np.array([3.0, 2.0, 1.0]), np.array([0.1, 0.2, 0.9])) == pytest.approx(-1)


def test_the_picture_has_a_panel_for_each_model_and_marks_its_best_candidate():
    scores = {name: np.array([0.5, 1.0, 2.0]) for name in NAMES}
    drawn = scatter(scores, {0: 0.5, 2: 0.25}, dict.fromkeys(NAMES, 0))
    assert all(name in drawn for name in NAMES)
    assert drawn.count('r="4"') == len(NAMES)
    assert drawn.count('r="1.3"') == 2 * len(NAMES)
