"""Does the order of the release betray the order of the input (docs/runs.md)?

The released records are compared with the input's, place by place. In a shuffled release the
number of places that agree has a known mean and variance (the matching problem with repeated
kinds: with c records of each kind among n, the mean is Σc²/n). Far more agreement is no accident.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding

# Far beyond what a shuffle does by accident, because a false alarm refuses a good release.
DEVIATIONS, PLACES, CHANCE = 10, 30, 1e-9  # standard deviations; places; largest chance
TURNS = 16  # distances at which records are compared with the input, to learn what is usual
KEPT = "Released records stand in the order of the input."
Pair = tuple[Whole, Whole]  # of the input and of the release, in their orders


def betrays_order(records: Pair) -> bool:
    """Whether the released records stand where they stood in the input."""
    nowhere = np.zeros(len(records[1]), dtype=np.int64)
    return _agree_more_than_by_chance(records, nowhere)


def betrays_order_in_classes(records: Pair, classes: Pair) -> bool:
    """Whether the order was kept inside classes, as when a release is only sorted by class."""
    before, after = (_stable_order(of) for of in classes)
    return _agree_more_than_by_chance((records[0][before], records[1][after]), classes[1][after])


def order_of_places(case: Case, fits: Callable[[int], Bools], other: Finding | None) -> Finding:
    """Check whether records stand where they stood in the input, if each may fit several.

    Args:
        case: Input and release.
        fits: From a distance to one flag per released record: whether it fits the input record that
            far from its place.
        other: What another test found about the order; None without one. It is returned if it
            fails, or if records do not stand at their places.
    """
    if other is not None and other.holds is False:
        return other
    if case.released != case.records or case.records < PLACES:
        reason = "Records are missing or few, so their places cannot be compared with the input's."
        return other or Finding("order", "not_checked", reason)
    betrays = stand_at_their_places(case.records, fits)
    return (
        other if other and not betrays else Finding("order", not betrays, KEPT if betrays else "")
    )


def stand_at_their_places(records: int, fits: Callable[[int], Bools]) -> bool:
    """Whether more records fit the input record at their place than one at other distances."""
    turns = np.linspace(1, records - 1, TURNS).astype(int).tolist()
    own, *others = (int(np.count_nonzero(fits(turned))) for turned in (0, *turns))
    usual, spread = float(np.mean(others)), float(np.std(others))
    return own - usual > max(DEVIATIONS * spread, PLACES)


def _agree_more_than_by_chance(records: Pair, groups: Whole) -> bool:
    """Whether two orders agree more than by chance, if records were shuffled inside groups."""
    agreeing = int(np.count_nonzero(records[0] == records[1]))
    kinds = np.bincount(records[1])
    group_of = np.zeros(len(kinds), dtype=np.int64)
    group_of[records[1]] = groups
    sizes = np.bincount(groups)
    if agreeing == len(groups):
        return _log_chance_of_equality(kinds, sizes) < math.log(CHANCE)
    mean, variance = _mean_and_variance(
        kinds.astype(np.float64), group_of, sizes.astype(np.float64)
    )
    return agreeing - mean > max(DEVIATIONS * math.sqrt(max(variance, 0.0)), PLACES)


def _log_chance_of_equality(kinds: Whole, sizes: Whole) -> float:
    """The chance that shuffling changes nothing: all c! over all n!, as a logarithm."""
    return _log_factorials(kinds) - _log_factorials(sizes)


def _log_factorials(counts: Whole) -> float:
    """The sum of the logarithms of the factorials of some counts."""
    values, times = np.unique(counts, return_counts=True)
    return sum(int(t) * math.lgamma(int(v) + 1) for v, t in zip(values, times, strict=True))


def _mean_and_variance(
    kinds: NDArray[np.float64], group_of: Whole, sizes: NDArray[np.float64]
) -> tuple[float, float]:
    """Mean and variance of the number of agreeing places after a shuffle inside groups."""
    squares = np.bincount(group_of, kinds**2, len(sizes))
    cubes = np.bincount(group_of, kinds**3, len(sizes))
    mean = squares / np.maximum(sizes, 1)
    # Two places agree at once with probability c(c-1)/n(n-1) or cd/n(n-1), for kinds c and d.
    both = (squares**2 - 2 * cubes + squares) / np.maximum(sizes * (sizes - 1), 1)
    return float(mean.sum()), float((both + mean - mean**2)[sizes > 1].sum())


def _stable_order(groups: Whole) -> Whole:
    """The order that sorts by group; few groups are narrowed because they sort much faster."""
    few = len(groups) == 0 or int(groups.max()) < 2**16
    return np.argsort(groups.astype(np.uint16) if few else groups, kind="stable")
