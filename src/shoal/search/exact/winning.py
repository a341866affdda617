"""Which of two candidates is better, compiled: lower loss, then fewer levels, then lexicographic.

Losses within a tie of each other are equal (docs/theory/search.md). For losses compared by rank a
loss is a place on a ladder (`search/exact/ladder.py`), which may leave open which of two is better.
"""

from numba import int64

from shoal.engine.arrays import Floats, Records
from shoal.engine.kernel import inner
from shoal.search.exact.costs import TIE
from shoal.search.exact.ladder import compare_by_rank, rank_losses
from shoal.search.exact.memory import Levels


@inner
def is_beyond(best: float, loss: float) -> bool:
    """Whether a loss is certainly above the best one, ties excluded."""
    return loss > best * (1 + TIE)


@inner
def is_better(
    levels: Levels,
    columns: Records,
    best: float,
    best_losses: Floats,
    incumbent: int,
    ranked: bool,
    candidate: int,
    loss: float,
    losses: Floats,
) -> bool:
    """Whether a candidate with this loss is better than the best."""
    if ranked and loss == best:
        ours = rank_losses(columns, losses)
        theirs = rank_losses(columns, best_losses)
        compared = compare_by_rank(ours, theirs, TIE)
        if compared != 0:
            return compared < 0
        return comes_before(levels, candidate, incumbent)
    return not cannot_win(levels, best, incumbent, ranked, candidate, loss)


@inner
def cannot_win(
    levels: Levels, best: float, incumbent: int, ranked: bool, candidate: int, loss: float
) -> bool:
    """Whether a candidate with at least this loss loses to the incumbent; ties by levels."""
    if incumbent < 0 or loss < best * (1 - TIE):
        return False
    if loss > best * (1 + TIE):
        return True
    if ranked and loss % 1 != 0:  # between the same rungs of a ladder: either may be better
        return False
    return not comes_before(levels, candidate, incumbent)


@inner
def comes_before(levels: Levels, candidate: int, other: int) -> bool:
    """Whether a candidate comes before another of equal loss: level sum, then lexicographic."""
    ours, theirs = int64(0), int64(0)
    for at in range(levels.shape[1]):
        ours += levels[candidate, at]
        theirs += levels[other, at]
    if ours != theirs:
        return ours < theirs
    return candidate < other  # positions are in lexicographic order
