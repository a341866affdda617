"""The exact search for separable and entropic losses: which candidates may still win.

The candidates have their turn by the loss they have without suppression, which is a lower bound of
what they really cost. Two more facts end most of the lattice unseen
(docs/theory/exact-search.md has the proofs):

* what a candidate suppresses, and what that costs, every candidate below it suppresses too;
* given the best loss, more than a certain number of suppressed records cannot win anywhere.
"""

from typing import NamedTuple

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inline, inner, kernel
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import RANK, TIE, Costs
from shoal.search.exact.look import ask_above, look
from shoal.search.exact.memory import (
    ALLOWED,
    BEST,
    DONE,
    EVALUATED,
    HOPELESS,
    LIMIT,
    Levels,
    Memory,
    Seen,
    Tags,
    levels_of,
    pack_levels,
)
from shoal.search.exact.pairs import suppression_bounds
from shoal.search.exact.paths import Rules, Search, lowest_above, may_win, walk_by
from shoal.search.exact.tables import Tables, position_of
from shoal.search.exact.winning import cannot_win, is_beyond

EXTRA = 1  # steps a path goes on beyond the best loss: a failure there ends more below it
MANY = 32  # candidates to look at before that pays
UNTAGGED = 0  # a candidate that cannot win may still lie on a path


class Clues(NamedTuple):
    """What shows whether a candidate may win, or is worth a look.

    Attributes:
        levels, tags, tally, best, seen, guard, field: See `Tables` and `Memory`.
        ranks, bounds: What each candidate costs at least.
        fewest: How many records each candidate suppresses at least.
        costs: The loss.
        ranked: Whether losses are compared by rank.
        minimum_size: The smallest class that may be kept.
    """

    levels: Levels
    tags: Tags
    tally: Counts
    best: Floats
    seen: Seen
    guard: int
    field: Keys
    ranks: Floats
    bounds: Floats
    fewest: Counts
    costs: Costs
    ranked: bool
    minimum_size: int


def search_of(
    tables: Tables,
    memory: Memory,
    costs: Costs,
    bounds: Floats,
    minimum_size: int,
    contents: Contents | None,
) -> Search:
    """The search before it begins.

    Args:
        tables: The lattice and its tuples.
        memory: An empty memory.
        costs: The loss.
        bounds: What each candidate costs at least.
        minimum_size: The smallest class that may be kept.
        contents: The values of sensitive columns, where promises are about them.
    """
    clues = Clues(
        tables.levels, memory.tags, memory.tally, memory.best, memory.seen, memory.guard,
        memory.field, bounds, bounds, suppression_bounds(tables, minimum_size), costs,
        costs.aggregate == RANK, minimum_size,
    )  # fmt: skip
    return Search(tables, memory, clues, contents)


@kernel
def walk(
    tables: Tables, memory: Memory, clues: Clues, contents: Contents | None, budget: int
) -> bool:
    """Search until the optimum is proven (True) or `budget` candidates were evaluated (False)."""
    return _walk(tables, memory, clues, contents, budget)


@kernel
def walk_with_values(
    tables: Tables, memory: Memory, clues: Clues, contents: Contents, budget: int
) -> bool:
    """The same where promises are about values."""
    return _walk_with_values(tables, memory, clues, contents, budget)


@inline
def _is_open(clues: Clues, candidate: int) -> bool:
    """Nothing more is found out when a candidate's turn comes."""
    return True


@inline
def _leads_on(clues: Clues, candidate: int) -> bool:
    """Paths go through candidates that cannot win, too: a failure there ends more below it."""
    return True


@inline
def _reach(clues: Clues) -> tuple[float, int]:
    """Up to the best loss, and where the study's own limit counts a step beyond."""
    tally = clues.tally
    binding = tally[LIMIT] == tally[ALLOWED]
    extra = EXTRA if binding and tally[EVALUATED] >= MANY else 0
    return clues.best[0] * (1 + TIE), extra


