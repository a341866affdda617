"""Losses compared by rank, for the compiled search: a vector becomes its place on a ladder.

The rungs are the ranked losses that candidates have without suppression, best first. A vector that
stands on a rung gets its number, one between two rungs the number between them. Places compare
like vectors, except that two vectors between the same rungs cannot be told apart.
"""

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Counts, Floats, Records
from shoal.engine.kernel import inner
from shoal.search.problem.outcome import TIE


def ladder_of(parts: list[Floats], levels: NDArray[np.int16]) -> tuple[Floats, Floats]:
    """The rungs, and the place of each candidate.

    Args:
        parts: Each column's weighted loss at each level.
        levels: The levels of each candidate.
    """
    values, codes_of_parts = np.unique(snap_ties(np.concatenate(parts)), return_inverse=True)
    ends = np.cumsum([part.size for part in parts])[:-1]
    columns = np.split(codes_of_parts, ends)
    codes = [column[levels[:, at]] for at, column in enumerate(columns)]
    ranked = -np.sort(-np.stack(codes, axis=1), axis=1)
    _, first, places = np.unique(
        _words(ranked, len(values)), return_index=True, return_inverse=True
    )
    return values[ranked[first]], places.astype(np.float64)


def snap_ties(losses: Floats) -> Floats:
    """The same losses, those closer than a tie made equal: rounding must not decide an order."""
    values, places = np.unique(losses, return_inverse=True)
    is_new = np.append(True, np.diff(values) > TIE * values[1:])
    equal: Floats = values[is_new][np.cumsum(is_new) - 1]
    return equal[places.reshape(losses.shape)]


def _words(ranked: Counts, values: int) -> Counts:
    """Ranked losses as one number each, in the same order; there are few, so codes are short."""
    columns, bits = ranked.shape[1], max(1, (values - 1).bit_length())
    if columns * bits >= 64:  # too long for a word: number the different vectors first
        _, numbers = np.unique(ranked, axis=0, return_inverse=True)
        return numbers.reshape(-1)
    words: Counts = (ranked << (bits * np.arange(columns)[::-1])).sum(axis=1)
    return words


@inner
def place_on(ladder: Floats, columns: Records, losses: Floats, tie: float) -> float:
    """The place of a vector of losses, after weighting."""
    ranked = rank_losses(columns, losses)
    low, high = 0, ladder.shape[0]
    while low < high:
        middle = (low + high) // 2
        compared = compare_by_rank(ladder[middle], ranked, tie)
        if compared == 0:
            return float(middle)
        if compared < 0:
            low = middle + 1
        else:
            high = middle
    return low - 0.5


@inner
def rank_losses(columns: Records, losses: Floats) -> Floats:
    """Weighted losses from the largest to the smallest; few enough for insertion."""
    ranked = np.empty(losses.size)
    for taken in range(losses.size):
        loss, at = columns[taken].weight * losses[taken], taken
        while at > 0 and ranked[at - 1] < loss:
            ranked[at] = ranked[at - 1]
            at -= 1
        ranked[at] = loss
    return ranked


@inner
def compare_by_rank(left: Floats, right: Floats, tie: float) -> int:
    """-1, 0 or 1 as one vector of ranked losses is better than, as good as, or worse."""
    for at in range(left.size):
        if abs(left[at] - right[at]) > tie * max(abs(left[at]), abs(right[at])):
            return -1 if left[at] < right[at] else 1
    return 0
