"""The values of sensitive columns in each class, rolled up together with the classes.

A value and how often it occurs make one entry, `value << 32 | records`; the entries of a class are
sorted by value. Values of several columns are numbered one column after another, so any number of
columns takes one roll-up. Nothing is hashed but the classes: entries are added up in a row of all
values, class by class.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.search.exact.checks import Check, Checks, checks_of
from shoal.search.exact.entry import entries_of
from shoal.search.exact.memory import Memory
from shoal.search.exact.spare import Spare

STORE = 24_000_000  # entries kept for later roll-ups, at 8 bytes each; pages are touched on use
CROWDED = 4  # if more than one in 4 cells is used, a table of classes and values is fastest


class Contents(NamedTuple):
    """What classes contain, and what is promised about it.

    Attributes:
        checks: The promises about sensitive columns.
        records: How many records there are.
        start: Where each tuple's entries start; one more for the end.
        entries: The entries of the tuples.
        stored_start: Where the entries of each class start that the search keeps (`Memory.keys`).
        stored_entries: Those entries, then the entries of the candidate at hand.
        used: How many entries are kept.
        now_start: Where the entries of each class at hand start; one more for the end.
        place: The class at hand of each class it was rolled up from.
        sources: The classes rolled up from, by the class they became.
        first: Where those of each class at hand start.
        row, touched: Records per value, and which values occur, while a class is added up.
        cells: Records per class and value, where classes have many of all values.
        low, high: Where the entries of a check's column start and end, by class at hand.
        burden: Records of each class at hand that are suppressed in every specialization, whatever
            it is split into; -1 for classes that are kept.
        charge: What the suppression at hand adds in each column.
        fewest: The fewest records that any candidate suppressed that was looked at.
    """

    checks: Checks
    records: int
    start: Counts
    entries: Keys
    stored_start: Counts
    stored_entries: Keys
    used: Counts
    now_start: Counts
    place: Codes
    sources: Codes
    first: Codes
    row: Counts
    touched: Codes
    cells: Codes
    low: Counts
    high: Counts
    burden: Floats
    charge: Floats
    fewest: Counts


def contents_of(
    encoded: EncodedTable, lattice: Lattice, asked: Sequence[Check], memory: Memory
) -> Contents:
    """What the tuples at the lattice's minimum contain, and room for what classes contain."""
    columns = sorted({check.column for check in asked})
    checks = checks_of(encoded, asked, columns)
    start, entries = _entries([encoded.sensitive[name] for name in columns], encoded, lattice)
    tuples, values = len(memory.now_keys), len(checks.share)
    most = min(STORE, len(memory.stored.words) * len(entries))
    stored_start, stored_entries = SPARE.take(len(memory.keys) + 1, most + len(entries) + 1)
    stored_start[0] = 0
    return Contents(
        checks, encoded.records, start, entries,
        stored_start, stored_entries, np.zeros(1, np.int64),
        np.empty(tuples + 1, np.int64), np.empty(tuples, np.int32), np.empty(tuples, np.int32),
        np.empty(tuples + 1, np.int32), np.zeros(values, np.int64), np.empty(values, np.int32),
        np.zeros(CROWDED * len(entries), np.int32),
        np.empty(tuples, np.int64), np.empty(tuples, np.int64),
        np.empty(tuples), np.empty(len(encoded.columns)), np.array([encoded.records]),
    )  # fmt: skip


def _entries(
    columns: list[Occurrences], encoded: EncodedTable, lattice: Lattice
) -> tuple[Counts, Keys]:
    """All columns' occurrences as entries by tuple; tuples that the minimum merges are added up."""
    first = np.cumsum([0, *(len(column.labels) for column in columns)])
    tuples = np.concatenate([column.tuples for column in columns]).astype(np.int64)
    values = np.concatenate(
        [at + column.values for at, column in zip(first, columns, strict=False)]
    )
    counts = np.concatenate([column.counts for column in columns])
    size = len(encoded.counts)
    if any(lattice.minimum):
        grouping = group(encoded, lattice.minimum)
        tuples, size = grouping.class_of_tuple[tuples].astype(np.int64), len(grouping.sizes)
    if len(columns) > 1 or any(lattice.minimum):
        pairs, where = np.unique(tuples * first[-1] + values, return_inverse=True)
        counts = np.bincount(where, counts).astype(np.int64)
        tuples, values = np.divmod(pairs, first[-1])
    start = np.append(0, np.cumsum(np.bincount(tuples, minlength=size)))
    return start.astype(np.int64), entries_of(values, counts)


SPARE = Spare(np.int64, np.uint64)


def give_back(contents: Contents) -> None:
    """Leave the space for entries to the next search."""
    SPARE.put(contents.stored_start, contents.stored_entries)
