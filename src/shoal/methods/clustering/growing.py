"""Greedy clusters of k records that lose little together (Campan & Truta 2009, paper 002).

A cluster starts with the first record that is left and takes, one after the other, the record
that makes it least costly; between equals (`ties`) the first. The slide's loop keeps the best
record of an earlier round where none is left, and adds it again; here a cluster is only begun while
k records are left (docs/theory/clusters.md).

The scan is lazy and exact. What a record costs beside the first member alone never falls as members
are added, because ranges and ancestors only grow, in floating point, too: all sums are made in one
order. So records are sorted into buckets by that cost, and a later scan ends at the first bucket
that lies above the best cost found and all that equal it (docs/theory/clusters.md).

In the end fewer than k records are left over; they join clusters (`disperse_leftovers`).
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.methods.clustering.clusters import (
    NONE,
    cost_with_record,
    generalize_clusters,
    join,
    lowest_common_level,
    range_cost,
)
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.ties import TIE, first_cheapest, first_within

BUCKETS = 512


@dataclass(eq=False)
class Left:
    """The records that have no cluster yet, in their order; shrinks as clusters are formed.

    Attributes:
        place: Where each stands in the table.
        numbers: Their numbers.
        leaves: Their values.
        count: How many are left; entries after these have no meaning.
    """

    place: Counts
    numbers: Floats
    leaves: Codes
    count: int

    @classmethod
    def of(cls, space: Space, place: Counts) -> "Left":
        """Some records of a table, in the order given."""
        return cls(place.copy(), space.numbers[place], space.leaves[place], len(place))

    def grow(self, space: Space, k: int, cluster: Counts, first: int, most: int) -> int:
        """Form up to `most` clusters, numbered from `first`; returns the number after the last.

        Ends earlier if fewer than k records are left. Writes into `cluster`, which has an entry
        for each record of the table, and removes the members from these records.
        """
        self.count, number = _grow_clusters(
            self.numbers, self.leaves, space.limits, space.up, space.costs,
            self.place, self.count, cluster, k, first, most,
        )  # fmt: skip
        return number


@kernel
def _grow_clusters(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    place: Counts, left: int, cluster: Counts, k: int, first_number: int, most: int,
) -> tuple[int, int]:  # fmt: skip
    """Form up to `most` clusters; returns how many records are left, and the next number.

    `low` and `high` are the ranges of the growing cluster, `first` and `level` its nodes (see
    `shoal.methods.clustering.clusters`), `bound` what each record costs beside the first member.
    """
    bound, taken = np.empty(left), np.zeros(left, np.bool_)
    listed, ends = np.empty(left, np.int64), np.empty(BUCKETS + 2, np.int64)
    tied, tied_costs = np.empty(left, np.int64), np.empty(left)
    low, high = np.empty(numbers.shape[1]), np.empty(numbers.shape[1])
    first, level = np.empty(leaves.shape[1], np.int32), np.empty(leaves.shape[1], np.int32)
    row, filled = np.empty((leaves.shape[1], up.shape[2])), np.empty(leaves.shape[1], np.int32)
    number = first_number
    while left >= k and number < first_number + most:
        low[:], high[:], first[:], level[:], filled[:] = numbers[0], numbers[0], leaves[0], 0, NONE
        taken[0], cluster[place[0]] = True, number
        _fill(up, costs, first, level, row, filled)
        _first_scan(numbers, leaves, limits, low, row, left, bound)
        best = first_cheapest(bound, 1, left, TIE)
        width = _sort_into_buckets(bound, left, listed, ends)
        for size in range(1, k):
            if size > 1:
                _fill(up, costs, first, level, row, filled)
                best = _scan(
                    numbers, leaves, limits, low, high, row, bound, taken, listed, ends, width,
                    tied, tied_costs,
                )  # fmt: skip
            taken[best], cluster[place[best]] = True, number
            join(numbers[best], leaves[best], up, low, high, first, level)
        left = _close_gaps(numbers, leaves, place, taken, left)
        number += 1
    return left, number


@inner
def _fill(up: Codes, costs: Floats, first: Codes, level: Codes, row: Floats, filled: Codes) -> None:
    """Write to `row` what each value of each column costs together with the cluster.

    Only columns whose level has changed since the last call; `filled` remembers it.
    """
    for column in range(first.size):
        if filled[column] == level[column]:
            continue
        filled[column] = level[column]
        for value in range(row.shape[1]):
            at = lowest_common_level(up, column, first[column], level[column], value)
            row[column, value] = costs[column, up[column, at, first[column]]]


@inner
def _first_scan(
    numbers: Floats, leaves: Codes, limits: Floats, seed: Floats, row: Floats,
    left: int, bound: Floats,
) -> None:  # fmt: skip
    """Write to `bound` what each record costs together with the first."""
    for record in range(1, left):
        cost = 0.0
        for column in range(leaves.shape[1]):
            cost += row[column, leaves[record, column]]
        for column in range(numbers.shape[1]):
            number = numbers[record, column]
            cost += range_cost(min(seed[column], number), max(seed[column], number), limits[column])
        bound[record] = cost


@inner
def _sort_into_buckets(bound: Floats, left: int, listed: Counts, ends: Counts) -> float:
    """Sort records by bucket, and within one by place; returns the width of a bucket.

    Writes the records to `listed`, and to `ends` where each bucket starts.
    """
    most = 0.0
    for record in range(1, left):
        most = max(most, bound[record])
    width = max(most, 1e-300) / BUCKETS
    ends[:] = 0
    for record in range(1, left):
        ends[min(BUCKETS, int(bound[record] / width)) + 1] += 1
    for bucket in range(1, BUCKETS + 2):
        ends[bucket] += ends[bucket - 1]
    filled = ends.copy()
    for record in range(1, left):
        bucket = min(BUCKETS, int(bound[record] / width))
        listed[filled[bucket]] = record
        filled[bucket] += 1
    return width


@inner
def _scan(
    numbers: Floats, leaves: Codes, limits: Floats, low: Floats, high: Floats, row: Floats,
    bound: Floats, taken: Bools, listed: Counts, ends: Counts, width: float,
    tied: Counts, tied_costs: Floats,
) -> int:  # fmt: skip
    """The record that costs least together with the cluster; the first of equally cheap ones.

    `tied` and `tied_costs` are room for the records that may be the first. One that stands after
    the cheapest so far and costs no less than it is none of them.
    """
    best, cheapest, many = NONE, np.inf, 0
    for bucket in range(BUCKETS + 1):
        if bucket * width * (1 - 1e-12) > cheapest + TIE:
            break
        for at in range(ends[bucket], ends[bucket + 1]):
            record = listed[at]
            if taken[record] or bound[record] > cheapest + TIE:
                continue
            cost = 0.0
            for column in range(leaves.shape[1]):
                cost += row[column, leaves[record, column]]
            if cost > cheapest + TIE:
                continue
            for column in range(numbers.shape[1]):
                number = numbers[record, column]
                longer = range_cost(
                    min(low[column], number), max(high[column], number), limits[column]
                )
                cost += longer
            if cost < cheapest or (record < best and cost <= cheapest + TIE):
                tied[many], tied_costs[many] = record, cost
                many += 1
                if cost <= cheapest:
                    best, cheapest = record, cost
    return first_within(tied, tied_costs, many, cheapest + TIE)


@inner
def _close_gaps(numbers: Floats, leaves: Codes, place: Counts, taken: Bools, left: int) -> int:
    """Move the records that are left up, in their order; returns how many they are."""
    kept = 0
    for record in range(left):
        if not taken[record]:
            if kept != record:
                place[kept] = place[record]
                numbers[kept], leaves[kept] = numbers[record], leaves[record]
            kept += 1
        taken[record] = False
    return kept


@kernel
def disperse_leftovers(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats, cluster: Counts,
    clusters: int,
) -> Counts:  # fmt: skip
    """Each record without a cluster joins the one that then costs least; the first of equals.

    Returns the cluster of each record; `cluster` does not change.
    """
    low, high, first, level = generalize_clusters(numbers, leaves, up, cluster, clusters)
    found, together = cluster.copy(), np.empty(clusters)
    for record in range(cluster.size):
        if cluster[record] != NONE:
            continue
        for one in range(clusters):
            together[one] = cost_with_record(
                numbers[record], leaves[record], limits, up, costs,
                low[one], high[one], first[one], level[one],
            )  # fmt: skip
        best = first_cheapest(together, 0, clusters, TIE)
        found[record] = best
        join(numbers[record], leaves[record], up, low[best], high[best], first[best], level[best])
    return found