@inner
def _is_worth(clues: Clues, candidate: int, best: float) -> bool:
    """Whether evaluated candidates leave open what a look would show."""
    tags, limit, fewest = clues.tags, clues.tally[LIMIT], clues.fewest[candidate]
    if tags[candidate] & HOPELESS or fewest > limit:
        tags[candidate] |= HOPELESS
        return False
    if tags[candidate] & DONE:
        return False
    levels = np.empty(clues.levels.shape[1], np.int64)
    levels_of(clues.levels, candidate, levels)
    suppressed, bound = ask_above(
        clues.costs, fewest, clues.seen, clues.tally[EVALUATED], clues.guard,
        pack_levels(clues.field, levels), levels,
    )  # fmt: skip
    if suppressed > limit:
        tags[candidate] |= HOPELESS
        return False
    if not is_beyond(best, clues.bounds[candidate]) and cannot_win(
        clues.levels, clues.best[0], clues.tally[BEST], clues.ranked,
        candidate, max(bound, clues.bounds[candidate]),
    ):  # fmt: skip
        tags[candidate] |= DONE  # says nothing about its neighbors
        return False
    return True


@inline
def _look(
    tables: Tables,
    memory: Memory,
    clues: Clues,
    contents: Contents | None,
    candidate: int,
    complete: bool,
) -> bool:
    levels = np.empty(tables.shape.size, np.int64)
    levels_of(tables.levels, candidate, levels)
    return look(
        tables, clues.costs, memory, candidate, levels, clues.minimum_size, contents, complete
    )


@inline
def _stand(tables: Tables, memory: Memory, lowest: Counts) -> bool:
    """A look at the minimum keeps its classes."""
    minimum = position_of(tables.stride, lowest)
    memory.path[0] = minimum
    return not memory.tags[minimum] & DONE


@inline
def _start(tables: Tables, memory: Memory, clues: Clues, contents: Contents | None) -> None:
    """Nothing to do before the first turn."""


@inline
def _start_with_values(tables: Tables, memory: Memory, clues: Clues, contents: Contents) -> None:
    """Find a good candidate first where any suppression is allowed: it ends most of the others.

    Down a path of lowest bounds, then from neighbor to better neighbor.
    """
    tags, tally, path, ranks = memory.tags, memory.tally, memory.path, clues.ranks
    levels, shape, stride = tables.levels, tables.shape, tables.stride
    if tally[ALLOWED] >= contents.records:
        complete, without = tally[BEST] < 0, int64(0)
        path[0], length = 0, 1
        while path[length - 1] != ranks.size - 1:
            path[length] = lowest_above(
                levels, shape, stride, ranks, tags, path[length - 1], without
            )
            length += 1
        for at in range(length - 1, -1, -1):
            candidate = path[at]
            if not tags[candidate] & (HOPELESS | DONE):
                _look(tables, memory, clues, contents, candidate, complete)
        center = int64(-1)
        while center != tally[BEST]:
            center = tally[BEST]
            for at in range(2 * shape.size):
                column, step = at // 2, 1 - 2 * (at % 2)
                level = levels[center, column] + step
                candidate = center + step * stride[column]
                if 0 <= level < shape[column] and may_win(
                    levels, tags, clues.fewest, clues.bounds, memory.best[0], tally[BEST],
                    tally[LIMIT], clues.ranked, UNTAGGED, candidate,
                ):  # fmt: skip
                    _look(tables, memory, clues, contents, candidate, complete)


RULES = Rules(
    ordered=True,
    closed=HOPELESS,
    lost=UNTAGGED,
    start=_start,
    is_open=_is_open,
    leads_on=_leads_on,
    reach=_reach,
    is_worth=_is_worth,
    look=_look,
    stand=_stand,
)
_walk = walk_by(RULES)
_walk_with_values = walk_by(RULES._replace(start=_start_with_values))
