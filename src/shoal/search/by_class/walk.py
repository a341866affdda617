"""The exact search for statistics of classes: which candidates may still win.

What a candidate costs is not known before it is looked at; so each look teaches a bound about
everything above it, and candidates that may still win ask all earlier ones, each once. They have
their turn by a guess of their loss.
"""

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts
from shoal.engine.kernel import inline, inner, kernel
from shoal.search.by_class.bounds import (
    dependence,
    least_above,
    least_below,
    least_by_itself,
    least_loss,
    loss_of,
)
from shoal.search.by_class.form import DIVERGENCE, Form, Terms
from shoal.search.by_class.measure import measure_classes
from shoal.search.by_class.state import Clues, Known
from shoal.search.exact.classes import group, keep_minimum
from shoal.search.exact.memory import (
    BEATEN,
    BEST,
    CLOSED,
    DONE,
    EVALUATED,
    LIMIT,
    UP,
    Memory,
    Seen,
    conclude,
    levels_of,
    pack_levels,
    spread_tag,
)
from shoal.search.exact.paths import Rules, may_win, walk_by
from shoal.search.exact.tables import Tables
from shoal.search.exact.winning import cannot_win, is_beyond


@kernel
def begin(tables: Tables, memory: Memory, clues: Clues) -> None:
    """What is known of every candidate before any is looked at."""
    levels = np.empty(tables.shape.size, np.int64)
    known, terms, limit = clues.known, clues.terms, memory.tally[LIMIT]
    for at in range(known.words.size):
        levels_of(tables.levels, at, levels)
        known.words[at] = pack_levels(memory.field, levels)
        known.bounds[at] = least_by_itself(
            terms, known.base[at], known.spread[at], known.fewest[at], limit
        )


@kernel
def walk(tables: Tables, memory: Memory, clues: Clues, form: Form, budget: int) -> bool:
    """Search until the optimum is proven (True) or `budget` candidates were evaluated (False)."""
    return _walk(tables, memory, clues, form, budget)


@inner
def _is_open(clues: Clues, candidate: int) -> bool:
    """Whether a candidate may still be the answer, after asking all that were evaluated."""
    known, tally, best = clues.known, clues.tally, clues.best[0]
    limit, incumbent = tally[LIMIT], tally[BEST]
    if not may_win(
        clues.levels, known.tags, known.fewest, known.bounds, best, incumbent, limit, False, DONE,
        candidate,
    ):  # fmt: skip
        return False
    if known.scanned[candidate] == tally[EVALUATED]:
        return True
    _ask(clues.terms, known, clues.seen, clues.guard, tally[EVALUATED], limit, candidate)
    return may_win(
        clues.levels, known.tags, known.fewest, known.bounds, best, incumbent, limit, False, DONE,
        candidate,
    )  # fmt: skip


@inline
def _is_worth(clues: Clues, candidate: int, best: float) -> bool:
    return _is_open(clues, candidate)


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
            bound = max(
                bound, least_above(terms, base, spread, fewest, figures, seen.suppressed[at])
            )
    known.bounds[candidate] = max(bound, least_by_itself(terms, base, spread, fewest, limit))
    known.fewest[candidate] = fewest
    known.scanned[candidate] = last


@inline
def _reach(clues: Clues) -> tuple[float, int]:
    """Not farther than a certain distance from the best candidate's guess."""
    best = clues.tally[BEST]
    return clues.ranks[best] + clues.reach if best >= 0 else np.inf, 0


@inner
def _look(
    tables: Tables, memory: Memory, clues: Clues, form: Form, candidate: int, complete: bool
) -> bool:
    """Evaluate a candidate and draw the conclusions; False if everything below it is hopeless."""
    levels = np.empty(tables.shape.size, np.int64)
    levels_of(tables.levels, candidate, levels)
    classes, _, _ = group(tables, memory, levels, None)
    at, terms, limit = memory.tally[EVALUATED], form.terms, memory.tally[LIMIT]
    figures = memory.seen.figures[at]
    suppressed = measure_classes(
        tables, form, memory.now_keys, memory.now_loads, levels, classes, figures
    )
    memory.seen.words[at], memory.seen.suppressed[at] = clues.known.words[candidate], suppressed
    memory.tally[EVALUATED] += 1
    memory.tags[candidate] |= DONE
    if suppressed <= limit:
        loss = loss_of(terms, form.base[candidate], suppressed, figures)
        if not cannot_win(
            tables.levels, memory.best[0], memory.tally[BEST], False, candidate, loss
        ):
            memory.best[0] = loss
            memory.tally[BEST] = candidate
            _tighten(terms, memory.tally, loss)
    hopeless = is_beyond(memory.best[0], least_below(terms, suppressed, figures, limit))
    if terms.kind == DIVERGENCE:
        figures[3] = dependence(terms, form.spread[candidate], figures)
    row = (figures[0], figures[1], figures[2], figures[3])
    bound = least_above(terms, form.base[candidate], form.spread[candidate], 0, row, suppressed)
    if cannot_win(tables.levels, memory.best[0], memory.tally[BEST], False, candidate, bound):
        spread_tag(  # ties go to the smaller level sum
            tables.levels, tables.shape, tables.stride, memory.tags, memory.stack, candidate,
            BEATEN, UP,
        )  # fmt: skip
    return conclude(
        tables.levels, tables.shape, tables.stride, memory.tags, memory.stack, candidate,
        suppressed > memory.tally[LIMIT] or hopeless,
    )  # fmt: skip


@inner
def _tighten(terms: Terms, tally: Counts, best: float) -> None:
    """The moving limit: with more suppressed records than this, nothing beats the best loss."""
    low, high = int64(0), tally[LIMIT]
    while low < high:
        middle = (low + high + 1) // 2
        if is_beyond(best, least_loss(terms, middle, high)):
            high = middle - 1
        else:
            low = middle
    tally[LIMIT] = low


@inline
def _stand(tables: Tables, memory: Memory, lowest: Counts) -> bool:
    """What the minimum costs does not matter, only its classes do."""
    keep_minimum(tables, memory, lowest)
    return False


@inline
def _start(tables: Tables, memory: Memory, clues: Clues, form: Form) -> None:
    """Nothing to do before the first turn."""


_walk = walk_by(
    Rules(
        ordered=False,
        closed=CLOSED,
        lost=DONE,
        start=_start,
        is_open=_is_open,
        leads_on=_is_open,
        reach=_reach,
        is_worth=_is_worth,
        look=_look,
        stand=_stand,
    )
)
