"""The laws of privacy models: ours keep them, and each catches a lie."""

import numpy as np
import pytest

from shoal.privacy import Monotonic, privacy_models
from shoal.testing import check_privacy_model
from testing.lies import made, registered, told

MORE = {"k-map": {"fraction": 0.1}, "population-uniqueness": {"population_size": 10_000}}


def too_small(self, classes):
    return classes.sizes < self.k


HONEST = {"violations": too_small, "monotonic": Monotonic.ALWAYS}


def check(breaks=None, card=None, **attributes):
    body = {**HONEST, **attributes}
    cls = made(**{name: one for name, one in body.items() if one is not None})
    with registered(privacy_models, cls, **(card or {})) as name:
        check_privacy_model(name, {"k": 4}, breaks=breaks)


@pytest.mark.parametrize("name", list(privacy_models))
def test_our_own_models_keep_the_laws(name):
    card = privacy_models.card(name)
    column = {"column": "diagnosis"} if "column" in card.needs else {}
    check_privacy_model(name, {**column, **card.begin, **MORE.get(name, {})})


def test_an_honest_model_agrees_with_its_definition():
    check(breaks=lambda members, table: len(members) < 4)


def test_a_model_that_misses_its_definition_is_caught():
    with told("judges 1 classes otherwise than its definition"):
        check(breaks=lambda members, table: len(members) < 5)


def remembers(self, classes):
    classes.sizes[0] += 1
    return classes.sizes < 1


def alternates():
    asked = []

    def violations(self, classes):
        asked.append(1)
        return np.full(len(classes.sizes), len(asked) % 2 == 0)

    return violations


def by_table(self, classes):
    """Depends on what else is there."""
    return np.full(len(classes.sizes), len(classes.sizes) % 2 == 1) | (
        classes.sizes != classes.sizes.max()
    )


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        ({"violations": lambda self, classes: classes.sizes}, "one truth value per class"),
        ({"violations": lambda self, classes: np.array([True, True])}, "one truth value per"),
        ({"violations": alternates()}, "answers the same question in two ways"),
        ({"violations": remembers}, "changes the classes that it is asked about"),
        (
            {"violations": lambda self, classes: np.arange(len(classes.sizes)) == 0},
            "depends on the numbering of classes",
        ),
        (
            {"violations": lambda self, classes: classes.sizes < classes.sizes.mean()},
            "broken by classes that kept it before others were suppressed",
        ),
        (
            {"violations": lambda self, classes: classes.sizes < 2, "minimum_size": 3},
            "accepts classes below its minimum_size",
        ),
        (
            {"decided_by_size": True, "minimum_size": 2},
            "other classes break it than the small ones",
        ),
        (
            {"violations": lambda self, classes: classes.sizes % 2 == 1},
            "says Monotonic.ALWAYS",
        ),
        (
            {
                "violations": lambda self, classes: classes.sizes > 6,
                "monotonic": Monotonic.WITHOUT_SUPPRESSION,
            },
            "says that merging keeps it",
        ),
        ({"measured": lambda self, classes: 1.0, "measures": "q"}, "names no parameter: 'q'"),
        (
            {"measured": lambda self, classes: float("nan"), "measures": "k"},
            "gives no number",
        ),
        ({"violations": None}, "has neither violations"),
    ],
)
def test_a_lie_is_caught(lie, sentence):
    with told(sentence):
        check(**lie)


@pytest.mark.parametrize(
    ("holds", "sentence"),
    [
        (lambda self, sizes: 1, "must give one truth value"),
        (lambda self, sizes, asked=[]: asked.append(1) or len(asked) % 2 == 0, "in two ways"),
        (lambda self, sizes: bool(sizes[0] > sizes[-1]), "depends on the order of classes"),
        (lambda self, sizes: bool(sizes.max() < 7), "says that merging keeps it"),
    ],
)
def test_a_lie_about_whole_tables_is_caught(holds, sentence):
    with told(sentence):
        check(violations=None, holds=holds)


@pytest.mark.parametrize(
    ("promise", "sentence"),
    [("Looks like {others}", "promise of lie is no sentence"), ("At {{k}}.", "has braces left")],
)
def test_a_promise_that_cannot_be_read_is_caught(promise, sentence):
    with told(sentence):
        check(card={"promise": promise})
