"""The laws of checks that other packages bring, each with a lie that it catches."""

import numpy as np
import pytest

from shoal.privacy import Monotonic, privacy_models
from shoal.testing import check_independent_check
from testing.lies import made, registered, told


def rare(self, classes):
    return np.count_nonzero(classes.histogram("illness"), axis=1) < self.k


def sees_the_same(classes, parameters):
    return classes.tallies["illness"].different < parameters["k"], 1


def check(function):
    cls = made(violations=rare, monotonic=Monotonic.ALWAYS)
    with registered(privacy_models, cls) as name:
        check_independent_check(name, {"k": 2}, function)


def test_an_honest_check_agrees_with_its_model():
    check(sees_the_same)


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (lambda classes, parameters: classes.sizes < 2, "judges .* classes otherwise"),
        (lambda classes, parameters: [True, False, True], "one truth value per class"),
    ],
)
def test_a_lie_is_caught(lie, sentence):
    with told(sentence):
        check(lie)


def test_a_check_that_asks_the_model_is_caught():
    def asks(classes, parameters):
        return []

    asks.__module__ = "lying"
    with told("uses the module of the model"):
        check(asks)


def test_a_check_whose_module_imports_the_model_is_caught(monkeypatch):
    monkeypatch.setitem(globals(), "borrowed", made())
    with told("uses the module of the model"):
        check(sees_the_same)
