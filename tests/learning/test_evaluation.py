"""Baseline, original and released side by side."""

import json

import numpy as np
import polars as pl
import pytest

from shoal.errors import DataError
from shoal.learning.evaluation import MOST_CLASSES, Validation, classes_of, evaluate_model
from shoal.learning.features import Feature, Features
from shoal.learning.models.logistic_regression import LogisticRegression
from shoal.report.summary import plain

LETTERS = Feature("letter", pl.Series(["a", "b", "c"]), np.full(3, np.nan))


def features(codes, kept=None):
    side = (np.array(codes, np.int32),)
    kept = np.ones(len(codes), np.bool_) if kept is None else kept
    return Features((LETTERS,), side, side, kept)


@pytest.fixture
def found():
    """A release that tells nothing of a letter that tells everything."""
    letters = np.arange(300) % 3
    sides = features(letters), features(np.zeros(300))
    return evaluate_model(
        LogisticRegression(), sides, (letters == 2).astype(np.int32), Validation(3)
    )


def test_nothing_is_left_of_a_column_that_is_gone(found):
    assert found.original.accuracy == 1
    assert found.released.accuracy == pytest.approx(found.baseline.accuracy)
    assert found.plain(["no", "yes"])["relative_accuracy"] == pytest.approx(0)
    # Who ranks nobody is even below one half: parts with more of a class learned less of it.
    assert found.plain(["no", "yes"])["relative_auc"] < 0


def test_everything_is_left_of_a_column_that_stayed():
    letters = np.arange(300) % 3
    sides = features(letters), features(letters)
    found = evaluate_model(
        LogisticRegression(), sides, (letters == 2).astype(np.int32), Validation(3)
    )
    assert found.plain(["no", "yes"])["relative_accuracy"] == 1
    assert found.plain(["no", "yes"])["brier_skill"] == 0


def test_the_baseline_learns_from_the_whole_original_and_is_tested_on_it():
    # Acute inflammations: 61 of 120 are healthy (paper 000, section V-B: 50.8 %). Part by part the
    # rule would be right for 42.5 %: what a part has more of is rarer in the others.
    labels = (np.arange(120) % 120 >= 61).astype(np.int32)
    sides = features(np.zeros(120)), features(np.zeros(120))
    for repetitions, most in ((1, 0), (3, 0), (2, 50)):
        how = Validation(10, repetitions, most=most)
        found = evaluate_model(LogisticRegression(), sides, labels, how).baseline
        tested = np.concatenate([labels[parts.fold >= 0] for parts in how.parts(120)])
        assert found.accuracy == pytest.approx(np.mean(tested == 0))
        assert found.average_error == pytest.approx(1 - found.accuracy)
        assert found.auc == 0.5
    assert Validation(10).parts(120)[0].count == 10


def test_all_numbers_are_plain(found):
    numbers = plain(found.plain(["no", "yes"]))
    assert json.loads(json.dumps(numbers, allow_nan=False)) == numbers
    assert numbers["by_class"][1]["class"] == "yes"
    assert numbers["by_class"][1]["records"] == 100
    assert set(numbers["by_class"][1]["original"]) == {
        "sensitivity", "specificity", "precision", "auc", "brier", "roc"
    }  # fmt: skip
    assert len(numbers["released"]["by_confidence"]) == 21


def test_threads_are_capped(monkeypatch):
    import threadpoolctl  # noqa: PLC0415

    seen = []

    class Watching(LogisticRegression):
        def estimator(self, seed, categorical):
            seen.extend(pool["num_threads"] for pool in threadpoolctl.threadpool_info())
            return super().estimator(seed, categorical)

    letters = np.arange(30) % 3
    evaluate_model(
        Watching(), (features(letters),) * 2, (letters == 2).astype(np.int32), Validation(2)
    )
    assert seen
    assert set(seen) == {1}


def test_classes_are_sorted_and_missing_is_one_of_them():
    classes, labels = classes_of("ill", pl.Series(["flu", None, "cold", "flu"]))
    assert classes.to_list() == [None, "cold", "flu"]
    assert labels.tolist() == [2, 0, 1, 2]


def test_one_class_and_very_many_are_refused():
    with pytest.raises(DataError, match="nothing to predict"):
        classes_of("ill", pl.Series(["flu"] * 3))
    with pytest.raises(DataError, match=f"at most {MOST_CLASSES}"):
        classes_of("ill", pl.Series([str(at) for at in range(MOST_CLASSES + 1)]))


def test_at_most_so_many_records_are_tested():
    assert Validation(most=10).record_count(50) == 10
    assert Validation(most=0).record_count(50) == 50
    assert Validation(most=100).record_count(50) == 50
