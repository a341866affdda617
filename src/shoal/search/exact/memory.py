"""What a compiled search remembers: tags, evaluated candidates, and classes to roll up from."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts, Floats, Keys, Records
from shoal.engine.kernel import inner
from shoal.engine.roll_up import slots_for
from shoal.search.exact.spare import Spare
from shoal.search.exact.tables import Tables

HOPELESS, HOLDS, DONE = 1, 2, 4  # tags; HOPELESS spreads downward, HOLDS upward

# Positions in `tally`.
EVALUATED, STORED, USED, NEXT, BEST, LIMIT, ALLOWED, MET, STARTED, ENDED = range(10)

STORE = 12_000_000  # classes kept for later roll-ups, at 16 bytes each; pages are touched on use
SHRINK = 0.85  # classes are stored if rolling up to them shrank the source at least to this share


Levels: TypeAlias = NDArray[np.int16]
Tags: TypeAlias = NDArray[np.uint8]

SEEN = np.dtype(
    [
        ("word", np.uint64),  # the packed levels of the candidate
        ("suppressed", np.int64),  # the records it suppresses
    ]
)
KEPT = np.dtype(
    [
        ("word", np.uint64),  # the packed levels of the candidate
        ("first", np.int64),  # where its classes start
        ("size", np.int64),  # how many they are
    ]
)


class Memory(NamedTuple):
    """The state of a search; filled in place, so that a search can pause and go on.

    To hand all of it to a function is much to compile: functions that need little are given that.

    Attributes:
        tags: What is known of each candidate.
        tally: Numbers that change, by position.
        best: The best loss so far.
        best_losses: Its parts by column.
        guard, field: How levels are packed, one spare bit per column, to compare in one step.
        seen: Each evaluated candidate, a `SEEN`.
        seen_charge: What its suppression adds in each column.
        stored: Each candidate whose classes are kept, a `KEPT`.
        stored_levels: Its levels.
        keys, counts: The kept classes.
        now_keys, now_counts, slots: The classes of the candidate at hand, and scratch space.
        stack, path: Scratch space for walks through the lattice.
        lowest: The common minimum of all candidates that were open.
        ranking: The columns, those with the most codes first.
    """

    tags: Tags
    tally: Counts
    best: Floats
    best_losses: Floats
    guard: int
    field: Keys
    seen: Records
    seen_charge: Floats
    stored: Records
    stored_levels: Levels
    keys: Keys
    counts: Counts
    now_keys: Keys
    now_counts: Counts
    slots: Codes
    stack: Counts
    path: Counts
    lowest: Counts
    ranking: Counts


def memory_for(tables: Tables, limit: int) -> Memory:
    """An empty memory for a problem."""
    size, columns = int(np.prod(tables.shape)), len(tables.shape)
    tuples = len(tables.keys)
    most = size + int(tables.shape.sum()) + 8  # the minimum may be evaluated once per step up
    store = min(STORE, most * tuples)
    tally = np.zeros(10, np.int64)
    tally[BEST], tally[MET], tally[LIMIT], tally[ALLOWED] = -1, -2, limit, limit
    guard, field = fields(tables.shape)
    keys, counts = SPARE.take(store, store)
    return Memory(
        np.zeros(size, np.uint8), tally, np.array([np.inf]), np.full(columns, np.inf), guard, field,
        np.empty(most, SEEN), np.empty((most, columns)),
        np.empty(most, KEPT), np.empty((most, columns), np.int16),
        keys, counts,
        np.empty(tuples, np.uint64), np.empty(tuples, np.int64), slots_for(tuples),
        np.empty(2 * size + 64, np.int64), np.empty(int(tables.shape.sum()) + 1, np.int64),
        np.zeros(columns, np.int64), np.argsort(-tables.codes[:, 0], kind="stable"),
    )  # fmt: skip


SPARE = Spare(np.uint64, np.int64)


def give_back(memory: Memory) -> None:
    """Leave the space for classes to the next search; the memory is of no more use."""
    SPARE.put(memory.keys, memory.counts)


def fields(shape: Counts) -> tuple[np.uint64, Keys]:
    """One field per column, wide enough for its levels, with a guard bit on top."""
    at, guard, field = 0, 0, []
    for levels in shape.tolist():
        field.append(at)
        if levels > 1:  # a column with one level is always at 0
            at += (levels - 1).bit_length() + 1
            guard |= 1 << (at - 1)
    assert at <= 64, "the lattice is too large to be searched with arrays"  # noqa: S101
    return np.uint64(guard), np.array(field, np.uint64)


@inner
def packed(field: Keys, levels: Counts) -> int:
    """A level vector in one word."""
    word = uint64(0)
    for at in range(levels.size):
        word |= uint64(levels[at]) << field[at]
    return word


@inner
def below(guard: int, low: int, high: int) -> bool:
    """Whether each level of `low` is at most that of `high`: no field borrows from its guard."""
    return ((high | guard) - low) & guard == guard


@inner
def spread_down(
    levels: Levels, stride: Counts, tags: Tags, stack: Counts, candidate: int, tag: int
) -> None:
    """Tag a candidate and everything below it."""
    tags[candidate] |= tag
    stack[0] = candidate
    top = 1
    while top > 0:
        top -= 1
        here = stack[top]
        for at in range(stride.size):
            if levels[here, at] > 0:
                there = here - stride[at]
                if not tags[there] & tag:
                    tags[there] |= tag
                    stack[top] = there
                    top += 1


@inner
def spread_up(
    levels: Levels,
    shape: Counts,
    stride: Counts,
    tags: Tags,
    stack: Counts,
    candidate: int,
    tag: int,
) -> None:
    """Tag a candidate and everything above it."""
    tags[candidate] |= tag
    stack[0] = candidate
    top = 1
    while top > 0:
        top -= 1
        here = stack[top]
        for at in range(stride.size):
            if levels[here, at] + 1 < shape[at]:
                there = here + stride[at]
                if not tags[there] & tag:
                    tags[there] |= tag
                    stack[top] = there
                    top += 1


@inner
def levels_of(all_levels: Levels, candidate: int, levels: Counts) -> int:
    """Unpack a candidate's levels; returns their sum."""
    total = int64(0)
    for at in range(levels.size):
        levels[at] = all_levels[candidate, at]
        total += levels[at]
    return total
