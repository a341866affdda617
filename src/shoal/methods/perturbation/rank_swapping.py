"""Numbers change places with numbers of similar rank (Moore 1996; docs/theory/methods.md)."""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.errors import StudyError
from shoal.methods.perturbation.draws import Draw, system_draw


def rank_swapped(
    numbers: Floats,
    share: float = 0.05,
    top: float = 0.05,
    bottom: float = 0.05,
    draw: Draw = system_draw,
) -> Floats:
    """One column with numbers swapped; a missing number (NaN) stays missing.

    Args:
        numbers: The column.
        share: How far partners may be apart, as a share of the ranks.
        top: The share of the largest numbers, which are replaced by their mean.
        bottom: The share of the smallest numbers, which are replaced by their mean.
        draw: Where chance comes from.
    """
    if not (0 <= share <= 1 and top >= 0 and bottom >= 0 and top + bottom <= 1):
        raise StudyError(
            "Rank swapping: shares are from 0 to 1, top and bottom together at most 1."
        )
    here = np.flatnonzero(~np.isnan(numbers))
    ranked = here[np.argsort(-numbers[here], kind="stable")]
    high, low = round(top * len(ranked)), len(ranked) - round(bottom * len(ranked))
    swapped = numbers.copy()
    for ends in (ranked[:high], ranked[low:]):
        if len(ends):
            swapped[ends] = numbers[ends].mean()
    middle = ranked[high:low]
    swapped[middle] = numbers[middle[_partners(len(middle), share, draw)]]
    return swapped


def _partners(many: int, share: float, draw: Draw) -> Counts:
    """The rank that each rank swaps with: one further down that is still free, or none."""
    partner = np.arange(many)
    free = np.ones(many, np.bool_)
    reach, chance = int(many * share), draw(many)
    for rank in range(many):
        others = rank + 1 + np.flatnonzero(free[rank + 1 : rank + reach])
        if free[rank] and len(others):
            chosen = int(others[int(chance[rank] * len(others))])
            partner[rank], partner[chosen] = chosen, rank
            free[rank] = free[chosen] = False
    return partner
