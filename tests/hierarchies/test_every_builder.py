"""Laws of hierarchies, over every registered builder, each with a lie it must catch."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import DataError
from shoal.hierarchies import Hierarchy, builders

EXAMPLES = {
    "identity": [{}],
    "suppression": [{}, {"label": "any"}],
    "masking": [{}, {"align": "right", "padding": " "}, {"direction": "left-to-right"}],
    "intervals": [
        {"width": 5, "levels": 4},
        {"width": 0.3, "levels": 3, "factor": 3, "always_root": True},
        {
            "intervals": [[0, 20], [20, 33]],
            "groups": [2, 3],
            "lower": {"minimum": -1e9},
            "upper": {"snap": 81, "top": 100, "maximum": 1e9},
        },
    ],
}
EVERY = [(name, example) for name in EXAMPLES for example in EXAMPLES[name]]

numbers = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(-1000, 1000, places=2).map(str),
)
columns = st.lists(numbers, min_size=1, max_size=40, unique=True)


def check_the_laws(hierarchy, values):
    """Level 0 is the values; each level determines the next; covers add up to the domain."""
    assert hierarchy.levels[0].to_list() == values
    for lower, upper in zip(hierarchy.codes, hierarchy.codes[1:], strict=False):
        assert len(set(zip(lower.tolist(), upper.tolist(), strict=True))) == len(
            set(lower.tolist())
        )
    for covers, codes, labels in zip(
        hierarchy.covers, hierarchy.codes, hierarchy.labels, strict=True
    ):
        assert covers.sum() == hierarchy.domain
        assert len(covers) == len(labels) == codes.max() + 1


@pytest.mark.parametrize(("name", "parameters"), EVERY)
@settings(max_examples=40, deadline=None)
@given(values=columns)
def test_every_builder_keeps_the_laws(name, parameters, values):
    hierarchy = builders.build({"builder": name, **parameters}).build(pl.Series(values))
    check_the_laws(hierarchy, values)
    check_the_laws(hierarchy.with_missing(), [*values, None])


@pytest.mark.parametrize(("name", "parameters"), EVERY)
def test_the_order_of_values_does_not_change_their_labels(name, parameters):
    values = ["7", "12", "3.5", "99", "1000"]
    builder = builders.build({"builder": name, **parameters})
    forward, backward = builder.build(pl.Series(values)), builder.build(pl.Series(values[::-1]))
    for level, other in zip(forward.levels, backward.levels, strict=True):
        assert level.to_list() == other.to_list()[::-1]


@dataclass(frozen=True)
class Forked:
    """Lies: the same label becomes two on the next level."""

    def build(self, values):
        other = [str(row) for row in range(len(values))]
        return Hierarchy.of([values, ["x"] * len(values), other], "lie")


def test_a_builder_that_breaks_the_law_is_refused_at_birth():
    with pytest.raises(DataError, match="must determine the next"):
        Forked().build(pl.Series(["1", "2"]))


def test_the_law_catches_covers_that_do_not_add_up():
    honest = builders.build({"builder": "suppression"}).build(pl.Series(["1", "2"]))
    lie = honest.covering(honest.covers, 3)
    with pytest.raises(AssertionError):
        check_the_laws(lie, ["1", "2"])


def test_no_builder_is_forgotten():
    assert {*EXAMPLES, "file"} == set(builders)
    for name in builders:
        assert (Path(__file__).parent / f"test_{name}.py").exists()
