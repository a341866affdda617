"""A look at one candidate, and what follows from it for the others, compiled."""

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import Costs, column_loss, combined_loss
from shoal.search.exact.evaluate import evaluate
from shoal.search.exact.memory import (
    BEST,
    DONE,
    ENDED,
    EVALUATED,
    HOLDS,
    HOPELESS,
    LIMIT,
    Memory,
    below,
    packed,
    spread_down,
    spread_up,
)
from shoal.search.exact.tables import Tables
from shoal.search.exact.winning import beyond, wins


@inner
def known_above(
    tables: Tables, costs: Costs, fewest: Counts, memory: Memory, candidate: int, levels: Counts
) -> tuple[int, float]:
    """What candidates evaluated above say: records suppressed here at least, and a bound."""
    word = packed(memory, levels)
    suppressed = fewest[candidate]
    source = -1
    for at in range(memory.tally[EVALUATED]):
        if memory.seen_suppressed[at] > suppressed and below(memory, word, memory.seen[at]):
            suppressed = memory.seen_suppressed[at]
            source = at
    if suppressed == 0:
        return suppressed, 0.0
    losses = np.empty(levels.size)
    for at in range(levels.size):
        charge = suppressed * costs.least[at, levels[at]]
        if source >= 0:
            charge = max(charge, memory.seen_charge[source, at])
        losses[at] = column_loss(costs, at, levels[at], charge)
    return suppressed, combined_loss(costs, losses)


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
    unavoidable = memory.seen_suppressed[memory.tally[EVALUATED] - 1]
    charge_below = memory.seen_charge[memory.tally[EVALUATED] - 1]
    charge = charge_below if contents is None else contents.charge
    memory.tags[candidate] |= DONE
    if suppressed <= memory.tally[LIMIT]:
        losses = np.empty(levels.size)
        for at in range(levels.size):
            losses[at] = column_loss(costs, at, levels[at], charge[at])
        loss = combined_loss(costs, losses)
        if wins(tables, costs, memory, candidate, loss, losses):
            memory.best[0] = loss
            for at in range(levels.size):
                memory.best_losses[at] = losses[at]
            memory.tally[BEST] = candidate
            _tighten(costs, memory, levels.size)
    hopeless = unavoidable > memory.tally[LIMIT]
    if hopeless or beyond(memory.best[0], _loss_below(costs, charge_below)):
        spread_down(tables, memory, candidate, HOPELESS)
        memory.tally[ENDED] += 1
        return False
    spread_up(tables, memory, candidate, HOLDS)
    return True


@inner
def _loss_below(costs: Costs, charge: Floats) -> float:
    """What every candidate below one with this charge costs at least."""
    losses = np.empty(charge.size)
    lowest = int64(0)  # a constant would be compiled for on its own
    for at in range(charge.size):
        losses[at] = column_loss(costs, at, lowest, charge[at])
    return combined_loss(costs, losses)


@inner
def _tighten(costs: Costs, memory: Memory, columns: int) -> None:
    """The moving limit: with more suppressed records than this, nothing beats the best loss."""
    low, high = int64(0), memory.tally[LIMIT]
    charge = np.empty(columns)
    while low < high:
        middle = (low + high + 1) // 2
        for at in range(columns):
            charge[at] = middle * costs.least[at, 0]
        if beyond(memory.best[0], _loss_below(costs, charge)):
            high = middle - 1
        else:
            low = middle
    memory.tally[LIMIT] = low
