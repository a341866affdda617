"""One piece of a sweep, compiled: down and up through the levels of the inner columns."""

# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# Inside kernels numbers are machine words; Numba checks their types when it compiles.

from typing import NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from shoal.engine.arrays import Counts, Keys
from shoal.engine.kernel import inner, kernel
from shoal.search.exact.tables import Tables, position_of
from shoal.search.frontier.runs import Raise, Runs, raise_inner, raise_outer, runs_for
from shoal.search.frontier.unit_sums import TOGETHER, LookUps


class Plan(NamedTuple):
    """How to walk.

    Attributes:
        order: The columns, outermost first.
        cut: How many of them have one level throughout a piece.
        outer: How many of them are outer columns of runs.
        largest: The largest class size that is counted on its own.
    """

    order: Counts
    cut: int
    outer: int
    largest: int


class Space(NamedTuple):
    """Scratch space of one thread.

    Attributes:
        keys, counts: Classes, one row per step of the path.
        row, classes: Per depth: the row that holds its classes, and how many they are.
        levels: The levels of the path, columns in study order.
        tally: Packed sums per class size and look-up; all larger classes in the last row.
        runs: For raising columns.
    """

    keys: Keys
    counts: Counts
    row: Counts
    classes: Counts
    levels: Counts
    tally: Keys
    runs: Runs


class Found(NamedTuple):
    """What is known of each candidate; positions count from the start of its piece."""

    first: Counts
    last: Counts
    beyond: Counts


def space_for(tables: Tables, lookups: LookUps, plan: Plan) -> Space:
    """Scratch space for one thread."""
    columns, tuples = len(tables.shape), len(tables.keys)
    rows = columns - plan.cut + 1
    fields = [int(tables.mask[at]).bit_length() for at in plan.order]
    inner, bits = sum(fields[: plan.outer]), sum(fields[plan.outer :])
    return Space(
        np.empty((rows, tuples), np.uint64), np.empty((rows, tuples), np.int64),
        np.zeros(columns + 1, np.int64), np.zeros(columns + 1, np.int64),
        np.zeros(columns, np.int64), np.zeros((plan.largest + 2, len(lookups.start)), np.uint64),
        runs_for(tuples, inner, bits),
    )  # fmt: skip


def room_for(candidates: int) -> Found:
    """Room for what is found of each candidate."""
    return Found(*(np.zeros(candidates, np.int64) for _ in range(3)))


@kernel
def sweep_piece(
    tables: Tables, lookups: LookUps, plan: Plan, start: Counts, space: Space, found: Found
) -> tuple[NDArray[np.uint16], Keys]:
    """Visit the candidates whose outer columns have the levels `start`; their entries."""
    _begin(tables, plan, start, space)
    sizes = np.empty(4 * plan.largest, np.uint16)
    sums = np.empty((4 * plan.largest, lookups.words), np.uint64)
    used = 0
    depth = plan.cut
    while depth >= plan.cut:
        if depth == plan.order.size:
            if used + plan.largest > sizes.size:
                sizes, sums = _double_room(sizes, sums)
            used = _visit(tables, lookups, plan, space, found, sizes, sums, used)
            depth -= 1
            continue
        column = plan.order[depth]
        space.levels[column] += 1
        if space.levels[column] == tables.shape[column]:
            space.levels[column] = -1
            depth -= 1
        else:
            _raise(tables, plan, space, depth)
            depth += 1
    return sizes[:used], sums[:used]


@inner
def _begin(tables: Tables, plan: Plan, start: Counts, space: Space) -> None:
    """The classes with the outer columns at their levels and all others at their lowest."""
    space.levels[:] = -1
    size = tables.keys.size
    space.keys[0], space.counts[0] = tables.keys, tables.loads
    for at in range(plan.cut):
        space.levels[plan.order[at]] = start[at]
        if start[at] > 0:
            size = _raise_column(tables, plan, space, at, 0, start[at], 0, 0, size)
    space.row[plan.cut], space.classes[plan.cut] = 0, size


