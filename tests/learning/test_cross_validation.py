"""The procedure of docs/theory/learning.md, seen by a model that writes down what it is given."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from shoal.learning.cross_validation import cross_validate
from shoal.learning.features import UNSEEN, Feature, Features
from shoal.learning.folds import Folds
from shoal.learning.model import Layout
from shoal.learning.models.logistic_regression import LogisticRegression
from shoal.learning.models.zero_r import ZeroR


@dataclass
class Diary:
    """A model that notes what it learned from and is equally unsure about everything.

    Its matrix has a constant and then the numbers.
    """

    notes: list = field(default_factory=list)
    layout = Layout.CODES
    weighted = False

    def estimator(self, seed, categorical):
        return Scribe(self.notes)


class Scribe:
    def __init__(self, notes):
        self.notes = notes

    def fit(self, features, labels):
        self.classes_ = np.unique(labels)
        self.learned = sorted(features[:, -1].tolist())
        return self

    def predict_proba(self, features):
        self.notes.append((self.learned, features[:, -1].tolist()))
        return np.full((len(features), len(self.classes_)), 1 / len(self.classes_))


def numbered(training, testing, kept=None):
    """One numeric feature whose values are the numbers themselves."""
    values = np.arange(100.0)
    feature = Feature("number", values.astype(str), values)
    kept = np.ones(len(training), np.bool_) if kept is None else np.array(kept)
    sides = [(np.array(side, np.int32),) for side in (training, testing)]
    return Features((feature,), *sides, kept)


def halves(records):
    return Folds((np.arange(records) % 2).astype(np.int32), 2)


def test_models_learn_from_one_form_of_other_parts_and_are_asked_in_the_other_form():
    diary = Diary()
    cross_validate(diary, numbered([1, 2, 3, 4], [11, 12, 13, 14]), np.array([0, 0, 1, 1]), 2,
                    halves(4))  # fmt: skip
    assert diary.notes == [([2, 4], [11, 13]), ([1, 3], [12, 14])]


def test_suppressed_records_are_not_learned_from_but_asked_about():
    diary = Diary()
    features = numbered([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], [True] * 4 + [False] * 2)
    cross_validate(diary, features, np.array([0, 0, 1, 1, 0, 1]), 2, halves(6))
    assert diary.notes == [([2, 4], [1, 3, 5]), ([1, 3], [2, 4, 6])]


def test_a_part_without_records_to_learn_from_is_counted_not_dropped():
    features = numbered([1, 2, 3, 4], [1, 2, 3, 4], [False, True, False, True])
    found = cross_validate(Diary(), features, np.array([0, 0, 1, 1]), 2, halves(4))
    assert found.undefined_folds == 1
    assert found.undefined.tolist() == [False, True, False, True]
    assert found.confidences.tolist() == [[0.5, 0.5], [0, 0], [0.5, 0.5], [0, 0]]
    assert len(found.truth) == 4


def test_without_any_released_record_everything_is_undefined():
    features = numbered([1, 2, 3, 4], [1, 2, 3, 4], [False] * 4)
    found = cross_validate(LogisticRegression(), features, np.array([0, 0, 1, 1]), 2, halves(4))
    assert found.undefined_folds == 2
    assert not found.confidences.any()


def test_a_class_that_is_not_learned_has_no_confidence():
    labels = np.array([2, 0, 0, 1, 0, 1])
    found = cross_validate(Diary(), numbered([1] * 6, [1] * 6), labels, 3, halves(6))
    assert found.confidences[0].tolist() == [0.5, 0.5, 0]  # the odd part has no class 2


def test_a_single_class_is_certain():
    labels = np.array([0, 1, 1, 1])
    found = cross_validate(LogisticRegression(), numbered([1] * 4, [1] * 4), labels, 2, halves(4))
    assert found.confidences[0].tolist() == [0, 1]


def test_records_that_take_no_part_are_neither_learned_nor_asked():
    diary, folds = Diary(), Folds(np.array([0, 1, 0, 1, -1], np.int32), 2)
    labels = np.array([0, 0, 1, 1, 1])
    found = cross_validate(diary, numbered([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]), labels, 2, folds)
    assert diary.notes == [([2, 4], [1, 3]), ([1, 3], [2, 4])]
    assert found.truth.tolist() == [0, 0, 1, 1]


def test_equal_records_with_a_weight_are_as_good_as_each_of_them():
    random = np.random.default_rng(3)
    codes = (random.integers(0, 3, 300).astype(np.int32), random.integers(0, 2, 300, np.int32))
    columns = tuple(Feature(name, np.array(list("abc")), np.full(3, np.nan)) for name in "uv")
    features = Features(columns, codes, codes, np.ones(300, np.bool_))
    labels = ((codes[0] == 1) ^ (random.random(300) < 0.2)).astype(np.int32)

    class EachRecord(LogisticRegression):
        weighted = False

    exact = {"tolerance": 1e-8}

    folds = Folds((np.arange(300) % 3).astype(np.int32), 3)
    once = cross_validate(LogisticRegression(**exact), features, labels, 2, folds)
    each = cross_validate(EachRecord(**exact), features, labels, 2, folds)
    assert once.confidences == pytest.approx(each.confidences, abs=1e-6)


def test_a_value_that_nobody_learned_changes_nothing():
    feature = Feature("letter", np.array(list("abcd")), np.full(4, np.nan))
    training = (np.array([0, 1, 0, 1, 0, 1], np.int32),)
    testing = (np.array([2, 3, UNSEEN, 3, 2, UNSEEN], np.int32),)
    features = Features((feature,), training, testing, np.ones(6, np.bool_))
    found = cross_validate(LogisticRegression(), features, np.array([0, 1, 0, 1, 1, 0]), 2,
                            Folds(np.array([0, 0, 0, 1, 1, 1], np.int32), 2))  # fmt: skip
    assert len(np.unique(found.confidences[:3], axis=0)) == 1


def test_the_zero_rule_gives_the_frequencies_of_the_other_parts():
    nothing = Features((), (), (), np.ones(6, np.bool_))
    folds = Folds(np.array([0, 0, 1, 1, 1, 1], np.int32), 2)
    found = cross_validate(ZeroR(), nothing, np.array([0, 1, 0, 0, 0, 1]), 2, folds)
    assert found.confidences[0].tolist() == [0.75, 0.25]
    assert found.confidences[-1].tolist() == [0.5, 0.5]
