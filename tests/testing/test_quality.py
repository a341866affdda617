"""The laws of quality models: ours keep them, and each catches a lie."""

import numpy as np
import pytest

from shoal.quality import Score, quality_models
from shoal.testing import check_quality_model
from testing.lies import made, registered, told

MORE = {
    "classification": {"targets": ["outcome"], "features": ["age", "ward"]},
    "static": {"table": {"age": [0, 1, 2], "ward": [0, 1]}},
}


def height(self, candidate):
    return Score(float(sum(candidate.levels)))


HONEST = {"loss": height, "range": lambda self, encoded: (0.0, 3.0)}


def check(**attributes):
    with registered(quality_models, made(**{**HONEST, **attributes})) as name:
        check_quality_model(name, {"k": 4})


@pytest.mark.parametrize("name", list(quality_models))
def test_our_own_models_keep_the_laws(name):
    check_quality_model(name, {**quality_models.card(name).begin, **MORE.get(name, {})})


def test_an_honest_model_is_accepted():
    check()
    check(monotonic=True, bound_above=lambda self, candidate, most: sum(candidate.levels))


def first_record(self, candidate):
    return Score(float(candidate.encoded.tuple_of_record[-1] % 2))


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        ({"range": lambda self, encoded: (0.0, np.inf)}, "two finite numbers"),
        ({"range": lambda self, encoded: (0.0, 2.0)}, "loses 3.0 at the levels"),
        (
            {"loss": lambda self, candidate: Score(1.0, {"nowhere": 1.0})},
            "columns that are not there",
        ),
        ({"loss": first_record}, "depends on the order of records"),
        (
            {"bounds": lambda self, encoded, levels, most: levels.sum(axis=1) + 0.5},
            "but 0.0 is possible there",
        ),
        (
            {"bound_above": lambda self, candidate, most: sum(candidate.levels) + 0.5},
            "but 0.0 is possible there",
        ),
        (
            {"monotonic": True, "loss": lambda self, one: Score(3.0 - sum(one.levels))},
            "says that it is monotonic",
        ),
    ],
)
def test_a_lie_is_caught(lie, sentence):
    with told(sentence):
        check(**lie)
