"""How many could be meant, if somebody looks a person up in all releases of a series.

Release i shows n_i(o) records with the links o in the person's class. Whoever is in all these
classes is one of at most the sum over o of the least n_i(o); the new release is one of them. So
many candidates must be left, and so many values, as were promised (Ganta et al. 2008,
doi:10.1145/1401890.1401926; values that stay the same: Xiao and Tao 2007,
doi:10.1145/1247480.1247556).
"""

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.search.series.earlier import Earlier, History


def is_exposed(history: History, classes: Counts, shown: Counts) -> Bools:
    """One flag per shown person: whether all releases together leave them too few candidates.

    Args:
        history: What the series has disclosed so far.
        classes: The class of each shown person.
        shown: Where each of them stands in the new table.
    """
    histories = np.stack([classes, *(one.class_before[shown] for one in history.earlier)], axis=1)
    kinds, kind_of = np.unique(histories, axis=0, return_inverse=True)
    kind_of = kind_of.reshape(-1)
    lines, links, counts = _lines(kinds[:, 0], classes, history.links[shown])
    need = np.full(len(kinds), history.promised.size)
    diverse = np.tile(np.array(history.promised.diversity, np.int64)[:, None], len(kinds))
    for at, one in enumerate(history.earlier, 1):
        there = kinds[:, at] >= 0
        need[there] = np.maximum(need[there], one.promised.size)
        for row, number in enumerate(one.promised.diversity):
            diverse[row, there] = np.maximum(diverse[row, there], number)
        asked = there[lines]
        counts[asked] = np.minimum(
            counts[asked], _count_records(one, kinds[lines[asked], at], links[asked])
        )
    few = np.bincount(lines, counts, len(kinds)) < need
    left = counts > 0
    for row, values in enumerate(history.values):
        pairs = np.unique(np.stack((lines[left], values[links[left]])), axis=1)
        few |= np.bincount(pairs[0], minlength=len(kinds)) < diverse[row]
    return few[kind_of]


def _lines(kinds: Counts, classes: Counts, links: Counts) -> tuple[Counts, Counts, Counts]:
    """For each kind of history, a line for each link in its new class.

    Returns the kind, the link and the number of records of each line. `kinds` has the new class
    of each kind.
    """
    pairs, counts = np.unique(np.stack((classes, links)), axis=1, return_counts=True)
    starts = np.searchsorted(pairs[0], kinds)
    sizes = np.searchsorted(pairs[0], kinds, side="right") - starts
    lines = np.repeat(np.arange(len(kinds)), sizes)
    within = np.arange(len(lines)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    at = np.repeat(starts, sizes) + within
    return lines, pairs[1][at], counts[at].astype(np.int64)


def _count_records(one: Earlier, classes: Counts, links: Counts) -> Counts:
    """How many records an earlier release shows with each pair of a class and a link."""
    (keys, counts), asked = one.pair_counts, one.keys(classes, links)
    at = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
    found: Counts = np.where(keys[at] == asked, counts[at], 0)
    return found
