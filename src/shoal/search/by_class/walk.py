"""The exact search for statistics of classes: which candidates to look at, and when to stop.

As in `exact.walk`, paths are probed from their top, because suppression never grows upward. What a
candidate costs is not known before it is looked at; so each look teaches a bound about everything
above it, and candidates that may still win ask all earlier ones, each once.
"""

import numpy as np
from numba import int64
from numpy.typing import NDArray

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.search.by_class.bounds import above, alone, below_this, dependence, least, loss_of
from shoal.search.by_class.classes import grouped, prepare
from shoal.search.by_class.form import DIVERGENCE, Form, Terms
from shoal.search.by_class.measure import measured
from shoal.search.by_class.state import BEATEN, CLOSED, Known, Seen, State
from shoal.search.exact.memory import (
    BEST,
    DONE,
    EVALUATED,
    HOLDS,
    HOPELESS,
    LIMIT,
    MET,
    NEXT,
    levels_of,
    packed,
    spread_down,
    spread_up,
)
from shoal.search.exact.tables import Tables
from shoal.search.exact.winning import beyond, cannot_win


@kernel
def begin(tables: Tables, form: Form, state: State) -> None:
    """What is known of every candidate before any is looked at."""
    levels = np.empty(tables.shape.size, np.int64)
    known, terms, limit = state.known, form.terms, state.tally[LIMIT]
    for at in range(state.order.size):
        levels_of(tables.levels, at, levels)
        known.words[at] = packed(state.field, levels)
        known.bounds[at] = alone(terms, known.base[at], known.spread[at], known.fewest[at], limit)


@kernel
def walk(tables: Tables, form: Form, state: State, loads: Counts, budget: int) -> bool:
    """Search until the optimum is proven (True) or `budget` candidates were evaluated (False)."""
    stop = state.tally[EVALUATED] + budget
    while state.tally[NEXT] < state.order.size:
        if state.tally[EVALUATED] >= stop:
            return False
        if state.tally[EVALUATED] == 0:  # the top first: an answer early, or none at all
            _look(tables, form, state, loads, state.order.size - 1)
        elif state.tally[MET] != state.tally[BEST]:
            _meet(tables, form, state, loads)
        else:
            candidate = state.order[state.tally[NEXT]]
            state.tally[NEXT] += 1
            if not state.tags[candidate] & CLOSED and _open(
                tables.levels, form.terms, state.known, state.seen,
                state.guard, state.tally, state.best[0], candidate,
            ):  # fmt: skip
                _probe(tables, form, state, loads, _climb(tables, form, state, candidate))
    return True


@inner
def _open(
    levels: NDArray[np.int16],
    terms: Terms,
    known: Known,
    seen: Seen,
    guard: int,
    tally: Counts,
    best: float,
    candidate: int,
) -> bool:
    """Whether a candidate may still be the answer, after asking all that were evaluated."""
    limit, incumbent = tally[LIMIT], tally[BEST]
    if not _may_win(
        levels, known.tags, known.fewest, known.bounds, best, incumbent, limit, candidate
    ):
        return False
    if known.scanned[candidate] == tally[EVALUATED]:
        return True
    _ask(terms, known, seen, guard, tally[EVALUATED], limit, candidate)
    return _may_win(
        levels, known.tags, known.fewest, known.bounds, best, incumbent, limit, candidate
    )


@inner
def _may_win(
    levels: NDArray[np.int16],
    tags: NDArray[np.uint8],
    fewest: Counts,
    bounds: Floats,
    best: float,
    incumbent: int,
    limit: int,
    candidate: int,
) -> bool:
    """Whether a candidate may still be the answer, as far as is known of it."""
    if tags[candidate] & CLOSED:
        return False
    if fewest[candidate] > limit:
        tags[candidate] |= HOPELESS
        return False
    if cannot_win(levels, best, incumbent, False, candidate, bounds[candidate]):
        tags[candidate] |= DONE  # says nothing about its neighbors
        return False
    return True


@inner
def _ask(
    terms: Terms, known: Known, seen: Seen, guard: int, last: int, limit: int, candidate: int
) -> None:
    """Take from the evaluated candidates what they say about one that was not looked at."""
    first, word = known.scanned[candidate], known.words[candidate]
    base, spread = known.base[candidate], known.spread[candidate]
    fewest, bound = known.fewest[candidate], known.bounds[candidate]
    for at in range(first, last):  # as `below`: no field borrows from its guard
        if ((seen.words[at] | guard) - word) & guard == guard:
            fewest = max(fewest, seen.suppressed[at])
    for at in range(first, last):
        if ((word | guard) - seen.words[at]) & guard == guard:
            row = seen.figures[at]
            figures = (row[0], row[1], row[2], row[3])
            bound = max(bound, above(terms, base, spread, fewest, figures, seen.suppressed[at]))
    known.bounds[candidate] = max(bound, alone(terms, base, spread, fewest, limit))
    known.fewest[candidate] = fewest
    known.scanned[candidate] = last


