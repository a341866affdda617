"""Laws of every registered promise: what it declares is true, and order does not matter."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import encoded_of
from laws.groups import PRIVACY, SENSITIVE
from laws.lies import is_caught
from laws.questions import tables
from shoal.engine.classes import EquivalenceClasses, Histogram, classes_of
from shoal.engine.grouping import group
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.model import decided_by_size, minimum_size

BY_CLASS = [name for name in privacy_models if hasattr(privacy_models.named(name), "violations")]


@st.composite
def climbs(draw):
    """The classes of two candidates, one above the other, and the class of each tuple in both."""
    table = draw(tables(bounded=False, most_columns=3))
    records = len(table[0].values)
    ill = draw(st.lists(st.sampled_from(["flu", "hiv", "ok"]), min_size=records, max_size=records))
    encoded = encoded_of(table, sensitive={SENSITIVE: pl.Series(ill)})
    low, high = [], []
    for column in table:
        levels = sorted(draw(st.tuples(*[st.integers(0, len(column.rows[0]) - 1)] * 2)))
        low.append(levels[0])
        high.append(levels[1])
    return [
        (classes_of(encoded, grouping), grouping.class_of_tuple)
        for grouping in (group(encoded, low), group(encoded, high))
    ]


def keeps_what_it_declares(promise, climb):
    (fine, fine_class), (coarse, coarse_class) = climb
    below, above = promise.violations(fine), promise.violations(coarse)
    if promise.monotonic is Monotonic.ALWAYS:
        broken_above = above[coarse_class]
        assert below[fine_class][broken_above].all()
        assert coarse.records[above].sum() <= fine.records[below].sum()
    if promise.monotonic is not Monotonic.NEVER and not below.any():
        assert not above.any()
    if decided_by_size(promise):
        assert (above == (coarse.sizes < minimum_size(promise))).all()
    assert above[coarse.sizes < minimum_size(promise)].all()


@pytest.mark.parametrize("name", BY_CLASS)
def test_merging_classes_obeys_the_declaration(name):
    @given(PRIVACY[name], climbs())
    def law(settings, climb):
        keeps_what_it_declares(privacy_models.build({"model": name, **settings}), climb)

    law()


@dataclass(frozen=True)
class Even:
    """Holds for classes with an even number of records: merging does not keep that."""

    monotonic: ClassVar[Monotonic]

    def violations(self, classes):
        return classes.sizes % 2 == 1


class EvenAlways(Even):
    monotonic = Monotonic.ALWAYS


@dataclass(frozen=True)
class NotAlike:
    """Holds for classes without flu: merging can only break that."""

    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS

    def violations(self, classes):
        return classes.histogram(SENSITIVE)[:, 0] > 0


@dataclass(frozen=True)
class AtMostThree:
    """Holds for small classes: the opposite of monotonic."""

    monotonic: ClassVar[Monotonic] = Monotonic.WITHOUT_SUPPRESSION

    def violations(self, classes):
        return classes.sizes > 3


@dataclass(frozen=True)
class WrongSize:
    """Says that classes of four are needed, but takes three."""

    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS
    decided_by_size: ClassVar[bool] = True
    minimum_size: ClassVar[int] = 4

    def violations(self, classes):
        return classes.sizes < 3


@pytest.mark.parametrize("lie", [EvenAlways, NotAlike, AtMostThree, WrongSize])
def test_a_false_declaration_is_caught(lie):
    assert is_caught(lambda climb: keeps_what_it_declares(lie(), climb), climbs())


def test_an_honest_promise_that_declares_nothing_is_accepted():
    class Honest(Even):
        monotonic = Monotonic.NEVER

    assert not is_caught(lambda climb: keeps_what_it_declares(Honest(), climb), climbs(), 50)


def reordered(classes, order):
    """The same classes, numbered differently."""
    new_number = np.argsort(order)
    histograms = {
        name: Histogram(
            new_number[found.classes].astype(np.int32),
            found.values,
            found.counts,
            found.reference,
            found.tree,
        )
        for name, found in classes.histograms.items()
    }
    return EquivalenceClasses(classes.sizes[order], classes.records[order], histograms)


def is_free_of_numbering(promise, climb):
    (classes, _), _ = climb
    order = np.random.default_rng(len(classes.sizes)).permutation(len(classes.sizes))
    flags = promise.violations(reordered(classes, order))
    assert (flags == promise.violations(classes)[order]).all()


@pytest.mark.parametrize("name", BY_CLASS)
def test_the_numbering_of_classes_does_not_matter(name):
    @given(PRIVACY[name], climbs())
    def law(settings, climb):
        is_free_of_numbering(privacy_models.build({"model": name, **settings}), climb)

    law()


def test_a_promise_that_looks_at_the_number_of_a_class_is_caught():
    class First:
        def violations(self, classes):
            return np.arange(len(classes.sizes)) == 0

    assert is_caught(lambda climb: is_free_of_numbering(First(), climb), climbs())
