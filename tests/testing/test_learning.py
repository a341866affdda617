"""The laws of learners: ours keep them, and each catches a lie."""

import numpy as np
import pytest

from shoal.learning import learning_models
from shoal.learning.model import Layout
from shoal.testing import check_learner
from testing.lies import made, registered, told


class Prior:
    """As sure as a class is frequent."""

    def __init__(self, answer=None, classes=(0, 1)):
        self._answer, self._classes = answer, classes

    def fit(self, features, labels):
        self.classes_ = np.array(self._classes)
        self.shares = np.bincount(labels) / len(labels)
        return self

    def predict_proba(self, features):
        if self._answer is not None:
            return self._answer(features)
        return np.tile(self.shares, (features.shape[0], 1))


class Meddler(Prior):
    def fit(self, features, labels):
        features[0, 0] = 9.0
        return super().fit(features, labels)


HONEST = {
    "layout": Layout.CODES,
    "weighted": True,
    "estimator": lambda self, seed, categorical: Prior(),
}


def check(**attributes):
    with registered(learning_models, made(**{**HONEST, **attributes})) as name:
        check_learner(name, {"k": 4})


@pytest.mark.parametrize("name", list(learning_models))
def test_our_own_learners_keep_the_laws(name):
    check_learner(name, {})


def test_an_honest_learner_is_accepted():
    check()
    check(layout=Layout.INDICATORS)


def answering(answer):
    return {"estimator": lambda self, seed, categorical: Prior(answer)}


def chance(features):
    first = np.random.default_rng().random(features.shape[0])
    return np.column_stack([first, 1 - first])


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        ({"layout": "codes"}, "declares no layout"),
        ({"weighted": None}, "whether it is weighted"),
        (
            {"estimator": lambda self, seed, categorical: Prior(classes=(1, 0))},
            "must tell its classes",
        ),
        (answering(lambda features: np.ones(features.shape[0])), "one number per record and"),
        (answering(lambda features: np.tile([2.0, -1.0], (60, 1))), "surer than sure"),
        (answering(lambda features: np.tile([0.5, 0.4], (60, 1))), "does not add up to 1"),
        (answering(chance), "with one seed gives two answers"),
        ({"estimator": lambda self, seed, categorical: Meddler()}, "changes the records"),
    ],
)
def test_a_lie_is_caught(lie, sentence):
    with told(sentence):
        check(**lie)
