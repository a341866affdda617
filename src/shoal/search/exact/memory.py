"""What a compiled search remembers: tags, evaluated candidates, and classes to roll up from."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.engine.roll_up import slots_for
from shoal.search.exact.spare import Spare
from shoal.search.exact.tables import Tables

# Tags. HOPELESS spreads downward, HOLDS and BEATEN upward: from there on the loss only grows, and
# it is too high already.
HOPELESS, HOLDS, DONE, BEATEN = 1, 2, 4, 8
CLOSED = HOPELESS | DONE | BEATEN  # candidates that need no look

# Positions in `tally`.
EVALUATED, STORED, USED, NEXT, BEST, LIMIT, ALLOWED, MET, STARTED = range(9)

STORE = 12_000_000  # classes kept for later roll-ups, at 16 bytes each; pages are touched on use
UP, DOWN = 1, -1  # where a tag spreads

Levels: TypeAlias = NDArray[np.int16]
Tags: TypeAlias = NDArray[np.uint8]


class Seen(NamedTuple):
    """The evaluated candidates.

    Attributes:
        words: The packed levels of each.
        suppressed: The records it suppresses, or that everything below it suppresses at least.
        figures: What suppression adds in each column, or statistics of its classes.
    """

    words: Keys
    suppressed: Counts
    figures: Floats


class Stored(NamedTuple):
    """The candidates whose classes are kept.

    Attributes:
        words: The packed levels of each.
        levels: Its levels.
        first: Where its classes start.
        size: How many they are.
    """

    words: Keys
    levels: Levels
    first: Counts
    size: Counts


class Memory(NamedTuple):
    """The state of a search; filled in place, so that a search can pause and go on.

    Passing all of it to a function takes long to compile, so functions get only what they need.

    Attributes:
        tags: What is known of each candidate.
        tally: Numbers that change, by position.
        best: The best loss so far, then its parts by column where the loss has such.
        order: The candidates in the order of their turns.
        guard, field: How levels are packed, one spare bit per column, to compare in one step.
        seen: The evaluated candidates.
        stored: The candidates whose classes are kept.
        words: How many words each class carries; None for its records only.
        keys, loads: The kept classes, and what they carry.
        now_keys, now_loads, slots: The classes of the candidate at hand, and scratch space.
        stack, path: Scratch space for walks through the lattice.
        lowest: The common minimum of all candidates that were open.
        ranking: The columns, those with the most codes first.
    """

    tags: Tags
    tally: Counts
    best: Floats
    order: Counts
    guard: int
    field: Keys
    seen: Seen
    stored: Stored
    words: int | None
    keys: Keys
    loads: Counts
    now_keys: Keys
    now_loads: Counts
    slots: Codes
    stack: Counts
    path: Counts
    lowest: Counts
    ranking: Counts


def memory_for(
    tables: Tables, ranks: Floats, limit: int, figures: int, words: int | None = None
) -> Memory:
    """An empty memory for a problem.

    Args:
        tables: The lattice and its tuples.
        ranks: One number per candidate; the lowest have their turns first.
        limit: How many records may be suppressed.
        figures: How many numbers are kept of each evaluated candidate.
        words: How many words each class carries; None for its records only.
    """
    size, columns = int(np.prod(tables.shape)), len(tables.shape)
    tuples, width = len(tables.keys), words or 1
    most = size + int(tables.shape.sum()) + 8  # the minimum may be evaluated once per step up
    store = min(STORE // width, most * tuples)
    tally = np.zeros(9, np.int64)
    tally[BEST], tally[MET], tally[LIMIT], tally[ALLOWED] = -1, -2, limit, limit
    guard, field = level_fields(tables.shape)
    keys, loads = SPARE.take(store, store * width)
    return Memory(
        np.zeros(size, np.uint8), tally, np.full(1 + columns, np.inf),
        np.argsort(ranks, kind="stable"), guard, field,
        Seen(np.empty(most, np.uint64), np.empty(most, np.int64), np.zeros((most, figures))),
        Stored(
            np.empty(most, np.uint64), np.empty((most, columns), np.int16),
            np.empty(most, np.int64), np.empty(most, np.int64),
        ),
        words, keys, loads,
        np.empty(tuples, np.uint64), np.empty(tuples * width, np.int64), slots_for(tuples),
        np.empty(2 * size + 64, np.int64), np.empty(int(tables.shape.sum()) + 1, np.int64),
        np.zeros(columns, np.int64), np.argsort(-tables.codes[:, 0], kind="stable"),
    )  # fmt: skip


SPARE = Spare(np.uint64, np.int64)


def give_back(memory: Memory) -> None:
    """Leave the space for classes to the next search; the memory cannot be used any more."""
    SPARE.put(memory.keys, memory.loads)


def level_fields(shape: Counts) -> tuple[np.uint64, Keys]:
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
def pack_levels(field: Keys, levels: Counts) -> int:
    """A level vector in one word."""
    word = uint64(0)
    for at in range(levels.size):
        word |= uint64(levels[at]) << field[at]
    return word


@inner
def is_below(guard: int, low: int, high: int) -> bool:
    """Whether each level of `low` is at most that of `high`: no field borrows from its guard."""
    return ((high | guard) - low) & guard == guard


@inner
def spread_tag(
    levels: Levels,
    shape: Counts,
    stride: Counts,
    tags: Tags,
    stack: Counts,
    candidate: int,
    tag: int,
    step: int,
) -> None:
    """Tag a candidate and everything above it (`step` is UP) or below it (DOWN)."""
    tags[candidate] |= tag
    stack[0] = candidate
    top = 1
    while top > 0:
        top -= 1
        here = stack[top]
        for at in range(stride.size):
            if 0 <= levels[here, at] + step < shape[at]:
                there = here + step * stride[at]
                if not tags[there] & tag:
                    tags[there] |= tag
                    stack[top] = there
                    top += 1


@inner
def conclude(
    levels: Levels, shape: Counts, stride: Counts, tags: Tags, stack: Counts, candidate: int,
    hopeless: bool,
) -> bool:  # fmt: skip
    """Tag everything below a candidate as hopeless (returns False), or say that all above holds."""
    tag, step = (HOPELESS, DOWN) if hopeless else (HOLDS, UP)
    spread_tag(levels, shape, stride, tags, stack, candidate, tag, step)
    return not hopeless


@inner
def levels_of(all_levels: Levels, candidate: int, levels: Counts) -> None:
    """Copy the levels of a candidate to an array of machine words."""
    for at in range(levels.size):
        levels[at] = all_levels[candidate, at]
