"""The meaning of labels that a hierarchy explains."""

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.utility.cells import SUPPRESSED, Entries, Pair, Side
from shoal.utility.labels import Parser, ranges
from shoal.utility.meaning import Meaning, Numbers, ends_of_sources


def explain_by_hierarchy(
    sides: Pair,
    entries: Entries,
    hierarchy: Hierarchy,
    number: Parser | None,
    level: int | None = None,
) -> Meaning:
    """What labels mean by a hierarchy that has every input value.

    Args:
        sides: The column before and after.
        entries: What became what.
        hierarchy: The hierarchy.
        number: How values become numbers; None takes their place in the hierarchy.
        level: The level of the column, where it is known to be one for all records.
    """
    before, after = sides
    rows = hierarchy.rows(before.labels)
    places = [_places_in_level(labels, after)[entries.after] for labels in hierarchy.labels]
    stages = _stages(entries, hierarchy, rows, places, level)
    top = hierarchy.height + (not (hierarchy.has_root and hierarchy.height))
    stages = np.where(entries.after == SUPPRESSED, top, stages)
    one = int(hierarchy.covers[0].min()) / hierarchy.domain
    unknown = int(np.count_nonzero(stages < 0))
    why = f"{unknown} of its {len(after.labels)} labels are not what its hierarchy makes of values"

    def node(stage: int) -> Codes:
        if stage > hierarchy.height:
            return np.zeros(len(entries.before), np.int32)
        return hierarchy.codes[stage][rows[entries.before]]

    return Meaning(
        stages=stages,
        height=hierarchy.height,
        top=top,
        shares=_shares(stages, hierarchy, places, top),
        smallest=one,
        domain=len(hierarchy.levels[0]),
        node=node if entries.paired and not unknown else None,
        numbers=_numbers(sides, entries, hierarchy, (rows, places, stages, top), number),
        reasons=dict.fromkeys(("level", "share", "node"), why) if unknown else {},
    )


def levels_of(sides: Pair, hierarchy: Hierarchy, counts: tuple[Counts, Counts]) -> list[int]:
    """The levels that explain all labels of a column without knowing pairs, the lowest first.

    Args:
        sides: The column before and after.
        hierarchy: Its hierarchy.
        counts: The records of each row, before and after.
    """
    entries = Entries.alone(sides[1], counts[1])
    rows, kept = hierarchy.rows(sides[0].labels), entries.after != SUPPRESSED
    places = [_places_in_level(labels, sides[1])[entries.after] for labels in hierarchy.labels]
    had = sides[0].records(counts[0])[:-1]
    fits = [
        _has_room(entries, codes[rows], at, had)
        for codes, at in zip(hierarchy.codes, places, strict=True)
    ]
    return [level for level, fit in enumerate(fits) if fit[kept].all()]


def _places_in_level(labels: pl.Series, side: Side) -> Codes:
    """The place of each of a side's labels among the labels of a level; -1 where it is not.

    One more entry, -1, is at the end, where the code `SUPPRESSED` points.
    """
    places = pl.Series(range(len(labels)), dtype=pl.Int32)
    codes = side.labels.replace_strict(labels, places, default=-1, return_dtype=pl.Int32)
    return np.append(codes.to_numpy(), np.int32(-1))  # the code `SUPPRESSED` points to the last


def _stages(
    entries: Entries, hierarchy: Hierarchy, rows: Codes, found: list[Codes], level: int | None
) -> Counts:
    """The level of each entry: one for all if one explains them all, else the lowest that fits.

    An entry that no level explains has -1. So has, where pairs are unknown, a label that occurs on
    several of these levels and covers different values on them.

    Args:
        entries: What became what.
        hierarchy: The hierarchy.
        rows: The place of each input value in the hierarchy.
        found: Per level: the place of each entry's label among the labels there; -1 if it is not.
        level: The level of all records; None if unknown.
    """
    kept = entries.after != SUPPRESSED
    if level is not None:
        return np.where(kept & (found[level] >= 0), level, -1)
    fits = [at >= 0 for at in found]
    if entries.paired:
        pairs = zip(hierarchy.codes, found, strict=True)
        fits = [(codes[rows[entries.before]] == at) & (at >= 0) for codes, at in pairs]
    whole = [fit if fit[kept].all() else np.zeros_like(fit) for fit in fits]
    fits = whole if np.any(whole) else fits
    if not entries.paired:
        fits = _drop_ambiguous(fits, hierarchy, found)
    lowest = np.argmax(np.stack(fits), axis=0)
    return np.where(np.any(fits, axis=0), lowest, -1)


