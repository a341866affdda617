"""What the search remembers: tags and bounds, evaluated candidates, classes to roll up from."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.roll_up import slots_for
from shoal.search.by_class.form import Form
from shoal.search.exact.memory import (
    ALLOWED,
    BEST,
    DONE,
    HOPELESS,
    LIMIT,
    MET,
    STORE,
    fields,
)
from shoal.search.exact.spare import Spare
from shoal.search.exact.tables import Tables

BEATEN = 8  # a tag that spreads upward: the loss only grows from here, and is too high already
CLOSED = HOPELESS | DONE | BEATEN  # tags of candidates that need no look
FIGURES = 4  # numbers kept of each evaluated candidate


class Known(NamedTuple):
    """What is known of each candidate without looking at it.

    Attributes:
        tags: What is certain.
        words: Its packed levels.
        fewest: Records that it suppresses at least.
        bounds: What it costs at least.
        scanned: How many evaluated candidates were asked about it.
        base, spread: As in the loss's form.
    """

    tags: NDArray[np.uint8]
    words: Keys
    fewest: Counts
    bounds: Floats
    scanned: Codes
    base: Floats
    spread: Floats


class Seen(NamedTuple):
    """The evaluated candidates.

    Attributes:
        words: The packed levels of each.
        suppressed: Its suppressed records.
        figures: Its statistics, by kind of loss.
    """

    words: Keys
    suppressed: Counts
    figures: Floats


class State(NamedTuple):
    """The state of a search; filled in place, so that a search can pause and go on.

    Arrays that are needed for every candidate stand in groups of their own: to hand around all of
    them costs more than most questions.

    Attributes:
        known: What is known of each candidate.
        seen: The evaluated candidates.
        tags: As in `known`.
        tally: Numbers that change, by position (`exact.memory`).
        best: The best loss so far.
        guard, field: How levels are packed, one spare bit per column, to compare in one step.
        order: The candidates, those first that are expected to be good.
        stored: Packed levels of each candidate whose classes are kept.
        stored_levels: Its levels.
        stored_at: Where its classes start.
        stored_size: How many they are.
        keys, loads: The kept classes and what they carry.
        now_keys, now_loads, slots: The classes of the candidate at hand, and scratch space.
        stack, path: Scratch space for walks through the lattice.
        lowest: The common minimum of all candidates that were open.
        ranking: The columns, those with the most codes first.
    """

    known: Known
    seen: Seen
    tags: NDArray[np.uint8]
    tally: Counts
    best: Floats
    guard: int
    field: Keys
    order: Counts
    stored: Keys
    stored_levels: NDArray[np.int16]
    stored_at: Counts
    stored_size: Counts
    keys: Keys
    loads: Counts
    now_keys: Keys
    now_loads: Counts
    slots: Codes
    stack: Counts
    path: Counts
    lowest: Counts
    ranking: Counts


def state_for(tables: Tables, form: Form, fewest: Counts, limit: int) -> State:
    """An empty memory for a problem."""
    size, columns = int(np.prod(tables.shape)), len(tables.shape)
    tuples = len(tables.keys)
    most = size + int(tables.shape.sum()) + 8
    tally = np.zeros(8, np.int64)
    tally[BEST], tally[MET], tally[LIMIT], tally[ALLOWED] = -1, -2, limit, limit
    guard, field = fields(tables.shape)
    store = min(STORE // form.words, most * tuples)
    keys, loads = SPARE.take(store, store * form.words)
    known = Known(
        np.zeros(size, np.uint8), np.empty(size, np.uint64), fewest, np.zeros(size),
        np.zeros(size, np.int32), form.base, form.spread,
    )  # fmt: skip
    seen = Seen(np.empty(most, np.uint64), np.empty(most, np.int64), np.zeros((most, FIGURES)))
    return State(
        known, seen, known.tags, tally, np.array([np.inf]), guard, field,
        np.argsort(form.guess, kind="stable"),
        np.empty(most, np.uint64), np.empty((most, columns), np.int16),
        np.empty(most, np.int64), np.empty(most, np.int64),
        keys, loads,
        np.empty(tuples, np.uint64), np.empty(tuples * form.words, np.int64), slots_for(tuples),
        np.empty(2 * size + 64, np.int64), np.empty(int(tables.shape.sum()) + 1, np.int64),
        np.zeros(columns, np.int64), np.argsort(-tables.codes[:, 0], kind="stable"),
    )  # fmt: skip


SPARE = Spare(np.uint64, np.int64)


def give_back(state: State) -> None:
    """Leave the space for classes to the next search; the state is of no more use."""
    SPARE.put(state.keys, state.loads)
