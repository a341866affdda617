"""Can every released record stem from an input record of its own? A transport problem.

Kinds of released records want so many input records of the kinds they can stem from; each input
record may be wanted once. First every kind takes what it can, those with few sources before the
others. What is then missing is looked for by exchanges, until no other assignment serves more.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.int64]


def unserved(wanted: ArrayLike, offered: ArrayLike, pairs: tuple[ArrayLike, ArrayLike]) -> int:
    """How many released records remain without an input record.

    Args:
        wanted: The number of records of each released kind.
        offered: The number of records of each input kind.
        pairs: Released kinds, and beside each an input kind that it can stem from.
    """
    missing, free = np.array(wanted, np.int64), np.array(offered, np.int64)
    released, given = (np.asarray(side, np.int64) for side in pairs)
    if len(released):
        released, given = _ordered(released, given, len(free))
        taken = _take(missing, free, released, given)
        if missing.any():
            _exchange(missing, free, released, given, taken)
    return int(missing.sum())


def _ordered(released: Numbers, given: Numbers, inputs: int) -> tuple[Numbers, Numbers]:
    """The different pairs by released kind; of its sources, those that few can use come first."""
    by_users = np.argsort(np.bincount(given, minlength=inputs), kind="stable")
    place = np.empty(inputs, np.int64)
    place[by_users] = np.arange(inputs)
    pairs = np.sort(released * inputs + place[given])
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    return pairs // inputs, by_users[pairs % inputs]


def _take(missing: Numbers, free: Numbers, released: Numbers, given: Numbers) -> Numbers:
    """Every kind takes what is free; gives the records of each pair, and counts off the others."""
    taken = np.zeros(len(released), np.int64)
    starts = _starts(released, len(missing))
    for kind in np.argsort(np.diff(starts), kind="stable").tolist():
        own = slice(starts[kind], starts[kind + 1])
        room = free[given[own]]
        taken[own] = np.clip(missing[kind] - (np.cumsum(room) - room), 0, room)
        free[given[own]] -= taken[own]
        missing[kind] -= taken[own].sum()
    return taken


def _exchange(
    missing: Numbers, free: Numbers, released: Numbers, given: Numbers, taken: Numbers
) -> None:
    """Serve as many as possible by taking from those who can take something else."""
    from shoal.verify.origins.exchanges import exchange  # noqa: PLC0415  (compiled, and rarely needed)

    by_input = np.argsort(given, kind="stable")
    asking = _starts(released, len(missing)), given
    having = _starts(given[by_input], len(free)), by_input, released
    exchange(asking, having, taken, missing, free)


def _starts(kinds: Numbers, number: int) -> Numbers:
    """Where the pairs of each kind begin, and at last where they end."""
    return np.concatenate(([0], np.cumsum(np.bincount(kinds, minlength=number))))
