"""The exact search, compiled: which candidates to look at, in which order, and when to stop.

The candidates are visited by the loss they have without suppression, which is a lower bound of
what they really cost. From each one a path is climbed to where the bound reaches the best loss,
and probed from its top: suppression never grows upward, so one failure there ends the whole path
below it, and a success is narrowed down by bisection. Three more facts end most of the lattice
unseen (docs/theory/exact-search.md has the proofs):

* what a candidate suppresses, and what that costs, every candidate below it suppresses too;
* given the best loss, more than a certain number of suppressed records cannot win anywhere;
* every candidate still open lies above their common minimum: roll the tuples up to it once.
"""

import numpy as np
from numba import int64
from numpy.typing import NDArray

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import RANK, Costs
from shoal.search.exact.look import known_above, look
from shoal.search.exact.memory import (
    ALLOWED,
    BEST,
    DONE,
    EVALUATED,
    HOLDS,
    HOPELESS,
    LIMIT,
    MET,
    NEXT,
    STARTED,
    Memory,
    levels_of,
    packed,
)
from shoal.search.exact.tables import Tables
from shoal.search.exact.winning import beyond, cannot_win

EXTRA = 1  # steps a path goes on beyond the best loss: a failure there ends more below it
MANY = 32  # candidates to look at before that pays


@kernel
def walk(
    tables: Tables,
    costs: Costs,
    bounds: Floats,
    order: Counts,
    fewest: Counts,
    memory: Memory,
    minimum_size: int,
    budget: int,
    contents: Contents | None = None,
) -> bool:
    """Search until the optimum is proven (True) or `budget` candidates were evaluated (False)."""
    stop = memory.tally[EVALUATED] + budget
    while memory.tally[NEXT] < order.size:
        if memory.tally[EVALUATED] >= stop:
            return False
        length, forced = 0, True
        if memory.tally[EVALUATED] == 0:  # the top first: an answer early, or none at all
            memory.path[0], length = order.size - 1, 1
        elif contents is not None and memory.tally[STARTED] == 0:
            memory.tally[STARTED] = 1
            if memory.tally[ALLOWED] >= contents.records:
                _start(tables, costs, bounds, fewest, memory, minimum_size, contents)
        elif memory.tally[MET] != memory.tally[BEST]:
            length = _meet(tables, costs.aggregate == RANK, bounds, fewest, memory)
        else:
            candidate = order[memory.tally[NEXT]]
            if beyond(memory.best[0], bounds[candidate]):
                break
            memory.tally[NEXT] += 1
            if _open(
                tables.levels, memory.tags, memory.best[0], memory.tally[BEST], memory.tally[LIMIT],
                costs.aggregate == RANK, candidate, bounds[candidate], fewest[candidate],
            ):  # fmt: skip
                length, forced = _climb(tables, bounds, memory, candidate), False
        if length > 0:
            _probe(tables, costs, bounds, fewest, memory, minimum_size, length, forced, contents)
    return True


@inner
def _open(
    levels: NDArray[np.int8],
    tags: NDArray[np.uint8],
    best: float,
    incumbent: int,
    limit: int,
    ranked: bool,
    candidate: int,
    bound: float,
    fewest: int,
) -> bool:
    """Whether a candidate may still be the answer, as far as is known without looking."""
    if tags[candidate] & (HOPELESS | DONE):
        return False
    if fewest > limit:
        tags[candidate] |= HOPELESS
        return False
    return not cannot_win(levels, best, incumbent, ranked, candidate, bound)


@inner
def _start(
    tables: Tables,
    costs: Costs,
    bounds: Floats,
    fewest: Counts,
    memory: Memory,
    minimum_size: int,
    contents: Contents,
) -> None:
    """Find a good candidate first where any suppression is allowed: it ends most of the others.

    Down a path of lowest bounds, then from neighbor to better neighbor.
    """
    levels = np.empty(tables.shape.size, np.int64)
    complete, without = memory.tally[BEST] < 0, int64(0)
    memory.path[0], length = 0, 1
    while memory.path[length - 1] != bounds.size - 1:
        memory.path[length] = _cheapest_above(
            tables, bounds, memory.tags, memory.path[length - 1], without
        )
        length += 1
    for at in range(length - 1, -1, -1):
        candidate = memory.path[at]
        if not memory.tags[candidate] & (HOPELESS | DONE):
            levels_of(tables.levels, candidate, levels)
            look(tables, costs, memory, candidate, levels, minimum_size, contents, complete)
    center = int64(-1)
    while center != memory.tally[BEST]:
        center = memory.tally[BEST]
        for at in range(2 * tables.shape.size):
            column, step = at // 2, 1 - 2 * (at % 2)
            level = tables.levels[center, column] + step
            candidate = center + step * tables.stride[column]
            if 0 <= level < tables.shape[column] and _open(
                tables.levels, memory.tags, memory.best[0], memory.tally[BEST], memory.tally[LIMIT],
                costs.aggregate == RANK, candidate, bounds[candidate], fewest[candidate],
            ):  # fmt: skip
                levels_of(tables.levels, candidate, levels)
                look(tables, costs, memory, candidate, levels, minimum_size, contents, complete)


