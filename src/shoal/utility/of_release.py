"""A release and its input side by side, as the search left them: on tuples, not on records."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels
from shoal.utility.cells import SUPPRESSED, Entries, Side
from shoal.utility.compare import column_of
from shoal.utility.comparison import Column, Comparison
from shoal.utility.grouping import group_rows
from shoal.utility.pairing import Known

Texts = Mapping[str, tuple[pl.Series, pl.Series]]


def compare_release(
    encoded: EncodedTable,
    levels: Levels,
    suppressed: Bools,
    known: Mapping[str, Known],
    *,
    changed: Texts | None = None,
) -> Comparison:
    """Compare a release with its input: a row is a tuple, or a record if `changed` is given.

    Args:
        encoded: The quasi-identifiers.
        levels: The level of each quasi-identifier.
        suppressed: Which records are left out.
        known: The type and the hierarchy of the columns to compare, in their order.
        changed: By name, columns whose records do not share a level, or became something else than
            labels: the texts of each record before and after. None if there are none.
    """
    rows = encoded.tuple_of_record if changed else None
    hidden = suppressed if changed else _suppressed_tuples(encoded, suppressed)
    counts = np.ones(len(hidden), np.int64) if changed else encoded.counts
    places = {column.name: at for at, column in enumerate(encoded.columns)}
    columns = tuple(
        _column_of_texts(name, own, changed[name], hidden)
        if changed and name in changed
        else _column_at_level(
            encoded, places[name], levels[places[name]], own, (rows, hidden, counts)
        )
        for name, own in known.items()
    )
    return Comparison(columns, tuple(known), counts, counts, hidden, "in-order")


def _suppressed_tuples(encoded: EncodedTable, suppressed: Bools) -> Bools:
    """Which tuples are left out; all records of a tuple are, or none."""
    tuples = np.zeros(encoded.counts.size, np.bool_)
    tuples[encoded.tuple_of_record] = suppressed
    return tuples


def _column_at_level(
    encoded: EncodedTable,
    at: int,
    level: int,
    known: Known,
    rows: tuple[Codes | None, Bools, Counts],
) -> Column:
    """A quasi-identifier at a level.

    `rows` says the tuple of each row (None if rows are tuples), which rows are suppressed, and
    their records.
    """
    of_row, hidden, counts = rows
    labels = encoded.columns[at].labels
    now = encoded.codes(at, level)
    was = encoded.codes(at)
    if of_row is not None:
        now, was = now[of_row], was[of_row]
    before = _side(labels[0], was)
    after = _side(labels[level], np.where(hidden, SUPPRESSED, now))
    entries = Entries.pairs(before, after, counts)
    here = replace(known, level=level)
    return column_of(encoded.columns[at].name, here, (before, after), entries, counts)


def _column_of_texts(
    name: str, known: Known, texts: tuple[pl.Series, pl.Series], hidden: Bools
) -> Column:
    """A column from the texts of each record before and after."""
    before, shown = Side.of(texts[0]), Side.of(texts[1].cast(pl.String))
    # A value that is gone although its record is there was blanked.
    blank = (texts[1].is_null() & texts[0].is_not_null()).to_numpy()
    after = Side(shown.labels, np.where(hidden | blank, SUPPRESSED, shown.codes).astype(np.int32))
    counts = np.ones(len(hidden), np.int64)
    return column_of(name, known, (before, after), Entries.pairs(before, after, counts), counts)


def _side(labels: pl.Series, codes: Codes) -> Side:
    """The side with only those labels that occur."""
    first, group, _ = group_rows([codes + 1], [len(labels) + 1])
    used = codes[first]
    hidden = bool(used.size and used[0] == SUPPRESSED)
    shown = labels.gather(used[hidden:])
    return Side(shown, (group - hidden).astype(np.int32))
