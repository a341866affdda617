"""Laws of promises about whole tables and populations: what they declare, and how they are kept."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import answer_of, encoded_of
from laws.climbs import about, climbs
from laws.groups import PRIVACY, SENSITIVE
from laws.lies import is_caught
from laws.questions import LIMITS, tables
from shoal.engine.lattice import Lattice
from shoal.engine.size_histogram import SizeHistogram
from shoal.errors import NoReleaseError
from shoal.privacy import Monotonic, privacy_models
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.climbing import search as climbing
from shoal.search.problem.table_promises import smallest_to_remove
from shoal.search.problem.unavoidable import unavoidable_of

TABLES = [name for name in privacy_models if hasattr(privacy_models.class_of(name), "holds")]
every_table_promise = pytest.mark.parametrize("name", TABLES)
POPULATIONS = ("k-map", "delta-presence")


def check_all(name, law, examples):
    """A law, tried with every setting of a model."""

    @settings(max_examples=30)
    @given(PRIVACY[name], examples)
    def tried(given_settings, example):
        law(privacy_models.build({"model": name, **given_settings}), example)

    tried()


def needed(promise, classes):
    """How many members the smallest prefix of classes has that must go."""
    sizes = SizeHistogram.of(classes.sizes)
    size, more = smallest_to_remove([promise], sizes)
    return sizes.records_below(size) + size * more


def keeps_what_it_declares(promise, climb):
    (fine, _), (coarse, _) = climb
    below, above = needed(promise, fine), needed(promise, coarse)
    if promise.monotonic is Monotonic.ALWAYS:
        assert above <= below
    if promise.monotonic is not Monotonic.NEVER and below == 0:
        assert above == 0


@every_table_promise
def test_merging_classes_obeys_the_declaration(name):
    check_all(name, keeps_what_it_declares, climbs())


@dataclass(frozen=True)
class FewClasses:
    """Holds for at most four classes, whatever their sizes; fine to merge, and always so."""

    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS

    def holds(self, sizes):
        return len(sizes) <= 4


@dataclass(frozen=True)
class ManyClasses:
    """Holds for at least three classes: merging breaks that."""

    monotonic: ClassVar[Monotonic] = Monotonic.WITHOUT_SUPPRESSION

    def holds(self, sizes):
        return len(sizes) >= 3


class AllRisksAlways(privacy_models.class_of("average-risk")):
    """Says that the share of records at risk is as monotonic as the average is."""

    monotonic = Monotonic.ALWAYS


def test_a_false_declaration_is_caught():
    assert not is_caught(lambda climb: keeps_what_it_declares(FewClasses(), climb), climbs(), 100)
    assert is_caught(lambda climb: keeps_what_it_declares(ManyClasses(), climb), climbs())
    # Of sizes 2, 2 and 3 four records can go; of 3 and 4, after merging, only seven.
    liar = AllRisksAlways(1.0, highest=0.2, share_at_risk=3 / 36)
    classes = [
        type("Classes", (), {"sizes": np.array(sizes)}) for sizes in ([2, 2, 3, 33], [3, 4, 33])
    ]
    with pytest.raises(AssertionError):
        keeps_what_it_declares(liar, [(side, None) for side in classes])


def is_smallest(promise, sizes, found=smallest_to_remove):
    """The prefix keeps the promise, and one class less does not."""
    classes = SizeHistogram.of(sizes)
    size, more = found([promise], classes)
    gone = len(classes.sizes[classes.sizes < size])
    assert not len(sizes) or promise.holds(np.sort(sizes)[classes.classes[:gone].sum() + more :])
    if more:
        kept = np.sort(sizes)[classes.classes[:gone].sum() + more - 1 :]
        assert not promise.holds(kept)


sizes_of_classes = st.lists(st.integers(1, 9), max_size=25).map(
    lambda sizes: np.array(sizes, np.int64)
)


@every_table_promise
def test_no_more_classes_go_than_needed(name):
    check_all(name, is_smallest, sizes_of_classes)


def is_first(promise, sizes):
    """Where a promise says that removing more keeps it, no shorter prefix keeps it."""
    classes, ordered = SizeHistogram.of(sizes), np.sort(sizes)
    if getattr(promise, "kept_by_removal", False):
        size, more = smallest_to_remove([promise], classes)
        first = next(at for at in range(len(ordered) + 1) if promise.holds(ordered[at:]))
        assert first == np.count_nonzero(ordered < size) + more


@every_table_promise
def test_a_linear_scan_finds_the_same(name):
    check_all(name, is_first, sizes_of_classes)


def test_a_promise_that_removal_breaks_again_is_caught():
    @dataclass(frozen=True)
    class Odd:
        kept_by_removal: ClassVar[bool] = True

        def holds(self, sizes):
            return len(sizes) % 2 == 0

    assert is_caught(lambda sizes: is_first(Odd(), sizes), sizes_of_classes)


def test_suppressing_everything_is_caught():
    promise = privacy_models.build({"model": "sample-uniqueness", "threshold": 0.2})

    def everything(_, classes):
        return (int(classes.sizes[-1]), int(classes.classes[-1])) if classes.count else (0, 0)

    law = lambda sizes: is_smallest(promise, sizes, everything)  # noqa: E731
    assert is_caught(law, sizes_of_classes)


@st.composite
def problems(draw):
    """Small problems with promises about tables, populations and, sometimes, single classes."""
    table = draw(tables(most_records=16, most_columns=3))
    records = len(table[0].values)
    ill = draw(st.lists(st.sampled_from(["flu", "hiv"]), min_size=records, max_size=records))
    encoded = encoded_of(table, **about(table, ill) | {"trees": {}})
    name = draw(st.sampled_from([*TABLES, *POPULATIONS]))
    promises = [privacy_models.build({"model": name, **draw(PRIVACY[name])})]
    if name == "delta-presence" and draw(st.booleans()):
        promises = [replace(promises[0], delta_min=min(0.2, promises[0].delta_max))]
    if draw(st.booleans()):
        promises.append(privacy_models.build({"model": "k-anonymity", "k": 2}))
    if draw(st.booleans()):
        diverse = {"model": "distinct-l-diversity", "column": SENSITIVE, "l": 2}
        promises.append(privacy_models.build(diverse))
    if name not in POPULATIONS and draw(st.booleans()):
        encoded = replace(encoded, population=None)
    return Problem(
        encoded,
        Lattice(
            tuple(column.levels[0] for column in table),
            tuple(column.levels[-1] for column in table),
        ),
        tuple(promises),
        quality_models.build({"model": "loss", **draw(QUALITY_SETTINGS)}),
        Decimal(draw(st.sampled_from(LIMITS))),
    )


QUALITY_SETTINGS = st.fixed_dictionaries(
    {
        "aggregate": st.sampled_from(["sum", "maximum", "geometric-mean", "rank"]),
        "gs_factor": st.sampled_from([0.0, 0.3, 0.5, 0.8]),
    }
)


def outcome(problem, strategy):
    try:
        found = answer_of(problem, strategy)
    except NoReleaseError:
        return None
    return found.levels, found.loss, found.suppressed.tolist()


def finds_the_optimum(problem):
    assert outcome(problem, "optimal") == outcome(problem, "exhaustive")


@settings(max_examples=20)
@given(problems())
def test_climbing_finds_what_looking_at_everything_finds(problem):
    finds_the_optimum(problem)


def test_closing_too_much_is_caught():
    def hasty(search, at):
        look = search.evaluator.look(tuple(search._levels[at].tolist()))
        search._closed[:] = True
        search.checked += 1
        if look.accepted:
            search.best, search.score = tuple(search._levels[at].tolist()), look.score
        return look

    with patch.object(climbing._Search, "_look", hasty):
        assert is_caught(finds_the_optimum, problems(), 300)


def is_truly_unavoidable(problem):
    """Where too much is called unavoidable, everything below suppresses too much."""
    most = problem.maximum_suppressed
    for levels in problem.lattice:
        candidate, classes = problem.judge(levels)
        if candidate.vetoed or unavoidable_of(problem, classes, candidate) <= most:
            continue
        for below in problem.lattice:
            if all(low <= high for low, high in zip(below, levels, strict=True)):
                assert problem.candidate(below).suppressed_records > most


@settings(max_examples=20)
@given(problems())
def test_where_too_much_is_unavoidable_everything_below_fails(problem):
    if problem.lattice.size <= 12:
        is_truly_unavoidable(problem)


def test_calling_too_much_unavoidable_is_caught():
    class Greedy(privacy_models.class_of("sample-uniqueness")):
        def least_suppressed(self, classes):
            return classes.records

    def law(problem):
        if problem.lattice.size <= 12:
            is_truly_unavoidable(replace(problem, privacy=(Greedy(0.2),)))

    assert is_caught(law, problems())


def is_vetoed_below(problem):
    """A veto holds for everything below."""
    for levels in problem.lattice:
        if problem.candidate(levels).vetoed:
            for below in problem.lattice:
                if all(low <= high for low, high in zip(below, levels, strict=True)):
                    assert problem.candidate(below).vetoed


@settings(max_examples=20)
@given(problems())
def test_a_veto_holds_for_everything_below(problem):
    if problem.lattice.size <= 12:
        is_vetoed_below(problem)


def test_a_veto_of_coarse_candidates_only_is_caught():
    @dataclass(frozen=True)
    class Fickle:
        monotonic: ClassVar[Monotonic] = Monotonic.NEVER

        def violations(self, classes):
            return np.zeros(len(classes.sizes), np.bool_)

        def vetoes(self, classes):
            return len(classes.sizes) == 1

    def law(problem):
        if problem.lattice.size <= 12:
            is_vetoed_below(replace(problem, privacy=(Fickle(),)))

    assert is_caught(law, problems())
