"""Open cells with only some of their records, so that the values of these are spread as promised.

If a cell breaks a promise about how values are distributed, records of its most over-represented
value are left for later, one by one, until the others keep it. That selects records by their
sensitive value: docs/local-recoding.md says what somebody who knows this could learn.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.kernel import inner, kernel
from shoal.search.exact.checks import CAPPED, EQUAL, HIERARCHICAL, ORDERED, Check
from shoal.search.exact.entry import entry, value_of
from shoal.search.exact.judge import KEPT, judge
from shoal.search.local.bundling import bundle_columns
from shoal.search.local.cells import Cells, same_cell
from shoal.search.local.opening import (
    CLASSES,
    LEFT,
    NOTHING,
    WORK,
    Nodes,
    Room,
    Rule,
    choose_cells,
    room_for,
)
from shoal.search.local.opening_values import Values, link_members
from shoal.search.local.parting import Parting, make_parting

THRESHOLDS = 60  # at which cells open, one after the other
PULL, FLOOR = 0.3, 0.7  # how much prices count, the second time
SHARES = (0.3, 0.5)  # of a cell's records that stay at least: at first, and with prices
STEPS = 64  # a large cell drops a 64th of its records at a time
SPREAD = {EQUAL, ORDERED, HIERARCHICAL, CAPPED}  # promises about how values are distributed


def is_trimmable(table: EncodedTable, checks: list[Check] | None) -> bool:
    """Whether leaving out records by value may help.

    It may if all checks are about one sensitive column, at least one of them about how its values
    are distributed, and if the value of each single record is known. A table that was aggregated
    before knows no single records.
    """
    if not checks or table.entries is not None:
        return False
    columns, kinds = {check.column for check in checks}, {check.kind for check in checks}
    [column, *others] = columns
    known = table.sensitive[column].by_record is not None
    return known and not others and bool(kinds & SPREAD)


def by_record(table: EncodedTable) -> EncodedTable:
    """The same table with a tuple of its own for each record."""
    records = len(table.tuple_of_record)
    each = np.arange(records, dtype=np.int32)

    def of(found: Occurrences) -> Occurrences:
        assert found.by_record is not None  # noqa: S101  (asked by `is_trimmable`)
        ones = np.ones(records, np.int64)
        return replace(
            found, tuples=each, values=found.by_record, counts=ones, whole=found.reference
        )

    return replace(
        table,
        keys=table.keys[table.tuple_of_record],
        counts=np.ones(records, np.int64),
        tuple_of_record=each,
        sensitive={name: of(found) for name, found in table.sensitive.items()},
    )


def build_trimmed(
    cells: Cells,
    nodes: Nodes,
    minimum: int,
    values: Values,
    prices: Floats | None,
    pause: Callable[[int], None],
) -> Parting:
    """Put single records into classes: cells open with only some of their records.

    Args:
        cells: The table, with a tuple for each record.
        nodes: The level vectors to look at.
        minimum: The smallest class.
        values: The sensitive values, and what is promised about them.
        prices: What each record cost the first time; None the first time.
        pause: Called with the number of looks at records; may end the search.
    """
    place, node_of = np.full((2, len(cells.counts)), -1)
    pull, floor = (PULL, FLOOR) if prices is not None else (0.0, 1.0)
    fewer = bundle_columns(cells, nodes)
    room = room_for(*fewer, place, np.argsort(nodes.least, kind="stable"), floor)
    paid = np.zeros(len(place)) if prices is None else prices
    for threshold in np.append(0.0, np.geomspace(0.002, 1.2, THRESHOLDS)).tolist():
        pause(int(room.tally[WORK]))
        room.tally[WORK] = 0
        if room.tally[LEFT]:
            rule = Rule(minimum, threshold, pull, floor)
            share = SHARES[0 if prices is None else 1]
            open_trimmed(*fewer, room, rule, paid, place, node_of, values, share)
    return make_parting(cells, place, nodes.levels[node_of[np.maximum(place, 0)]])


@kernel
def open_trimmed(
    cells: Cells, nodes: Nodes, room: Room, rule: Rule, prices: Floats,
    place: Counts, node_of: Counts, values: Values, share: float,
) -> None:  # fmt: skip
    """Like `open_valued`, but each tuple is one record, and a cell may open with a part of them.

    That part is at least `share` of the records of the cell that are left.
    """
    rest = _values_left(room, values)
    for node in room.order:
        if room.due[node] > rule.threshold + NOTHING or room.tally[LEFT] == 0:
            continue
        groups, chosen = choose_cells(cells, nodes, room, rule, prices, node)
        if chosen:
            link_members(room, values, groups)
            before = room.tally[CLASSES]
            for group in range(groups):
                if room.opened[group] >= 0:
                    _open_trimmed(cells, room, rule, place, values, share, rest, group)
            for one in range(before, room.tally[CLASSES]):
                node_of[one] = node
            if room.tally[CLASSES] > before:
                _close_up(room, place)


@inner
def _values_left(room: Room, values: Values) -> Counts:
    """How often each value occurs in what is left."""
    rest = np.zeros(values.row.size, np.int64)
    for at in range(room.tally[LEFT]):
        rest[value_of(values.entries[values.start[room.left[at]]])] += 1
    return rest


@inner
def _open_trimmed(
    cells: Cells,
    room: Room,
    rule: Rule,
    place: Counts,
    values: Values,
    share: float,
    rest: Counts,
    group: int,
) -> None:
    """Make a class of as much of a group as keeps the promises, unless that is too little.

    Nothing happens either if all records that are left after it would together break a promise.
    `rest` counts the records that are left by value, and is updated.
    """
    quota = np.zeros(rest.size, np.int64)
    at = values.head[group]
    while at >= 0:
        if not same_cell(cells, room.base, room.left[at], room.first[group]):
            return
        quota[value_of(values.entries[values.start[room.left[at]]])] += 1
        at = values.following[at]
    size = room.sizes[group]
    fewest = max(float(rule.minimum), share * size)
    burden = _burden(values, quota, size)
    while burden != KEPT:
        if size - max(1.0, burden) < fewest - NOTHING:  # no part that is large enough keeps them
            return
        value = _most_common(values, quota, size)
        fewer = min(quota[value], max(1, size // STEPS))
        quota[value] -= fewer
        size -= fewer
        burden = _burden(values, quota, size)
    left = 0
    for value in range(rest.size):
        rest[value] -= quota[value]
        left += rest[value]
    if left > 0 and _burden(values, rest, left) != KEPT:
        for value in range(rest.size):
            rest[value] += quota[value]
        return
    at = values.head[group]
    while at >= 0:
        item = room.left[at]
        value = value_of(values.entries[values.start[item]])
        if quota[value] > 0:
            quota[value] -= 1
            place[item] = room.tally[CLASSES]
        at = values.following[at]
    room.tally[CLASSES] += 1


@inner
def _burden(values: Values, quota: Counts, size: int) -> float:
    """KEPT if so many records of each value keep the promises; else how many to drop at least.

    Overwrites the room of `values`.
    """
    used = 0
    for value in range(quota.size):
        if quota[value] > 0:
            values.added[used] = entry(value, quota[value])
            used += 1
    values.first[0], values.first[1] = 0, used
    values.sizes[0], values.burden[0] = size, KEPT
    judge(
        values.checks, values.added, values.first, values.sizes, 0, 1,
        values.low, values.high, values.burden,
    )  # fmt: skip
    return float(values.burden[0])


@inner
def _most_common(values: Values, quota: Counts, size: int) -> int:
    """The value whose share exceeds its share in the table most."""
    worst, most = 0, -1.0
    for value in range(quota.size):
        if quota[value] > 0:
            over = quota[value] / size - values.checks.share[value]
            if over > most:
                worst, most = value, over
    return worst


@inner
def _close_up(room: Room, place: Counts) -> None:
    """Keep only records without a class among those that are left."""
    staying = 0
    for at in range(room.tally[LEFT]):
        item = room.left[at]
        if place[item] < 0:
            room.left[staying] = item
            staying += 1
    room.tally[LEFT] = staying
