"""Earth mover's distances between classes and the table, and what exceeding a limit costs below.

A class further away than the limit t stays a burden, whatever it is split into. Let D be its
distance, and F the largest distance of a class that has only one of its values. Then at least
(D - t) / (F - t) of its records are suppressed, and all of them if not even the best mixture of
its values comes close enough (docs/theory/exact-search.md).
"""

from typing import NamedTuple

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.engine.ordered_distance import area_of_run
from shoal.search.exact.checks import Checks
from shoal.search.exact.entry import records_of, value_of

TOLERANCE = 1e-12  # as the promises have it
NOTHING = 1e-9  # a difference this small may be rounding
LONG = 24  # values between two present ones that are not added up one by one


class Batch(NamedTuple):
    """Some classes to judge.

    Attributes:
        entries: The values of the classes.
        counts: The records of each class.
        low, high: Where the entries of the column at hand start and end, by class.
        burden: What is known so far, by class.
        begin, stop: The first class, and the one after the last.
    """

    entries: Keys
    counts: Counts
    low: Counts
    high: Counts
    burden: Floats
    begin: int
    stop: int


@inner
def equal_burdens(checks: Checks, at: int, batch: Batch) -> None:
    """All values equally far apart: what is too common in the class must move."""
    entries, counts, low, high, burden, begin, stop = batch
    limit, shares, fars = checks.bound[at], checks.share, checks.far[at]
    for place in range(begin, stop):
        records = counts[place]
        if burden[place] >= records:
            continue
        distance = far = 0.0
        absent = 1.0
        for position in range(low[place], high[place]):
            value = value_of(entries[position])
            absent -= shares[value]
            distance += max(0.0, records_of(entries[position]) / records - shares[value])
            far = max(far, fars[value])
        if distance > limit + TOLERANCE:
            burden[place] = max(burden[place], _share(distance, absent, far, limit) * records)


@inner
def hierarchical_burdens(checks: Checks, at: int, batch: Batch) -> None:
    """The mean of the equal distance on every level below the root."""
    entries, counts, low, high, burden, begin, stop = batch
    first, last, limit, fars = (
        checks.tree[at, 0],
        checks.tree[at, 1],
        checks.bound[at],
        checks.far[at],
    )
    row, all_nodes, shares = checks.node_row, checks.nodes, checks.node_share
    levels = float(last - first)
    for place in range(begin, stop):
        records = counts[place]
        if burden[place] >= records:
            continue
        if high[place] - low[place] == 1:  # known before, and no part is closer
            if fars[value_of(entries[low[place]])] > limit + TOLERANCE:
                burden[place] = float(records)
            continue
        distance = far = 0.0
        absent = levels
        for level in range(first, last):
            for position in range(low[place], high[place]):
                node = all_nodes[level, value_of(entries[position])]
                row[node] += records_of(entries[position])
            for position in range(low[place], high[place]):
                node = all_nodes[level, value_of(entries[position])]
                if row[node] > 0:  # each node once
                    absent -= shares[node]
                    distance += max(0.0, row[node] / records - shares[node])
                    row[node] = 0
        distance, absent = distance / levels, absent / levels
        if distance > limit + TOLERANCE:
            for position in range(low[place], high[place]):
                far = max(far, fars[value_of(entries[position])])
            burden[place] = max(burden[place], _share(distance, absent, far, limit) * records)


@inner
def ordered_burdens(checks: Checks, at: int, batch: Batch) -> None:
    """Values in a line: the area between the two cumulative distributions, over m - 1 steps."""
    entries, counts, low, high, burden, begin, stop = batch
    limit, fars, first, last = checks.bound[at], checks.far[at], checks.first[at], checks.last[at]
    cumulative, area, mass, moment = checks.cumulative, checks.area, checks.mass, checks.moment
    steps = last - first - 1
    if steps < 1:
        return
    for place in range(begin, stop):
        records = counts[place]
        if burden[place] >= records:
            continue
        if high[place] - low[place] == 1:  # known before, and no part is closer
            if fars[value_of(entries[low[place]])] > limit + TOLERANCE:
                burden[place] = float(records)
            continue
        here = value_of(entries[low[place]])
        distance = area[here] - area[first]  # the class has nothing there
        reached = 0
        for position in range(low[place], high[place]):
            reached += records_of(entries[position])
            level = reached / records
            following = last
            if position + 1 < high[place]:
                following = value_of(entries[position + 1])
            if following - here <= LONG:
                for value in range(here, following):
                    distance += abs(level - cumulative[value])
            else:
                distance += area_of_run(cumulative, area, here, following, level, 1.0)
            here = following
        if distance > (limit + TOLERANCE) * steps:
            far = 0.0
            for position in range(low[place], high[place]):
                far = max(far, fars[value_of(entries[position])])
            nearest = _nearest(mass, moment, first, last, entries, low[place], high[place])
            share = _share(distance / steps, nearest / steps, far, limit)
            burden[place] = max(burden[place], share * records)


@inner
def _nearest(
    mass: Floats, moment: Floats, first: int, last: int, entries: Keys, low: int, high: int
) -> float:
    """How far the table's records are from the nearest value of the class, all together."""
    here = value_of(entries[low])
    total = here * (mass[here] - mass[first]) - (moment[here] - moment[first])
    for place in range(low, high):
        following = middle = last
        if place + 1 < high:
            following = value_of(entries[place + 1])
            middle = (here + following + 1) // 2
        total += moment[middle] - moment[here] - here * (mass[middle] - mass[here])
        total += following * (mass[following] - mass[middle])
        total -= moment[following] - moment[middle]
        here = following
    return total


@inner
def _share(distance: float, nearest: float, far: float, limit: float) -> float:
    """The share of a class too far away that is suppressed whatever it is split into."""
    if nearest > limit + NOTHING:
        return 1.0
    if far <= limit + NOTHING or distance <= limit + NOTHING:
        return 0.0
    return min(1.0, (distance - limit) / (far - limit))
