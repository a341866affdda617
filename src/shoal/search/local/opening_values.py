"""Open cells whose records keep promises about sensitive columns, too.

The groups that are large and cheap enough are judged by the checks of the exact search: the same
arithmetic that decides which classes a global candidate suppresses.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.encoded import EncodedTable
from shoal.engine.kernel import inner, kernel
from shoal.search.exact.checks import Check, Checks, checks_of
from shoal.search.exact.entry import entries_of, entry, records_of, value_of
from shoal.search.exact.judge import KEPT, judge
from shoal.search.local.cells import Cells
from shoal.search.local.opening import LEFT, NOTHING, Nodes, Room, Rule, choose_cells, place_chosen


class Values(NamedTuple):
    """What tuples contain, what is promised about it, and room to add it up.

    Values of all sensitive columns are numbered together. An entry is a value with its number of
    records, in one word (`shoal.search.exact.entry`). Kernels write into `row` and all after it.

    Attributes:
        checks: The promises.
        start: Where each tuple's entries start; one more for the end.
        entries: The entries of all tuples, tuple by tuple, each sorted by value.
        row, touched: Records of each value while a group is added up, and which values occur.
        head, following: The first member of each group, and the member after each member, as
            places in `Room.left`; -1 at the end.
        first: Where the entries of each judged group start; one more for the end.
        added: Those entries.
        judged: The groups that are judged.
        sizes: Their records.
        low, high, burden: What the checks write.
    """

    checks: Checks
    start: Counts
    entries: Keys
    row: Counts
    touched: Counts
    head: Counts
    following: Counts
    first: Counts
    added: Keys
    judged: Counts
    sizes: Counts
    low: Counts
    high: Counts
    burden: Floats


def values_of(table: EncodedTable, asked: Sequence[Check]) -> Values:
    """The values of a table's tuples in all columns that checks are about."""
    columns = sorted({check.column for check in asked})
    checks = checks_of(table, asked, columns)
    start, entries = _entries(table, columns)
    size, values = len(table.counts), len(checks.share)
    whole = np.empty((7, size + 1), np.int64)
    return Values(
        checks, start, entries, np.zeros(values, np.int64), np.empty(values, np.int64),
        whole[0], whole[1], whole[2], np.empty(len(entries) + 1, np.uint64),
        whole[3], whole[4], whole[5], whole[6], np.empty(size + 1),
    )  # fmt: skip


def _entries(table: EncodedTable, columns: Sequence[str]) -> tuple[Counts, Keys]:
    """Where each tuple's entries start, and the entries: column by column, each in its order."""
    found = [table.sensitive[name] for name in columns]
    offsets = np.cumsum([0, *(len(column.labels) for column in found)])
    tuples = np.concatenate([column.tuples for column in found])
    values = np.concatenate(
        [offset + column.values for offset, column in zip(offsets, found, strict=False)]
    )
    counts = np.concatenate([column.counts for column in found])
    order = np.lexsort((values, tuples))
    sizes = np.bincount(tuples, minlength=len(table.counts))
    start: Counts = np.append(0, np.cumsum(sizes)).astype(np.int64)
    return start, entries_of(values[order], counts[order])


@kernel
def open_valued(
    cells: Cells, nodes: Nodes, room: Room, rule: Rule, prices: Floats,
    place: Counts, node_of: Counts, values: Values,
) -> None:  # fmt: skip
    """Like `open_cells`, but only groups that keep the promises about values become classes.

    What is refused stays left; this node sees it again only if it gets another look.
    """
    for node in room.order:
        if room.due[node] > rule.threshold + NOTHING or room.tally[LEFT] == 0:
            continue
        groups, chosen = choose_cells(cells, nodes, room, rule, prices, node)
        if chosen and judge_chosen(room, values, groups):
            place_chosen(cells, room, place, node_of, node)


@inner
def judge_chosen(room: Room, values: Values, groups: int) -> int:
    """Take back the choice of groups that break a promise; how many are still chosen."""
    link_members(room, values, groups)
    judged, used = 0, 0
    values.first[0] = 0
    for group in range(groups):
        if room.opened[group] >= 0:
            values.judged[judged], values.sizes[judged] = group, room.sizes[group]
            values.burden[judged] = KEPT
            used = add_up_group(room, values, group, used)
            judged += 1
            values.first[judged] = used
    judge(
        values.checks, values.added, values.first, values.sizes, 0, judged,
        values.low, values.high, values.burden,
    )  # fmt: skip
    kept = 0
    for at in range(judged):
        if values.burden[at] == KEPT:
            kept += 1
        else:
            room.opened[values.judged[at]] = -1
    return kept


@inner
def link_members(room: Room, values: Values, groups: int) -> None:
    """Link the members of each chosen group."""
    for group in range(groups):
        values.head[group] = -1
    for at in range(room.tally[LEFT]):
        group = room.group[at]
        if room.opened[group] >= 0:
            values.following[at] = values.head[group]
            values.head[group] = at


@inner
def add_up_group(room: Room, values: Values, group: int, used: int) -> int:
    """Write the entries of a group, sorted by value, from `used` on; where they end."""
    row, touched = values.row, values.touched
    found = 0
    at = values.head[group]
    while at >= 0:
        item = room.left[at]
        for place in range(values.start[item], values.start[item + 1]):
            value = value_of(values.entries[place])
            if row[value] == 0:
                touched[found] = value
                found += 1
            row[value] += records_of(values.entries[place])
        at = values.following[at]
    ordered = np.sort(touched[:found])
    for value in ordered:
        values.added[used] = entry(value, row[value])
        row[value] = 0
        used += 1
    return used
