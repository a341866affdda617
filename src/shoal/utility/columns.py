"""Measures of one column: missing cells, levels, granularity, entropy, squared error.

The cells of figure 7 in Eicher et al. 2020 (doi:10.1186/s12911-020-1041-3); docs/theory/utility.md.
"""

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.utility.comparison import ALL, UNPAIRED, Column, Include
from shoal.utility.measure import Measure, no_measure

NOTHING = "no cell counts"


def missing_shares(column: Column, before_counts: Counts) -> dict[str, float | None]:
    """The share of cells that tell nothing, `before` (missing) and `after` (or suppressed, too).

    None without records.
    """
    had = column.before.records(before_counts)
    gone = had[column.before.missing] if column.before.missing >= 0 else 0
    entries = column.entries
    empty = column.meaning.shows_nothing | (entries.after == column.after.missing)
    return {
        "before": _share(gone, had.sum()),
        "after": _share(entries.records[empty].sum(), entries.records.sum()),
    }


def intensity(column: Column, include: Include = ALL) -> Measure:
    """Generalization intensity: how far up the hierarchy cells are, on average."""
    if "level" in column.meaning.reasons:
        return no_measure(column.meaning.reasons["level"])
    return _mean(column, column.meaning.level_shares, 0.0, include)


def granularity(column: Column, include: Include = ALL) -> Measure:
    """The share of the domain that a cell covers, on average."""
    if "share" in column.meaning.reasons:
        return no_measure(column.meaning.reasons["share"])
    return _mean(column, column.meaning.shares, column.meaning.smallest, include)


def entropy(column: Column, include: Include = ALL) -> Measure:
    """Non-uniform entropy in bits (Gionis & Tassa 2009), level by level for mixed levels.

    Records climb together: at each level that occurs, those that reach it pay for what the step
    makes indistinguishable among them.
    """
    entries, meaning = column.entries, column.meaning
    if not entries.paired:
        return no_measure(UNPAIRED)
    if meaning.node is None:
        return no_measure(meaning.reasons.get("node", NOTHING))
    counts, wanted = entries.records, column.entries_that_count(include)
    bits, before = 0.0, entries.before
    for stage in np.unique(meaning.stages[wanted & (meaning.stages > 0)]).tolist():
        reach, node = wanted & (meaning.stages >= stage), meaning.node(stage)
        bits += _bits(node[reach], counts[reach]) - _bits(before[reach], counts[reach])
        before = node
    return Measure(
        bits, 0.0, _whole(counts[wanted]) - _bits(entries.before[wanted], counts[wanted])
    )


def squared_error(column: Column, include: Include = ALL) -> Measure:
    """The sum of squared distances to the farther end of what a cell may be."""
    numbers, entries = column.meaning.numbers, column.entries
    if not entries.paired or numbers is None:
        return no_measure(UNPAIRED if numbers else column.meaning.reasons["number"])
    values = numbers.values[entries.before]
    wanted = column.entries_that_count(include) & np.isfinite(values)
    if not wanted.any():
        return no_measure(NOTHING)
    if not np.isfinite(numbers.low[wanted]).all():
        return no_measure("some labels do not say which numbers they stand for")
    worst = (
        distance_to_farther_end(values, np.nanmin(numbers.values), np.nanmax(numbers.values)) ** 2
    )
    error = np.minimum(distance_to_farther_end(values, numbers.low, numbers.high) ** 2, worst)
    records = entries.records[wanted]
    return Measure(float(error[wanted] @ records), 0.0, float(worst[wanted] @ records))


def distance_to_farther_end(values: Floats, low: Floats | float, high: Floats | float) -> Floats:
    """The distance of each value from the end that is farther away."""
    distance: Floats = np.maximum(np.abs(values - low), np.abs(values - high))
    return distance


MEASURES = {
    "generalization_intensity": intensity,
    "granularity": granularity,
    "non_uniform_entropy": entropy,
    "squared_error": squared_error,
}


def _mean(column: Column, losses: Floats, minimum: float, include: Include) -> Measure:
    """The mean loss of a cell, from the loss of each entry; at worst it is 1."""
    wanted: Bools = column.entries_that_count(include)
    records = column.entries.records[wanted]
    if not records.sum():
        return no_measure(NOTHING)
    return Measure(float(losses[wanted] @ records / records.sum()), minimum, 1.0)


def _bits(codes: Codes, records: Counts) -> float:
    """The sum over all records of log₂ of the size of their group: those with the same code."""
    sizes = np.bincount(codes, records)
    return float(sizes @ np.log2(np.where(sizes > 0, sizes, 1)))


def _whole(records: Counts) -> float:
    """What `_bits` is if all records are one group."""
    total = float(records.sum())
    return total * float(np.log2(total)) if total else 0.0


def _share(part: float, whole: float) -> float | None:
    """The part by the whole; None if there is no whole."""
    return float(part / whole) if whole else None
