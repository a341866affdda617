"""Weights learned from answers (paper 002's slide: six columns of Adult)."""

import numpy as np
import pytest

from shoal.interactive import Preferences, Question

COLUMNS = ("age", "workclass", "native-country", "sex", "race", "marital-status")
WRONG = 0.1
QUESTIONS = 30
POOL = 60


def correlation(seed, *, active, wrong=WRONG):
    """How well the weights of one simulated expert are learned."""
    random = np.random.default_rng(seed)
    hidden = random.dirichlet(np.ones(len(COLUMNS)))
    state = Preferences.unknown(COLUMNS, seed)
    for _ in range(QUESTIONS):
        pool = [Question(*random.random((2, len(COLUMNS)))) for _ in range(POOL)]
        question = pool[state.next_question(pool) if active else 0]
        truth = question.difference @ hidden < 0
        state = state.add_answer(question, first=bool(truth != (random.random() < wrong)))
    return np.corrcoef(list(state.weights.values()), hidden)[0, 1]


@pytest.mark.slow
def test_twenty_experts_with_wrong_answers_are_understood_better_than_by_random_questions():
    chosen = [correlation(seed, active=True) for seed in range(20)]
    random = [correlation(seed, active=False) for seed in range(20)]
    assert np.median(chosen) >= 0.9
    assert np.median(chosen) > np.median(random)


def test_an_expert_is_understood():
    assert correlation(3, active=True) > 0.9


def test_answers_by_chance_teach_nothing():
    """A learner that finds weights in noise would fit anything."""
    assert correlation(3, active=True, wrong=0.5) < 0.9


def test_before_any_answer_all_columns_weigh_the_same():
    state = Preferences.unknown(COLUMNS)
    assert list(state.weights.values()) == pytest.approx([1 / 6] * 6, abs=0.01)
    assert sum(state.weights.values()) == pytest.approx(1)


def test_an_answer_moves_weight_to_the_column_that_decided():
    only_age = Question(np.eye(6)[1], np.eye(6)[0])  # the first loses the work class, not the age
    before = Preferences.unknown(COLUMNS)
    after = before.add_answer(only_age, first=True)
    assert after.weights["age"] > before.weights["age"]
    assert after.weights["workclass"] < before.weights["workclass"]


def test_uncertainty_falls_with_answers():
    state = Preferences.unknown(COLUMNS)
    question = Question(np.eye(6)[1], np.eye(6)[0])
    for _ in range(5):
        state = state.add_answer(question, first=True)
    assert state.uncertainty["workclass"] < Preferences.unknown(COLUMNS).uncertainty["workclass"]


def test_contradictions_are_counted_and_tolerated():
    state = Preferences.unknown(COLUMNS)
    question = Question(np.eye(6)[1], np.eye(6)[0])
    for first in (True, True, True, False):
        state = state.add_answer(question, first=first)
    assert state.contradictions == 1
    assert state.weights["age"] > state.weights["workclass"]


def test_a_question_with_a_known_answer_is_not_asked():
    dull = Question(np.ones(6), np.zeros(6))  # whatever the weights, the second loses less
    open_question = Question(np.eye(6)[0], np.eye(6)[1])
    state = Preferences.unknown(COLUMNS)
    assert state.next_question([dull, open_question]) == 1
    assert state.information([dull])[0] == pytest.approx(0, abs=1e-6)


def test_the_cloud_keeps_to_weights():
    state = Preferences.unknown(COLUMNS)
    random = np.random.default_rng(5)
    for _ in range(20):
        state = state.add_answer(Question(*random.random((2, 6))), first=True)
    assert (state.cloud >= 0).all()
    assert state.cloud.sum(axis=1) == pytest.approx(1)
