"""The laws of hierarchy builders, each with a lie that it catches."""

from types import SimpleNamespace
from uuid import uuid4

import polars as pl
import pytest

from shoal.hierarchies import Hierarchy, builders
from shoal.testing import check_builder
from testing.lies import made, registered, told

VALUES = ("10", "11", "20", "21", "30")
OURS = {
    "ages": {},
    "automatic": {},
    "code-prefixes": {"lengths": [1]},
    "identity": {},
    "intervals": {"width": 5},
    "masking": {},
    "ordered-groups": {"groups": [2]},
    "priorities": {},
    "suppression": {},
    "top-bottom": {"top": 20},
}


def by_first_digit(self, values):
    return Hierarchy.of([values, values.str.head(1), ["*"] * len(values)], "lie")


def levels(*made):
    """A hierarchy that nobody checked."""
    return SimpleNamespace(levels=[pl.Series(level, dtype=pl.String) for level in made])


def check(build, values=VALUES, **attributes):
    with registered(builders, made(build=build, **attributes)) as name:
        check_builder(name, {"k": 4}, values)


@pytest.mark.parametrize("name", OURS)
def test_our_own_builders_keep_the_laws(name):
    check_builder(name, OURS[name], VALUES)


def test_an_honest_builder_is_accepted():
    check(by_first_digit)


def by_neighbors(self, values):
    return levels(values, [f"{values.min()} to {values.max()}"] * len(values))


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda self, values: levels(values + "x", ["*"] * len(values)), "Level 0"),
        (lambda self, values: levels(values, ["*"]), "must have a label for each value"),
        (
            lambda self, values: levels(values, ["*"] * len(values), values),
            "share a label on level 1 of lie differ on level 2",
        ),
        (lambda self, values: levels(values, [""] * len(values)), "labels that are empty"),
        (by_neighbors, "depends on the other values of the column"),
    ],
)
def test_a_lie_is_caught(build, sentence):
    with told(sentence):
        check(build)


def test_labels_that_depend_on_others_are_right_where_a_builder_says_so():
    check(by_neighbors, depends_on=lambda self: "the smallest and the largest value")


def test_a_builder_that_draws_by_chance_is_caught():
    def build(self, values):
        return levels(values, [str(uuid4())] * len(values))

    with told("makes two hierarchies of the same values"):
        check(build)


def test_few_values_show_nothing():
    with told("at least four"):
        check(by_first_digit, VALUES[:3])
