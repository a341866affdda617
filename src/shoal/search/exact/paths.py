"""The best-first walk of all compiled exact searches: by turns, along paths, from their top.

Candidates have their turn in the order of a rank, which says or guesses what they cost. From each
one that may still win, a path is climbed by lowest rank and probed from its top: suppression never
grows upward, so one failure there ends the whole path below it, and a success is narrowed down by
bisection. Whenever there is a new best candidate, the tuples are rolled up to the common minimum of
all candidates that may still win: all of them lie above it.

What a search knows of candidates, and what it learns from a look, are its rules. A walk is
compiled for one set of rules, together with them.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from shoal.engine import lattice as lattices
from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inline, inner
from shoal.progress import Progress, Watch
from shoal.search.exact.memory import (
    BEST,
    CLOSED,
    EVALUATED,
    HOLDS,
    HOPELESS,
    LIMIT,
    MET,
    NEXT,
    STARTED,
    Levels,
    Memory,
    Tags,
    give_back,
)
from shoal.search.exact.tables import Tables
from shoal.search.exact.winning import cannot_win, is_beyond

BEGIN, SLICE = 8, 256  # candidates between two signs of life, at first and at most
QUICK = 0.01  # seconds between two signs of life that are few

# What shows whether a candidate may win: a named tuple with `ranks`, `bounds`, `fewest`, `ranked`
# and whatever else the rules ask for.
Clues = Any
# Whatever else the rules need to look at a candidate.
Own = Any


class Search(NamedTuple):
    """The arguments of a walk.

    The kernel gets them as four arguments, not as one tuple: to take a tuple of many arrays out of
    another one, compiled code counts a reference to each array, which would take longer than most
    questions about a candidate.

    Attributes:
        tables: The lattice and its tuples.
        memory: What is remembered.
        clues: What shows whether a candidate may win.
        own: Whatever else is needed to look at a candidate.
    """

    tables: Tables
    memory: Memory
    clues: Clues
    own: Own


class Rules(NamedTuple):
    """What a walk asks; functions are compiled together with it.

    Attributes:
        ordered: Whether ranks are lower bounds: then one beyond the best loss is the end.
        closed: Tags of candidates that no path leads through.
        lost: The tag of a candidate that cannot win, as far as its bound says; 0 for none.
        start: Called once, after the top was looked at.
        is_open: Whether a candidate may still be the answer after finding out more about it.
        leads_on: Whether a path goes through a candidate.
        reach: The rank up to which a path goes, and how many steps beyond it.
        is_worth: Whether to look at a candidate of a path, given the best loss when the path was
            begun. If not, its tag says whether it is hopeless.
        look: Evaluate a candidate; returns False if everything below it is hopeless. The last
            argument says whether to go on when that is already clear.
        stand: Keep the classes at the common minimum of the candidates that may win, or put it on
            the path; returns whether it needs a look.
    """

    ordered: bool
    closed: int
    lost: int
    start: Callable[[Tables, Memory, Clues, Own], None]
    is_open: Callable[[Clues, int], bool]
    leads_on: Callable[[Clues, int], bool]
    reach: Callable[[Clues], tuple[float, int]]
    is_worth: Callable[[Clues, int, float], bool]
    look: Callable[[Tables, Memory, Clues, Own, int, bool], bool]
    stand: Callable[[Tables, Memory, Counts], bool]


def walk_by(rules: Rules) -> Callable[[Tables, Memory, Clues, Own, int], bool]:
    """The walk by some rules, for a kernel to call."""
    start, is_open, ordered, lost = rules.start, rules.is_open, rules.ordered, rules.lost
    climb, probe, stand = _climb_by(rules), _probe_by(rules), rules.stand

    @inline
    def walk(tables: Tables, memory: Memory, clues: Clues, own: Own, budget: int) -> bool:
        """Search until the optimum is proven (True) or `budget` candidates were seen (False)."""
        tally, order, best = memory.tally, memory.order, memory.best
        tags, path, lowest = memory.tags, memory.path, memory.lowest
        ranks, bounds, fewest = clues.ranks, clues.bounds, clues.fewest
        levels, shape, stride = tables.levels, tables.shape, tables.stride
        stop = tally[EVALUATED] + budget
        while tally[NEXT] < order.size:
            if tally[EVALUATED] >= stop:
                return False
            length, wanted = 0, True  # all looks are in one place: they are much to compile
            if tally[EVALUATED] == 0:  # the top first: an answer early, or none at all
                path[0], length = order.size - 1, 1
            elif tally[STARTED] == 0:
                tally[STARTED] = 1
                start(tables, memory, clues, own)
            elif tally[MET] != tally[BEST]:
                tally[MET] = tally[BEST]
                if _raise_minimum(
                    levels, tags, fewest, bounds, best[0], tally[BEST], tally[LIMIT],
                    clues.ranked, lost, lowest,
                ):  # fmt: skip
                    length = 1 if stand(tables, memory, lowest) else 0
            else:
                candidate = order[tally[NEXT]]
                if ordered and is_beyond(best[0], ranks[candidate]):
                    break
                tally[NEXT] += 1
                if may_win(
                    levels, tags, fewest, bounds, best[0], tally[BEST], tally[LIMIT],
                    clues.ranked, lost, candidate,
                ) and is_open(clues, candidate):  # fmt: skip
                    length = climb(levels, shape, stride, tags, path, ranks, clues, candidate)
                    wanted = False
            if length > 0:
                probe(tables, memory, clues, own, tags, path, best[0], length, wanted)
        return True

    return walk


@inner
def _raise_minimum(
    levels: Levels, tags: Tags, fewest: Counts, bounds: Floats, best: float, incumbent: int,
    limit: int, ranked: bool, lost: int, minimum: Counts,
) -> bool:  # fmt: skip
    """Raise `minimum` to the common minimum of all candidates that may win; whether it is new."""
    lowest = np.full(minimum.size, 1 << 15)
    for candidate in range(tags.size):
        if not tags[candidate] & CLOSED and may_win(
            levels, tags, fewest, bounds, best, incumbent, limit, ranked, lost, candidate
        ):
            for at in range(lowest.size):
                lowest[at] = min(lowest[at], int64(levels[candidate, at]))
    is_new = False
    for at in range(lowest.size):
        level = min(lowest[at], int64(levels[-1, at]))
        is_new = is_new or level != minimum[at]
        minimum[at] = level
    return is_new


@inner
def may_win(
    levels: Levels, tags: Tags, fewest: Counts, bounds: Floats, best: float, incumbent: int,
    limit: int, ranked: bool, lost: int, candidate: int,
) -> bool:  # fmt: skip
    """Whether a candidate may still be the answer, as far as is known without looking."""
    if tags[candidate] & CLOSED:
        return False
    if fewest[candidate] > limit:
        tags[candidate] |= HOPELESS
        return False
    if cannot_win(levels, best, incumbent, ranked, candidate, bounds[candidate]):
        tags[candidate] |= lost
        return False
    return True


def _climb_by(rules: Rules) -> Callable[..., int]:
    closed, leads_on, reach = rules.closed | HOLDS, rules.leads_on, rules.reach

    @inline
    def climb(
        levels: Levels,
        shape: Counts,
        stride: Counts,
        tags: Tags,
        path: Counts,
        ranks: Floats,
        clues: Clues,
        candidate: int,
    ) -> int:
        """A greedy path upward by lowest rank, while it may win; returns its length."""
        path[0] = candidate
        length = 1
        if tags[candidate] & HOLDS:
            return length
        farthest, beyond = reach(clues)
        while True:
            following = lowest_above(levels, shape, stride, ranks, tags, candidate, int64(closed))
            if following < 0:
                return length
            if ranks[following] > farthest:
                beyond -= 1
                if beyond < 0:
                    return length
            if leads_on(clues, following):
                path[length] = following
                length += 1
                candidate = following

    return climb


@inner
def lowest_above(
    levels: Levels, shape: Counts, stride: Counts, ranks: Floats, tags: Tags, candidate: int,
    without: int,
) -> int:  # fmt: skip
    """The candidate one step up with the lowest rank, and without some tags; -1 without such."""
    following = int64(-1)
    lowest = np.inf
    for at in range(shape.size):
        if levels[candidate, at] + 1 < shape[at]:
            up = candidate + stride[at]
            if ranks[up] < lowest and not tags[up] & without:
                lowest = ranks[up]
                following = up
    return following


def _probe_by(rules: Rules) -> Callable[..., None]:
    is_worth, look = rules.is_worth, rules.look

    @inline
    def probe(
        tables: Tables,
        memory: Memory,
        clues: Clues,
        own: Own,
        tags: Tags,
        path: Counts,
        best: float,
        length: int,
        wanted: bool,
    ) -> None:
        """Find where on a path suppression becomes bearable: its top first, then by bisection.

        A candidate that is wanted for itself is a path of one, and looked at in any case.
        """
        low, high = 0, length - 1
        middle = high
        while low <= high:
            candidate = path[middle]
            if wanted or is_worth(clues, candidate, best):
                bearable = look(tables, memory, clues, own, candidate, wanted)
            else:
                bearable = not tags[candidate] & HOPELESS
            if bearable:
                high = middle - 1
            else:
                low = middle + 1
            middle = (low + high) // 2

    return probe


def prove(
    walk: Callable[..., bool], search: Search, lattice: lattices.Lattice, watch: Watch
) -> tuple[lattices.Levels | None, int]:
    """Walk to the end; the levels of the optimum, None without one, and candidates looked at.

    Args:
        walk: The kernel.
        search: What it is given; its memory is given back.
        lattice: The candidates.
        watch: Called after every few hundred candidates, or a moment; may cancel.
    """
    tally, size, start = search.memory.tally, min(BEGIN, SLICE), monotonic()
    while not walk(*search, size):
        size = min(2 * size, SLICE) if monotonic() - start < QUICK else max(1, size // 2)
        best = _best_levels(search, lattice)
        watch(Progress("search", int(tally[EVALUATED]), lattice.size, best, may_end_before=True))
        start = monotonic()
    give_back(search.memory)
    return _best_levels(search, lattice), int(tally[EVALUATED])


def _best_levels(search: Search, lattice: lattices.Lattice) -> lattices.Levels | None:
    best = int(search.memory.tally[BEST])
    return lattice.at(best) if best >= 0 else None