@inner
def _raise(tables: Tables, plan: Plan, space: Space, depth: int) -> None:
    """The classes one level up in one column, from its level below; level 0 is the parent's."""
    level = space.levels[plan.order[depth]]
    if level == 0:
        space.row[depth + 1], space.classes[depth + 1] = space.row[depth], space.classes[depth]
        return
    source, target = space.row[depth + 1], depth - plan.cut + 1
    space.row[depth + 1] = target
    space.classes[depth + 1] = _raise_column(
        tables, plan, space, depth, level - 1, level, source, target, space.classes[depth + 1]
    )


@inner
def _raise_column(
    tables: Tables,
    plan: Plan,
    space: Space,
    depth: int,
    low: int,
    high: int,
    source: int,
    target: int,
    size: int,
) -> int:
    """Raise a column from a level to another, from row to row; returns the number of classes."""
    column = plan.order[depth]
    shift, mask = tables.shift[column], tables.mask[column]
    codes = tables.codes[column, low] if tables.codes[column, high] > 1 else 0
    first = tables.offset[column, low, high]
    move = Raise(~(mask << shift), shift, mask, tables.steps[first : first + codes])
    if depth < plan.outer:
        return raise_outer(
            space.runs, move, space.keys[source], space.counts[source], size,
            space.keys[target], space.counts[target],
        )  # fmt: skip
    return raise_inner(
        space.runs, move, space.keys[source], space.counts[source], size,
        space.keys[target], space.counts[target],
    )  # fmt: skip


@inner
def _visit(
    tables: Tables,
    lookups: LookUps,
    plan: Plan,
    space: Space,
    found: Found,
    sizes: NDArray[np.uint16],
    sums: Keys,
    used: int,
) -> int:
    """Write the entries of the candidate at hand; returns how many entries there are now."""
    candidate = position_of(tables.stride, space.levels)
    for first in range(0, lookups.start.size, TOGETHER):
        _add_up(lookups, plan.largest + 1, space, first)
    found.beyond[candidate] = _smallest_beyond(plan.largest, space)
    found.first[candidate] = used
    total = np.zeros(lookups.words, np.uint64)
    for size in range(1, plan.largest + 1):
        if space.tally[size, lookups.counting] != 0:
            for part in range(lookups.start.size):
                total[lookups.word[part]] += uint64(size) * space.tally[size, part]
            sums[used] = total
            sizes[used] = size
            used += 1
    space.tally[:] = 0
    found.last[candidate] = used
    return used


@inner
def _add_up(lookups: LookUps, beyond: int, space: Space, first: int) -> None:
    """Sums per class size in four look-ups; spelled out, because a loop takes twice the time."""
    units, shift, mask = lookups.units, lookups.shift[first:], lookups.mask[first:]
    start = lookups.start[first : first + TOGETHER].copy()
    for part in range(TOGETHER):
        for at in range(space.levels.size):
            start[part] += space.levels[at] * lookups.step[first + part, at]
    row, tally = space.row[-1], space.tally[:, first:]
    keys, counts = space.keys[row], space.counts[row]
    start0, start1, start2, start3 = start[0], start[1], start[2], start[3]
    shift0, shift1, shift2, shift3 = shift[0], shift[1], shift[2], shift[3]
    mask0, mask1, mask2, mask3 = mask[0], mask[1], mask[2], mask[3]
    for at in range(space.classes[-1]):
        key, size = keys[at], min(counts[at], beyond)
        tally[size, 0] += units[start0 + int64((key >> shift0) & mask0)]
        tally[size, 1] += units[start1 + int64((key >> shift1) & mask1)]
        tally[size, 2] += units[start2 + int64((key >> shift2) & mask2)]
        tally[size, 3] += units[start3 + int64((key >> shift3) & mask3)]


@inner
def _smallest_beyond(largest: int, space: Space) -> int:
    """The smallest class above a size; 0 without one."""
    smallest = int64(0)
    counts = space.counts[space.row[-1]]
    for at in range(space.classes[-1]):
        if counts[at] > largest and (smallest == 0 or counts[at] < smallest):
            smallest = counts[at]
    return smallest


@inner
def _double_room(sizes: NDArray[np.uint16], sums: Keys) -> tuple[NDArray[np.uint16], Keys]:
    """Twice the room, with what is there already."""
    more_sizes = np.empty(2 * sizes.size, np.uint16)
    more_sums = np.empty((2 * sizes.size, sums.shape[1]), np.uint64)
    more_sizes[: sizes.size] = sizes
    more_sums[: sizes.size] = sums
    return more_sizes, more_sums