@inner
def _climb(tables: Tables, form: Form, state: State, candidate: int) -> int:
    """A greedy path upward by lowest guess, while it may win; returns its length."""
    state.path[0] = candidate
    length = 1
    if state.tags[candidate] & HOLDS:
        return length
    farthest = np.inf
    if state.tally[BEST] >= 0:
        farthest = form.guess[state.tally[BEST]] + form.reach
    while True:
        following = int64(-1)
        lowest = np.inf
        for at in range(tables.shape.size):
            if tables.levels[candidate, at] + 1 < tables.shape[at]:
                up = candidate + tables.stride[at]
                if form.guess[up] < lowest and not state.tags[up] & (CLOSED | HOLDS):
                    lowest = form.guess[up]
                    following = up
        if following < 0 or lowest > farthest:
            return length
        if _open(
            tables.levels, form.terms, state.known, state.seen,
            state.guard, state.tally, state.best[0], following,
        ):  # fmt: skip
            state.path[length] = following
            length += 1
            candidate = following


@inner
def _probe(tables: Tables, form: Form, state: State, loads: Counts, length: int) -> None:
    """Find where on a path suppression becomes bearable: its top first, then by bisection."""
    low, high = 0, length - 1
    middle = high
    while low <= high:
        candidate = state.path[middle]
        bearable = True
        if _open(
            tables.levels, form.terms, state.known, state.seen,
            state.guard, state.tally, state.best[0], candidate,
        ):  # fmt: skip
            bearable = _look(tables, form, state, loads, candidate)
        elif state.tags[candidate] & HOPELESS:
            bearable = False
        if bearable:
            high = middle - 1
        else:
            low = middle + 1
        middle = (low + high) // 2


@inner
def _look(tables: Tables, form: Form, state: State, loads: Counts, candidate: int) -> bool:
    """Evaluate a candidate and draw the conclusions; False if everything below it is hopeless."""
    levels = np.empty(tables.shape.size, np.int64)
    levels_of(tables.levels, candidate, levels)
    classes = grouped(tables, form, state, loads, levels)
    at, terms, limit = state.tally[EVALUATED], form.terms, state.tally[LIMIT]
    figures = state.seen.figures[at]
    suppressed = measured(tables, form, state.now_keys, state.now_loads, levels, classes, figures)
    state.seen.words[at], state.seen.suppressed[at] = state.known.words[candidate], suppressed
    state.tally[EVALUATED] += 1
    state.tags[candidate] |= DONE
    if suppressed <= limit:
        loss = loss_of(terms, form.base[candidate], suppressed, figures)
        if not cannot_win(tables.levels, state.best[0], state.tally[BEST], False, candidate, loss):
            state.best[0] = loss
            state.tally[BEST] = candidate
            _tighten(terms, state.tally, loss)
    hopeless = beyond(state.best[0], below_this(terms, suppressed, figures, limit))
    if terms.kind == DIVERGENCE:
        figures[3] = dependence(terms, form.spread[candidate], figures)
    row = (figures[0], figures[1], figures[2], figures[3])
    bound = above(terms, form.base[candidate], form.spread[candidate], 0, row, suppressed)
    if cannot_win(tables.levels, state.best[0], state.tally[BEST], False, candidate, bound):
        spread_up(  # ties go to the smaller level sum
            tables.levels, tables.shape, tables.stride, state.tags, state.stack, candidate, BEATEN
        )
    if suppressed > state.tally[LIMIT] or hopeless:
        spread_down(tables.levels, tables.stride, state.tags, state.stack, candidate, HOPELESS)
        return False
    spread_up(tables.levels, tables.shape, tables.stride, state.tags, state.stack, candidate, HOLDS)
    return True


@inner
def _tighten(terms: Terms, tally: Counts, best: float) -> None:
    """The moving limit: with more suppressed records than this, nothing beats the best loss."""
    low, high = int64(0), tally[LIMIT]
    while low < high:
        middle = (low + high + 1) // 2
        if beyond(best, least(terms, middle, high)):
            high = middle - 1
        else:
            low = middle
    tally[LIMIT] = low


@inner
def _meet(tables: Tables, form: Form, state: State, loads: Counts) -> None:
    """Keep the classes of the common minimum of all open candidates: a start for roll-ups."""
    state.tally[MET] = state.tally[BEST]
    lowest = np.empty(tables.shape.size, np.int64)
    for at in range(lowest.size):
        lowest[at] = tables.shape[at] - 1
    best, incumbent, limit = state.best[0], state.tally[BEST], state.tally[LIMIT]
    levels, tags = tables.levels, state.tags
    fewest, bounds = state.known.fewest, state.known.bounds
    for candidate in range(state.order.size):
        if tags[candidate] & CLOSED:
            continue
        if _may_win(levels, tags, fewest, bounds, best, incumbent, limit, candidate):
            for at in range(lowest.size):
                lowest[at] = min(lowest[at], int64(levels[candidate, at]))
    known = True
    for at in range(lowest.size):
        known = known and lowest[at] == state.lowest[at]
        state.lowest[at] = lowest[at]
    if not known:
        prepare(tables, form, state, loads, lowest)
