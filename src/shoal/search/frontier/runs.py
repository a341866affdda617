"""Classes in runs: neighbors agree in the outer columns, so that inner ones are raised in one pass.

A key has two parts. Classes with the same outer part stand together, and the inner part is short
enough to be an index of a small table. Raising an inner column then needs no search: within a run
the table says where an equal class stands. Raising an outer column looks up one key per run, moves
runs that now agree together, and merges them in the same way.
"""

# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# Inside kernels numbers are machine words; Numba checks their types when it compiles.

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner
from shoal.engine.roll_up import roll_up_inside


class Runs(NamedTuple):
    """Where the inner part of a key begins, and scratch space of one thread.

    Attributes:
        inner: The lowest bit of the inner part.
        outer: One-bits in the outer part.
        place: Per inner part: where the run's class with it stands.
        slots, heads, group, length: For moving runs together.
        keys, counts: Classes that were moved together and are not merged yet.
    """

    inner: int
    outer: int
    place: Codes
    slots: Codes
    heads: Keys
    group: Codes
    length: Codes
    keys: Keys
    counts: Counts


class Raise(NamedTuple):
    """How one column is raised.

    Attributes:
        keep: One-bits where the key stays as it is.
        shift, mask: The column's field.
        steps: Its code after the raise, per code before it; empty if all become 0.
    """

    keep: int
    shift: int
    mask: int
    steps: Codes


def runs_for(tuples: int, inner: int, bits: int) -> Runs:
    """Scratch space for a number of tuples; the inner part has `bits` bits from bit `inner` on."""
    slots = 1 << max(6, (2 * tuples - 1).bit_length())
    # Without an inner part its lowest bit would be 64, which no machine shifts by.
    inner, outer, bits = min(inner, 63), (1 << inner) - 1, max(bits, 1)
    return Runs(
        np.uint64(inner), np.uint64(outer), np.empty(1 << bits, np.int32),
        np.empty(slots, np.int32), np.empty(tuples, np.uint64), np.empty(tuples, np.int32),
        np.empty(tuples + 1, np.int32), np.empty(tuples, np.uint64), np.empty(tuples, np.int64),
    )  # fmt: skip


@inner
def raise_inner(
    runs: Runs, move: Raise, keys: Keys, counts: Counts, size: int, to_keys: Keys, to_counts: Counts
) -> int:
    """Raise an inner column; returns how many classes there are. May work in place."""
    runs.place[:] = -1
    classes, begin = int64(0), int64(0)
    previous = ~runs.outer
    for at in range(size):
        key = _raise_key(move, keys[at])
        records = counts[at]
        begin = begin if key & runs.outer == previous else classes
        previous = key & runs.outer
        part = int64(key >> runs.inner)
        found = int64(runs.place[part])
        # No branch here: whether classes merge is hard to predict.
        is_new = found < begin
        target = classes if is_new else found
        to_keys[target] = key
        to_counts[target] = records + (int64(0) if is_new else to_counts[target])
        runs.place[part] = target
        classes += int64(is_new)
    return classes


@inner
def raise_outer(
    runs: Runs, move: Raise, keys: Keys, counts: Counts, size: int, to_keys: Keys, to_counts: Counts
) -> int:
    """Raise an outer column; returns how many classes there are. May work in place."""
    groups = _group(runs, move, keys, size)
    start = 0
    for group in range(groups):
        start, runs.length[group] = start + runs.length[group], start
    for at in range(size):
        group = runs.group[at]
        target = runs.length[group]
        runs.length[group] += 1
        runs.keys[target] = _raise_key(move, keys[at])
        runs.counts[target] = counts[at]
    stay = Raise(~uint64(0), move.shift, move.mask, move.steps[:0])
    return raise_inner(runs, stay, runs.keys, runs.counts, size, to_keys, to_counts)


@inner
def _group(runs: Runs, move: Raise, keys: Keys, size: int) -> int:
    """Number the outer parts after a raise; returns how many different ones there are."""
    shift, mask = np.full(1, move.shift), np.full(1, move.mask)
    changed = min(1, move.steps.size)
    return roll_up_inside(
        keys, None, size, move.keep & runs.outer, changed, shift, mask, np.zeros(1, np.int64),
        move.steps, runs.heads, runs.length, runs.slots, None, runs.group,
    )  # fmt: skip


@inner
def _raise_key(move: Raise, key: int) -> int:
    if move.steps.size == 0:
        return key & move.keep
    code = move.steps[int64((key >> move.shift) & move.mask)]
    return (key & move.keep) | (uint64(code) << move.shift)