@inner
def _cheapest_above(
    tables: Tables, bounds: Floats, tags: NDArray[np.uint8], candidate: int, without: int
) -> int:
    """The candidate one step up with the lowest bound, and without some tags; -1 if none is."""
    following = int64(-1)
    lowest = np.inf
    for at in range(tables.shape.size):
        if tables.levels[candidate, at] + 1 < tables.shape[at]:
            up = candidate + tables.stride[at]
            if bounds[up] < lowest and not tags[up] & without:
                lowest = bounds[up]
                following = up
    return following


@inner
def _climb(tables: Tables, bounds: Floats, memory: Memory, candidate: int) -> int:
    """A greedy path upward by lowest bound, while it may win; returns its length."""
    memory.path[0] = candidate
    length = 1
    if memory.tags[candidate] & HOLDS:
        return length
    binding = memory.tally[LIMIT] == memory.tally[ALLOWED]
    extra = 0 if binding and memory.tally[EVALUATED] >= MANY else EXTRA
    while True:
        following = _cheapest_above(tables, bounds, memory.tags, candidate, int64(HOPELESS | HOLDS))
        if following < 0:
            return length
        if beyond(memory.best[0], bounds[following]):
            extra += 1
            if extra > EXTRA:
                return length
        memory.path[length] = following
        length += 1
        candidate = following


@inner
def _probe(
    tables: Tables,
    costs: Costs,
    bounds: Floats,
    fewest: Counts,
    memory: Memory,
    minimum_size: int,
    length: int,
    forced: bool,
    contents: Contents | None,
) -> None:
    """Find where on a path suppression becomes bearable: its top first, then by bisection."""
    levels = np.empty(tables.shape.size, np.int64)
    low, high = 0, length - 1
    middle = high
    inside = 0
    while inside < length and not beyond(memory.best[0], bounds[memory.path[inside]]):
        inside += 1
    while low <= high:
        candidate = memory.path[middle]
        levels_of(tables.levels, candidate, levels)
        bearable, wanted, tags = True, forced, memory.tags[candidate]
        if not forced and (tags & HOPELESS or fewest[candidate] > memory.tally[LIMIT]):
            memory.tags[candidate] |= HOPELESS
            bearable = False
        elif not forced and not tags & DONE:
            suppressed, bound = known_above(
                costs, fewest[candidate], memory.seen, memory.seen_charge,
                memory.tally[EVALUATED], memory.guard, packed(memory.field, levels), levels,
            )  # fmt: skip
            if suppressed > memory.tally[LIMIT]:
                memory.tags[candidate] |= HOPELESS
                bearable = False
            elif middle < inside and cannot_win(
                tables.levels, memory.best[0], memory.tally[BEST], costs.aggregate == RANK,
                candidate, max(bound, bounds[candidate]),
            ):  # fmt: skip
                memory.tags[candidate] |= DONE  # says nothing about its neighbors
            else:
                wanted = True
        if wanted:
            bearable = look(
                tables, costs, memory, candidate, levels, minimum_size, contents, forced
            )
        if bearable:
            high = middle - 1
        else:
            low = middle + 1
        middle = (low + high) // 2


@inner
def _meet(tables: Tables, ranked: bool, bounds: Floats, fewest: Counts, memory: Memory) -> int:
    """Put the common minimum of all open candidates on the path, if new: a start for roll-ups."""
    memory.tally[MET] = memory.tally[BEST]
    lowest = np.empty(tables.shape.size, np.int64)
    for at in range(lowest.size):
        lowest[at] = tables.shape[at] - 1
    best, incumbent, limit = memory.best[0], memory.tally[BEST], memory.tally[LIMIT]
    for candidate in range(bounds.size):
        if _open(
            tables.levels, memory.tags, best, incumbent, limit, ranked,
            candidate, bounds[candidate], fewest[candidate],
        ):  # fmt: skip
            for at in range(lowest.size):
                lowest[at] = min(lowest[at], int64(tables.levels[candidate, at]))
    meet, known = int64(0), True
    for at in range(lowest.size):
        known = known and lowest[at] == memory.lowest[at]
        memory.lowest[at] = lowest[at]
        meet += lowest[at] * tables.stride[at]
    memory.path[0] = meet
    return 0 if known or memory.tags[meet] & DONE else 1
