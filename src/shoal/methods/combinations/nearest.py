"""What is still unsafe gives up what separates it from its nearest records.

Where only small combinations were analyzed, a record may still match too few. It loses the cells in
which the cheapest record that does not match yet differs, until enough match. Blanking never makes
another bin smaller, so one round over the records is enough.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK
from shoal.methods.combinations.covering import TIE
from shoal.methods.combinations.matching import bins

AROUND = 20_000  # records among which the nearest are looked for, spread over the table
NEAREST = 32  # so many of these are kept, or twice as many as must match, if that is more


def join_nearest(codes: Codes, bin_size: int, weights: Floats) -> Codes:
    """The codes with more cells blanked, so that every bin on all columns is large enough."""
    found = codes.copy()
    small = np.flatnonzero(bins(codes) < bin_size)
    step = max(1, len(codes) // max(AROUND, 4 * bin_size))
    around = np.arange(0, len(codes), step)
    _join(found, small, around, bin_size, weights, max(NEAREST, 2 * bin_size))
    return found


@kernel
def _join(
    codes: Codes, small: Counts, around: Counts, bin_size: int, weights: Floats, nearest: int
) -> None:
    """Blank cells of each record whose bin is too small; changes `codes`."""
    masks, costs = np.zeros(nearest, np.int64), np.zeros(nearest)
    for record in small:
        kept, matched = _look_around(codes, record, around, weights, masks, costs)
        blank = 0
        while matched < bin_size:
            blank |= _cheapest(masks[:kept], weights, blank)
            inside = 0
            for mask in masks[:kept]:
                inside += mask & blank == mask
            if 1 + inside >= bin_size or inside == kept:
                break
        for at in range(codes.shape[1]):
            if blank >> at & 1:
                codes[record, at] = BLANK


@inner
def _look_around(
    codes: Codes, record: int, around: Counts, weights: Floats, masks: Counts, costs: Floats
) -> tuple[int, int]:
    """Write to `masks` in which columns the nearest records differ, and to `costs` what that costs.

    Returns how many are kept, and how many match already, the record itself included.
    """
    kept, matched, worst = 0, 1, 0
    for other in around:
        if other == record:
            continue
        limit = costs[worst] if kept == masks.size else np.inf
        mask, cost = _difference(codes, record, other, weights, limit)
        if cost >= limit:
            continue
        matched += mask == 0
        place = worst if kept == masks.size else kept
        masks[place], costs[place] = mask, cost
        kept = min(kept + 1, masks.size)
        if kept == masks.size:
            worst = int(costs.argmax())
            if costs[worst] == 0:  # nobody can be nearer
                break
    return kept, matched


@inner
def _difference(
    codes: Codes, record: int, other: int, weights: Floats, limit: float
) -> tuple[int, float]:
    """The columns in which two records differ, as a mask, and what blanking them costs.

    Stops once that costs as much as `limit`.
    """
    mask, cost = 0, 0.0
    for at in range(codes.shape[1]):
        one, two = codes[record, at], codes[other, at]
        if one != two and one != BLANK and two != BLANK:  # noqa: PLR1714
            mask |= 1 << at
            cost += weights[at]
            if cost >= limit:
                break
    return mask, cost


@inner
def _cheapest(masks: Counts, weights: Floats, blank: int) -> int:
    """The difference that costs least beyond what is blank already; the first of equals."""
    best, least = 0, np.inf
    for mask in masks:
        rest = mask & ~blank
        cost = 0.0
        for at in range(weights.size):
            if rest >> at & 1:
                cost += weights[at]
        if 0 < cost < least * (1 - TIE):
            best, least = mask, cost
    return best
