"""Which classes keep the promises about their values, and what the others cost below.

The burden of a class is -1 if it is kept. Otherwise it is how many of its records are suppressed at
least, whatever the class is split into: all of them if no part can keep the promise, a share where
convexity says so, 0 where nothing is known. The proofs are in docs/theory/exact-search.md.
"""

import math

from numba import int64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.search.exact.checks import (
    CAPPED,
    DISTINCT,
    ENTROPY,
    EQUAL,
    HIERARCHICAL,
    ORDERED,
    Checks,
)
from shoal.search.exact.distances import (
    TOLERANCE,
    Batch,
    equal_burdens,
    hierarchical_burdens,
    ordered_burdens,
)
from shoal.search.exact.entry import records_of, value_of

KEPT = -1.0
CORRECTED = 1  # the row of Grassberger's logarithms


@inner
def judge(
    checks: Checks,
    entries: Keys,
    starts: Counts,
    counts: Counts,
    begin: int,
    stop: int,
    low: Counts,
    high: Counts,
    burden: Floats,
) -> None:
    """Raise the burdens of some classes to what the worst promise says of each.

    Args:
        checks: The promises.
        entries: The values of the classes.
        starts: Where the entries of each class start.
        counts: The records of each class.
        begin: The first class.
        stop: The class after the last.
        low: Scratch: where the entries of a column start in each class.
        high: Scratch: where they end.
        burden: What is known so far; receives what the promises say.
    """
    batch = Batch(entries, counts, low, high, burden, begin, stop)
    for at in range(checks.kind.size):
        _narrow(checks, at, entries, starts, begin, stop, low, high)
        _mark_too_few(checks.values[at], counts, begin, stop, low, high, burden)
        kind = checks.kind[at]
        if kind == DISTINCT:
            continue
        if kind == ENTROPY:
            _entropy_burdens(checks, at, batch)
        elif kind == EQUAL:
            equal_burdens(checks, at, batch)
        elif kind == ORDERED:
            ordered_burdens(checks, at, batch)
        elif kind == HIERARCHICAL:
            hierarchical_burdens(checks, at, batch)
        elif kind == CAPPED:
            _capped_burdens(checks, at, batch)
        else:
            _recursive_burdens(checks, at, batch)


@inner
def _narrow(
    checks: Checks,
    at: int,
    entries: Keys,
    starts: Counts,
    begin: int,
    stop: int,
    low: Counts,
    high: Counts,
) -> None:
    """Find the entries of a check's column; those of one column stand together."""
    first, last = checks.first[at], checks.last[at]
    single = last - first == checks.share.size
    for place in range(begin, stop):
        start, end = starts[place], starts[place + 1]
        if not single:
            while start < end and value_of(entries[start]) < first:
                start += 1
            while end > start and value_of(entries[end - 1]) >= last:
                end -= 1
        low[place], high[place] = start, end


@inner
def _mark_too_few(
    values: int, counts: Counts, begin: int, stop: int, low: Counts, high: Counts, burden: Floats
) -> None:
    """Classes with too few values are lost: parts have no more values than their class."""
    for place in range(begin, stop):
        if high[place] - low[place] < values:
            burden[place] = float(counts[place])


@inner
def _entropy_burdens(checks: Checks, at: int, batch: Batch) -> None:
    """Entropy of at least `bound`; concave, unless it is estimated with a correction."""
    entries, counts, low, high, burden, begin, stop = batch
    row, leading, needed = checks.terms[at], checks.leading[at], checks.bound[at]
    table = checks.logarithms[row]
    known = table.size
    for place in range(begin, stop):
        if burden[place] >= counts[place]:
            continue
        records, total = int64(0), 0.0
        for position in range(low[place], high[place]):
            count = records_of(entries[position])
            records += count
            total += table[count] if count < known else _times_logarithm(row, count)
        first = (
            checks.logarithms[leading, records]
            if records < known
            else _times_logarithm(leading, records)
        )
        entropy = (first - total) / records if records > 0 else 0.0
        if entropy < needed:
            share = 0.0 if row == CORRECTED else 1 - max(0.0, entropy) / needed
            burden[place] = max(burden[place], records * share)


@inner
def _times_logarithm(row: int, count: int) -> float:
    """Either x ln x or x G(x)."""
    if row != CORRECTED:
        return count * math.log(count)
    half = float(count // 2)
    series = 1 / (24 * half**2) - 7 / (960 * half**4) + 31 / (8064 * half**6)
    return count * (math.log(2 * half) + series)


@inner
def _recursive_burdens(checks: Checks, at: int, batch: Batch) -> None:
    """r1 < c (rl + … + rd); r1 - c (rl + … + rd) is convex, and at most n."""
    entries, counts, low, high, burden, begin, stop = batch
    before, bound, frequent = checks.rank[at] - 1, checks.bound[at], checks.frequent
    for place in range(begin, stop):
        if burden[place] >= counts[place]:
            continue
        largest, rest = int64(0), int64(0)
        frequent[:before] = 0
        for position in range(low[place], high[place]):
            count = records_of(entries[position])
            largest = max(largest, count)
            rest += count
            if before > 0 and count > frequent[before - 1]:  # among the l - 1 largest
                rest -= count - frequent[before - 1]
                slot = before - 1
                while slot > 0 and frequent[slot - 1] < count:
                    frequent[slot] = frequent[slot - 1]
                    slot -= 1
                frequent[slot] = count
        if largest == 0:  # every value is missing: as if there were one
            largest = rest = int64(counts[place])
        allowed = bound * rest
        if largest >= allowed * (1 - TOLERANCE):
            burden[place] = max(burden[place], 0.0, largest - allowed)


@inner
def _capped_burdens(checks: Checks, at: int, batch: Batch) -> None:
    """No value has a larger share than its cap, or a smaller one than its floor."""
    entries, counts, low, high, burden, begin, stop = batch
    caps, floors, everywhere = checks.caps[at], checks.floors[at], checks.everywhere[at]
    for place in range(begin, stop):
        records = counts[place]
        if burden[place] >= records:
            continue
        share = cap = available = rare = 0.0
        broken = False
        for position in range(low[place], high[place]):
            value = value_of(entries[position])
            part = records_of(entries[position]) / records
            available += caps[value]
            if part > caps[value]:
                share += part
                cap += caps[value]
                broken = True
            if part < floors[value]:
                broken = True
                rare = max(rare, 1 - part / floors[value])
        if not broken:
            continue
        if available < 1 - 1e-9:  # values of a part are among those of its class
            burden[place] = float(records)
            continue
        worst = (share - cap) / (1 - cap) if share > 0 else 0.0
        if everywhere:
            worst = max(worst, rare)
        burden[place] = max(burden[place], records * worst)
