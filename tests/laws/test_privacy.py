"""Laws of every registered promise: what it declares is true, and order does not matter."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings

from bridge import encoded_of
from laws.climbs import about, ascents, climbs
from laws.examples import few_or_many
from laws.groups import PRIVACY, SENSITIVE
from laws.lies import is_caught
from reference import Column
from shoal.engine.classes import EquivalenceClasses, Histogram, classes_of
from shoal.engine.grouping import group
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.model import is_decided_by_size, minimum_size

pytestmark = pytest.mark.slow

BY_CLASS = [name for name in privacy_models if hasattr(privacy_models.class_of(name), "violations")]


def keeps_what_it_declares(promise, climb):
    (fine, fine_class), (coarse, coarse_class) = climb
    below, above = promise.violations(fine), promise.violations(coarse)
    if promise.monotonic is Monotonic.ALWAYS:
        broken_above = above[coarse_class]
        assert below[fine_class][broken_above].all()
        assert coarse.records[above].sum() <= fine.records[below].sum()
    if promise.monotonic is not Monotonic.NEVER and not below.any():
        assert not above.any()
    if is_decided_by_size(promise):
        assert (above == (coarse.sizes < minimum_size(promise))).all()
    assert above[coarse.sizes < minimum_size(promise)].all()


def check_all(name, law, tables, examples):
    """A law, tried with every setting of a model."""

    @settings(max_examples=examples)
    @given(PRIVACY[name], tables)
    def tried(parameters, table):
        law(privacy_models.build({"model": name, **parameters}), table)

    tried()


every_model = pytest.mark.parametrize("name", BY_CLASS)
few_or_many_tables = few_or_many(12, 100)


@few_or_many_tables
@every_model
def test_merging_classes_obeys_the_declaration(name, examples):
    check_all(name, keeps_what_it_declares, climbs(), examples)


def stays_broken_below(promise, climb):
    (fine, fine_class), (coarse, coarse_class) = climb
    below, above = promise.violations(fine), promise.violations(coarse)
    assert below[fine_class][above[coarse_class]].all()


ALWAYS = [
    name
    for name in BY_CLASS
    if getattr(privacy_models.class_of(name), "monotonic", None) is Monotonic.ALWAYS
]


@few_or_many_tables
@pytest.mark.parametrize("name", ALWAYS)
def test_what_is_always_monotonic_stays_so_when_people_are_counted(name, examples):
    check_all(name, stays_broken_below, climbs(people=True), examples)


def test_nothing_else_stays_monotonic_when_people_are_counted():
    # p1 and p2 have flu in both wards; together they count once, and hiv is twice as common.
    wards = Column("ward", tuple("aaaabbbb"), (("a", "*"), ("b", "*")))
    values = ["flu", "flu", "hiv", "hiv"] * 2
    who = pl.Series(["p1", "p2", "p3", "p4", "p1", "p2", "p5", "p6"])
    promise = privacy_models.class_of("entropy-l-diversity")(SENSITIVE, 2)
    for people, merged in ((None, [False]), (who, [True])):
        sensitive = {SENSITIVE: pl.Series(SENSITIVE, values)}
        encoded = encoded_of([wards], sensitive=sensitive, person=people)
        fine, coarse = (classes_of(encoded, group(encoded, [level])) for level in (0, 1))
        assert promise.violations(fine).tolist() == [False, False]
        assert promise.violations(coarse).tolist() == merged


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
            found.missing,
        )
        for name, found in classes.histograms.items()
    }
    return EquivalenceClasses(
        classes.sizes[order],
        classes.records[order],
        histograms,
        classes.population[order],
        classes.strangers,
        lambda: classes.information_lost[order],
    )


def is_free_of_numbering(promise, climb):
    (classes, _), _ = climb
    order = np.random.default_rng(len(classes.sizes)).permutation(len(classes.sizes))
    flags = promise.violations(reordered(classes, order))
    assert (flags == promise.violations(classes)[order]).all()


@few_or_many_tables
@every_model
def test_the_numbering_of_classes_does_not_matter(name, examples):
    check_all(name, is_free_of_numbering, climbs(), examples)


def test_a_promise_that_looks_at_the_number_of_a_class_is_caught():
    class First:
        def violations(self, classes):
            return np.arange(len(classes.sizes)) == 0

    assert is_caught(lambda climb: is_free_of_numbering(First(), climb), climbs())


def is_free_of_record_order(promise, ascent):
    table, values, levels, _ = ascent
    order = np.random.default_rng(len(values)).permutation(len(values))
    shuffled = [
        Column(column.name, tuple(column.values[at] for at in order), column.rows)
        for column in table
    ]
    before = flags_of_records(promise, table, values, levels)
    after = flags_of_records(promise, shuffled, [values[at] for at in order], levels)
    assert (before[order] == after).all()


def flags_of_records(promise, table, values, levels):
    encoded = encoded_of(table, **about(table, values))
    grouping = group(encoded, levels)
    flags = promise.violations(classes_of(encoded, grouping))
    return flags[grouping.class_of_tuple][encoded.tuple_of_record]


@few_or_many_tables
@every_model
def test_the_order_of_records_does_not_matter(name, examples):
    check_all(name, is_free_of_record_order, ascents(), examples)


def test_a_promise_that_depends_on_the_order_of_records_is_caught():
    class EveryOther:
        """Breaks for one class or another, as they happen to be asked."""

        asked = 0

        def violations(self, classes):
            self.asked += 1
            return np.full(len(classes.sizes), self.asked % 2 == 1)

    promise = EveryOther()
    assert is_caught(lambda ascent: is_free_of_record_order(promise, ascent), ascents())


def relabeled(classes, new_code):
    """The same classes, their values coded differently."""
    found = classes.histograms[SENSITIVE]
    values = new_code[found.values].astype(np.int32)
    order = np.lexsort((values, found.classes))
    old_code = np.argsort(new_code)
    histogram = Histogram(
        found.classes[order],
        values[order],
        found.counts[order],
        found.reference[old_code],
        tuple(level[old_code] for level in found.tree),
        int(new_code[found.missing]) if found.missing >= 0 else -1,
    )
    return replace(classes, histograms={SENSITIVE: histogram})


def is_free_of_labels(promise, climb):
    """Values are only told apart; where they have an order, it may be read from its other end."""
    (classes, _), _ = climb
    values = len(classes.histograms[SENSITIVE].reference)
    shuffled = np.random.default_rng(values).permutation(values)
    in_order = getattr(promise, "distance", "") == "ordered"
    new_code = np.arange(values)[::-1] if in_order else shuffled
    flags = promise.violations(relabeled(classes, new_code))
    assert (flags == promise.violations(classes)).all()


@few_or_many_tables
@every_model
def test_the_labels_of_values_do_not_matter(name, examples):
    check_all(name, is_free_of_labels, climbs(), examples)


def test_a_promise_that_knows_a_value_by_its_code_is_caught():
    assert is_caught(lambda climb: is_free_of_labels(NotAlike(), climb), climbs())


def is_unavoidable_below(promise, climb):
    (fine, fine_class), (coarse, coarse_class) = climb
    lost = np.zeros(len(coarse.sizes))
    parent = np.zeros(len(fine.sizes), np.int64)
    parent[fine_class] = coarse_class
    np.add.at(lost, parent, np.where(promise.violations(fine), fine.records, 0))
    assert (promise.unavoidable(coarse) <= lost + 1e-9).all()


@few_or_many_tables
@pytest.mark.parametrize(
    "name", [name for name in BY_CLASS if hasattr(privacy_models.class_of(name), "unavoidable")]
)
def test_what_is_called_unavoidable_is_lost_below(name, examples):
    check_all(name, is_unavoidable_below, climbs(), examples)


def test_calling_too_much_unavoidable_is_caught():
    class Greedy(privacy_models.class_of("t-closeness")):
        """Says that a class that is too far away is lost as a whole."""

        def unavoidable(self, classes):
            return np.where(self.violations(classes), classes.records, 0)

    promise = Greedy(SENSITIVE, 0.2)
    assert is_caught(lambda climb: is_unavoidable_below(promise, climb), climbs())


RISING = ("k", "l")  # promises more the larger it is; all others promise more the smaller they are


def measures_the_tightest(promise, climb):
    (classes, _), _ = climb
    measured = promise.measured(classes)
    assert measured is not None
    toward = 1 if promise.measures in RISING else -1
    whole = isinstance(getattr(promise, promise.measures), int)
    step = 1 if whole else 1e-6
    # A little looser, because some promises are strict, it is kept; a little tighter, it is not.
    assert keeps(promise, classes, measured - toward * (0 if whole else step)) is not False
    assert keeps(promise, classes, measured + toward * step) is not True


def keeps(promise, classes, value):
    """Whether classes keep a promise with this value; None if it cannot have that value."""
    whole = isinstance(getattr(promise, promise.measures), int)
    try:
        changed = replace(promise, **{promise.measures: int(value) if whole else value})
    except (StudyError, OverflowError):
        return None
    return not changed.violations(classes).any()


@few_or_many_tables
@pytest.mark.parametrize(
    "name", [name for name in BY_CLASS if hasattr(privacy_models.class_of(name), "measured")]
)
def test_what_is_measured_is_kept_and_nothing_tighter(name, examples):
    check_all(name, measures_the_tightest, climbs(), examples)


@pytest.mark.parametrize("wrong", [np.mean, np.min])
def test_a_wrong_measurement_is_caught(wrong):
    class Careless(privacy_models.class_of("t-closeness")):
        def measured(self, classes):
            return float(wrong(self._distances(classes)))

    promise = Careless(SENSITIVE, 0.2)
    assert is_caught(lambda climb: measures_the_tightest(promise, climb), climbs())