def _drop_ambiguous(fits: list[Bools], hierarchy: Hierarchy, found: list[Codes]) -> list[Bools]:
    """Per level: which entries fit, without labels that cover other values on another level."""
    covers = np.stack([cover[at] for cover, at in zip(hierarchy.covers, found, strict=True)])
    covers = np.where(np.stack(fits), covers, 0)
    least = np.where(np.stack(fits), covers, np.iinfo(np.int64).max).min(axis=0)
    return [fit & (covers.max(axis=0) == least) for fit in fits]


def _has_room(entries: Entries, labels: Codes, found: Codes, had: Counts) -> Bools:
    """Which entries have a label of a level that is not more frequent than the values under it.

    Args:
        entries: The labels of the output.
        labels: The label of each input value at the level.
        found: The place of each entry's label at the level; -1 if it is not there.
        had: The records of each input value.
    """
    size = int(max(labels.max(initial=0), found.max(initial=0))) + 1
    available = np.bincount(labels, had, size)
    return (found >= 0) & (entries.records <= available[found])


def _shares(stages: Counts, hierarchy: Hierarchy, found: list[Codes], top: int) -> Floats:
    """The share of the domain that each entry's label covers; NaN where that is unknown."""
    shares = np.full(len(stages), np.nan)
    for level, (covers, at) in enumerate(zip(hierarchy.covers, found, strict=True)):
        here = stages == level
        shares[here] = covers[at[here]] / hierarchy.domain
    shares[stages == top] = 1.0
    return shares


def _numbers(
    sides: Pair,
    entries: Entries,
    hierarchy: Hierarchy,
    places: tuple[Codes, list[Codes], Counts, int],
    number: Parser | None,
) -> Numbers:
    """The column as numbers: values themselves, or else their places in the hierarchy.

    `places` holds what `explain_by_hierarchy` found: the place of each value, the place of each
    entry's label per level, the stages and the top.
    """
    rows, found, stages, top = places
    position = _positions(sides[0], hierarchy, rows, number)
    values = position[rows]
    if number is not None and entries.paired:
        low, high = ends_of_sources(values, entries)
    else:
        low, high = _ends_under_labels(position, hierarchy, found, stages)
    if number is not None:
        low, high = _as_written(sides[1], entries, number, (low, high))
    # Positions reach over the whole hierarchy, numbers over those that occur.
    least, most = _least_and_most(position if number is None else values)
    hidden = stages == top
    low, high = np.where(hidden, least, low), np.where(hidden, most, high)
    ends = np.clip(low, least, most), np.clip(high, least, most)
    return Numbers(values, *ends, placed=number is None)


def _as_written(
    after: Side, entries: Entries, number: Parser, ends: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """The ends, replaced by what a label says itself where that leaves no doubt."""
    written = ranges(after.labels, number, strictly=True)
    closed = np.append(written.has_both_ends, False)[entries.after]
    low, high = (np.append(end, np.nan)[entries.after] for end in (written.low, written.high))
    return np.where(closed, low, ends[0]), np.where(closed, high, ends[1])


def _positions(before: Side, hierarchy: Hierarchy, rows: Codes, number: Parser | None) -> Floats:
    """The number of each value of the hierarchy: the value itself, or its place without `number`.

    NaN for missing values, and for numbers that do not occur in the input.
    """
    if number is None:
        places = np.arange(len(hierarchy.levels[0]), dtype=np.float64)
        return np.where(hierarchy.levels[0].is_null().to_numpy(), np.nan, places)
    position = np.full(len(hierarchy.levels[0]), np.nan)
    position[rows] = number(before.labels)
    return position


def _ends_under_labels(
    position: Floats, hierarchy: Hierarchy, found: list[Codes], stages: Counts
) -> tuple[Floats, Floats]:
    """The smallest and the largest number of all values under each entry's label; NaN if none."""
    low, high = np.full(len(stages), np.nan), np.full(len(stages), np.nan)
    for level, (codes, at) in enumerate(zip(hierarchy.codes, found, strict=True)):
        here = (stages == level) & (at >= 0)
        ends = _ends(position, codes)
        low[here], high[here] = ends[0][at[here]], ends[1][at[here]]
    return low, high


def _ends(position: Floats, codes: Codes) -> tuple[Floats, Floats]:
    """The smallest and the largest number under each label of a level."""
    size = int(codes.max(initial=0)) + 1
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    known = np.isfinite(position)
    np.minimum.at(low, codes[known], position[known])
    np.maximum.at(high, codes[known], position[known])
    return np.where(np.isfinite(low), low, np.nan), np.where(np.isfinite(high), high, np.nan)


def _least_and_most(values: Floats) -> tuple[float, float]:
    """The smallest and the largest known number; NaN if none is known."""
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if known.size else (np.nan, np.nan)
