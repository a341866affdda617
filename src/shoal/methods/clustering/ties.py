"""Costs that are equal but for rounding; between those the order of records decides.

Shares are sums of fractions: 1/73 from 67 to 68 and 1/73 from 68 to 69 differ in their last bits.
Costs are equal if they differ by at most `TIE` of the largest cost there can be, which is 1 where
the weights of columns are. That is far more than rounding makes, and far less than costs of
different records differ by (docs/theory/clusters.md).
"""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner

TIE = 1e-12


@inner
def first_within(places: Counts, costs: Floats, many: int, limit: float) -> int:
    """The least of some places that cost at most a limit, which one of them does."""
    first = np.iinfo(np.int64).max
    for at in range(many):
        if costs[at] <= limit:
            first = min(first, places[at])
    return first


@inner
def first_cheapest(costs: Floats, start: int, stop: int, tie: float) -> int:
    """The first place whose cost equals the least, of those from `start` to before `stop`."""
    cheapest = np.inf
    for at in range(start, stop):
        cheapest = min(cheapest, costs[at])
    at = start
    while costs[at] > cheapest + tie:
        at += 1
    return at


def order_by_cost(costs: Floats, largest: float = 1.0) -> Counts:
    """The places of costs in ascending order, equal ones as they stand.

    A cost equals the next lower one if it is at most `TIE` · `largest` more.
    """
    order = np.argsort(costs, kind="stable")
    rank = np.zeros(len(order), np.int64)
    rank[order[1:]] = np.cumsum(np.diff(costs[order]) > TIE * largest)
    return np.argsort(rank, kind="stable")
