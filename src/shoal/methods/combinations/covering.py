"""The cheapest cells of a record that meet all its unsafe combinations: a weighted set cover.

µ-Argus record by record (docs/theory/methods.md): minimize the weight of the blanked cells so that
every unsafe combination loses at least one. Branch and bound, exact: branch on the columns of the
smallest combination that is not met; disjoint combinations need a cell each, which bounds.
"""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner, kernel

TIE = 1e-12  # relative: weights that differ less are equal


def cheapest_covers(starts: Counts, masks: Counts, weights: Floats) -> Counts:
    """For each record the columns to blank, as a mask.

    Args:
        starts: Where the combinations of each record begin, and the end of the last.
        masks: The combinations; a record with an empty one has no cover and gets -1.
        weights: What blanking a cell of each column costs.
    """
    covers = np.zeros(len(starts) - 1, np.int64)
    _cover(starts, masks, weights, covers)
    return covers


@kernel
def _cover(starts: Counts, masks: Counts, weights: Floats, covers: Counts) -> None:
    """Write the cheapest cover of each record."""
    depths = weights.size + 1
    stacks = np.zeros((3, depths), np.int64)  # blanked, not to be blanked, still to try
    costs = np.zeros(depths)
    for record in range(covers.size):
        asked = masks[starts[record] : starts[record + 1]]
        if asked.size:
            covers[record] = _cheapest(asked, weights, stacks, costs)


@inner
def _cheapest(asked: Counts, weights: Floats, stacks: Counts, costs: Floats) -> int:
    """The cheapest mask that meets every combination, depth-first; -1 if none does."""
    least, best = np.inf, -1
    chosen, banned, untried = stacks[0], stacks[1], stacks[2]
    chosen[0], banned[0], costs[0] = 0, 0, 0.0
    depth = 0
    untried[0] = -1  # not looked at yet
    while depth >= 0:
        if untried[depth] == -1:
            pivot, bound = _look(asked, weights, chosen[depth], banned[depth])
            if bound < 0 or costs[depth] + bound >= least * (1 - TIE):
                depth -= 1
                continue
            if pivot == 0:
                least, best = costs[depth], chosen[depth]
                depth -= 1
                continue
            untried[depth] = pivot
        if untried[depth] == 0:
            depth -= 1
            continue
        low = untried[depth] & -untried[depth]
        untried[depth] ^= low
        chosen[depth + 1], banned[depth + 1] = chosen[depth] | low, banned[depth]
        costs[depth + 1] = costs[depth] + weights[_place(low)]
        banned[depth] |= low  # what follows tries to do without it
        depth += 1
        untried[depth] = -1
    return best


@inner
def _look(asked: Counts, weights: Floats, chosen: int, banned: int) -> tuple[int, float]:
    """The smallest combination that is not met (0 for none), and what meeting all costs at least.

    The cost is negative where a combination cannot be met any more. `chosen` and `banned` are the
    columns that are blanked, and that may not be.
    """
    pivot, fewest, used, bound = 0, 65, 0, 0.0
    for mask in asked:
        if mask & chosen:
            continue
        rest = mask & ~banned
        if rest == 0:
            return 0, -1.0
        size, cheapest = 0, np.inf
        left = rest
        while left:
            low = left & -left
            size += 1
            cheapest = min(cheapest, weights[_place(low)])
            left ^= low
        if rest & used == 0:
            bound += cheapest
            used |= rest
        if size < fewest:
            fewest, pivot = size, rest
    return pivot, bound


@inner
def _place(low: int) -> int:
    """Which bit is set in a number with a single bit."""
    place = 0
    while low > 1:
        low >>= 1
        place += 1
    return place
