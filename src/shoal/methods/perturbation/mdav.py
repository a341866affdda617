"""Microaggregation by maximum distance to the average vector: MDAV.

Domingo-Ferrer, Torra: Ordinal, continuous and heterogeneous k-anonymity through microaggregation.
Data Mining and Knowledge Discovery 11, 2005, doi:10.1007/s10618-005-0007-5; docs/theory/methods.md.
Of records at the same distance the first is taken; rounding does not tell them apart.
"""

import numpy as np

from shoal.engine.arrays import Codes, Floats
from shoal.errors import NoReleaseError
from shoal.methods.clustering.ties import TIE, order_by_cost


def microaggregated(numbers: Floats, k: int) -> tuple[Floats, Codes]:
    """Each record replaced by the mean of its group of at least k, and the group of each record.

    Raises NoReleaseError if there are fewer than k records.

    Args:
        numbers: One row per record, one column per column; without missing numbers.
        k: The smallest group.
    """
    if len(numbers) < k:
        raise NoReleaseError(
            f"The table has {len(numbers):,} records: no group can hold {k:,}. Lower k."
        )
    groups = groups_of(numbers, k)
    sums = np.zeros((int(groups.max()) + 1, numbers.shape[1]))
    np.add.at(sums, groups, numbers)
    means = sums / np.bincount(groups)[:, None]
    return means[groups], groups


def groups_of(numbers: Floats, k: int, weights: Floats | None = None) -> Codes:
    """The group of each record; columns with more weight tell records further apart."""
    points = _standardize(numbers)
    return _groups(points if weights is None else points * weights, k)


def _standardize(numbers: Floats) -> Floats:
    """Columns from 0 on by their standard deviations; constant ones are 0."""
    spread = numbers.std(axis=0)
    moved = numbers - numbers.min(axis=0, initial=np.inf)  # large numbers would round more
    return np.asarray(moved / np.where(spread > 0, spread, 1), np.float64)


def _groups(points: Floats, k: int) -> Codes:
    """The group of each point, numbered from 0.

    Far ends come first: a group around the record farthest from the mean, then one around the
    record farthest from that. The last 2k - 1 records, or fewer, are one group.
    """
    groups = np.full(len(points), -1, np.int32)
    left = np.arange(len(points))
    many = 0
    while len(left) >= 2 * k:
        far = _farthest(points[left], points[left].mean(axis=0))
        target = points[left[far]]
        left, many = _group(points, left, target, k, groups, many)
        if len(left) >= 2 * k:
            opposite = points[left[_farthest(points[left], target)]]
            left, many = _group(points, left, opposite, k, groups, many)
    groups[left] = many
    return groups


def _group(
    points: Floats, left: "np.ndarray[tuple[int], np.dtype[np.int64]]", target: Floats, k: int,
    groups: Codes, number: int,
) -> "tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]":  # fmt: skip
    """Make a group of the k records nearest to a target; who is left, and the next number."""
    distance = _distances(points[left], target)
    largest = float(distance.max())
    near = np.flatnonzero(distance <= np.partition(distance, k - 1)[k - 1] + TIE * largest)
    nearest = near[order_by_cost(distance[near], largest)[:k]]
    groups[left[nearest]] = number
    return np.delete(left, nearest), number + 1


def _farthest(points: Floats, target: Floats) -> int:
    """The place of the point that is farthest from a target."""
    distance = _distances(points, target)
    return int(np.argmax(distance >= distance.max() * (1 - TIE)))


def _distances(points: Floats, target: Floats) -> Floats:
    """How far each point is from a target."""
    return np.asarray(np.sqrt(((points - target) ** 2).sum(axis=1)), np.float64)
