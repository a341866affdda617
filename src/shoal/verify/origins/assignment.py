"""Can every released record stem from an input record of its own? A transport problem.

A kind of released records wants as many input records as it has records, of kinds it can stem from;
each input record serves once. First every kind takes what it can, those with few sources before the
others. What is then missing is looked for by exchanges, until no other assignment serves more.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shoal.verify.findings.verdict import Finding

Numbers = NDArray[np.int64]


def count_unserved(
    wanted: ArrayLike, offered: ArrayLike, pairs: tuple[ArrayLike, ArrayLike]
) -> int:
    """How many released records remain without an input record.

    Args:
        wanted: The number of records of each released kind.
        offered: The number of records of each input kind.
        pairs: Released kinds, and beside each an input kind that it can stem from.
    """
    missing, free = np.array(wanted, np.int64), np.array(offered, np.int64)
    released, given = (np.asarray(side, np.int64) for side in pairs)
    if len(released):
        released, given = _order_pairs(released, given, len(free))
        taken = _take(missing, free, released, given)
        if missing.any():
            _exchange(missing, free, released, given, taken)
    return int(missing.sum())


def records_finding(unexplained: int | None, too_much: str) -> Finding:
    """Whether all released records can stem from the input.

    `unexplained` is how many cannot; None if that is unknown, and `too_much` says why.
    """
    if unexplained is None:
        return Finding("records", "not_checked", too_much)
    reason = f"{unexplained} released records do not stem from records of the input."
    return Finding("records", not unexplained, reason if unexplained else "")


def _order_pairs(released: Numbers, given: Numbers, inputs: int) -> tuple[Numbers, Numbers]:
    """The distinct pairs by released kind; sources that few others can use come first."""
    by_users = np.argsort(np.bincount(given, minlength=inputs), kind="stable")
    place = np.empty(inputs, np.int64)
    place[by_users] = np.arange(inputs)
    pairs = np.sort(released * inputs + place[given])
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    return pairs // inputs, by_users[pairs % inputs]


def _take(missing: Numbers, free: Numbers, released: Numbers, given: Numbers) -> Numbers:
    """Let every kind take what is free; return the records of each pair.

    Reduces `missing` and `free` in place.
    """
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
    """Serve as many as possible by taking from those who can take something else.

    Changes `missing`, `free` and `taken` in place.
    """
    from shoal.verify.origins.exchanges import Flow, exchange  # noqa: PLC0415  (compiled, and rarely needed)

    by_input = np.argsort(given, kind="stable")
    starts, firsts = _starts(released, len(missing)), _starts(given[by_input], len(free))
    exchange(Flow(starts, given, firsts, by_input, released, taken, missing, free))


def _starts(kinds: Numbers, number: int) -> Numbers:
    """Where the pairs of each kind begin, and at last where they end."""
    return np.concatenate(([0], np.cumsum(np.bincount(kinds, minlength=number))))
