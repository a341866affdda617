"""A look at one candidate, and what follows from it for the others, compiled."""

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import RANK, Costs, column_loss, combine_losses
from shoal.search.exact.evaluate import evaluate
from shoal.search.exact.memory import BEST, DONE, EVALUATED, LIMIT, Memory, Seen, conclude, is_below
from shoal.search.exact.tables import Tables
from shoal.search.exact.winning import is_better, is_beyond


@inner
def ask_above(
    costs: Costs,
    fewest: int,
    seen: Seen,
    evaluated: int,
    guard: int,
    word: int,
    levels: Counts,
) -> tuple[int, float]:
    """What candidates evaluated above say: records suppressed here at least, and a bound."""
    suppressed = fewest
    source = -1
    for at in range(evaluated):
        if seen.suppressed[at] > suppressed and is_below(guard, word, seen.words[at]):
            suppressed = seen.suppressed[at]
            source = at
    if suppressed == 0:
        return suppressed, 0.0
    losses = np.empty(levels.size)
    for at in range(levels.size):
        level = costs.levels[at, levels[at]]
        charge = suppressed * level.least
        if source >= 0:
            charge = max(charge, seen.figures[source, at])
        losses[at] = column_loss(costs.columns[at], level.base, charge)
    return suppressed, combine_losses(costs.columns, costs.aggregate, costs.ladder, losses)


@inner
def look(
    tables: Tables,
    costs: Costs,
    memory: Memory,
    candidate: int,
    levels: Counts,
    minimum_size: int,
    contents: Contents | None,
    complete: bool,
) -> bool:
    """Evaluate a candidate and draw the conclusions; False if everything below it is hopeless."""
    suppressed = evaluate(tables, costs, memory, levels, minimum_size, contents, complete)
    latest = memory.tally[EVALUATED] - 1
    unavoidable, charge_below = memory.seen.suppressed[latest], memory.seen.figures[latest]
    charge = charge_below if contents is None else contents.charge
    memory.tags[candidate] |= DONE
    if suppressed <= memory.tally[LIMIT]:
        losses = np.empty(levels.size)
        for at in range(levels.size):
            base = costs.levels[at, levels[at]].base
            losses[at] = column_loss(costs.columns[at], base, charge[at])
        loss = combine_losses(costs.columns, costs.aggregate, costs.ladder, losses)
        if is_better(
            tables.levels, costs.columns, memory.best[0], memory.best[1:], memory.tally[BEST],
            costs.aggregate == RANK, candidate, loss, losses,
        ):  # fmt: skip
            memory.best[0] = loss
            for at in range(levels.size):
                memory.best[1 + at] = losses[at]
            memory.tally[BEST] = candidate
            memory.tally[LIMIT] = _tighten_limit(costs, loss, memory.tally[LIMIT])
    hopeless = unavoidable > memory.tally[LIMIT] or is_beyond(
        memory.best[0], _loss_below(costs, charge_below)
    )
    return conclude(
        tables.levels, tables.shape, tables.stride, memory.tags, memory.stack, candidate, hopeless
    )


@inner
def _loss_below(costs: Costs, charge: Floats) -> float:
    """What every candidate below one with this charge costs at least."""
    losses = np.empty(charge.size)
    for at in range(charge.size):
        losses[at] = column_loss(costs.columns[at], costs.levels[at, 0].base, charge[at])
    return combine_losses(costs.columns, costs.aggregate, costs.ladder, losses)


@inner
def _tighten_limit(costs: Costs, best: float, limit: int) -> int:
    """The moving limit: with more suppressed records than this, nothing beats the best loss."""
    low, high = int64(0), limit
    charge = np.empty(costs.columns.size)
    while low < high:
        middle = (low + high + 1) // 2
        for at in range(charge.size):
            charge[at] = middle * costs.levels[at, 0].least
        if is_beyond(best, _loss_below(costs, charge)):
            high = middle - 1
        else:
            low = middle
    return low
