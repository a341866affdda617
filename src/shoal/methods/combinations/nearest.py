"""What is still unsafe gives up what separates it from its nearest records.

Where only small combinations were analyzed, or none, a record may still match too few. It loses the
cells in which the cheapest record that does not match yet differs, until enough match. Blanking
never makes another bin smaller, so one round over the records is enough.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK
from shoal.methods.combinations.matching import bins


def joined(codes: Codes, bin_size: int, weights: Floats) -> Codes:
    """The records with more cells blanked, so that every bin on all columns is large enough."""
    found = codes.copy()
    small = np.flatnonzero(bins(codes) < bin_size)
    _join(found, small, bin_size, weights)
    return found


@kernel
def _join(codes: Codes, small: Counts, bin_size: int, weights: Floats) -> None:
    for record in small:
        while True:
            matched, nearest = _look_around(codes, record, weights)
            if matched >= bin_size or nearest < 0:
                break
            for at in range(codes.shape[1]):
                if _differ(codes[record, at], codes[nearest, at]):
                    codes[record, at] = BLANK


@inner
def _look_around(codes: Codes, record: int, weights: Floats) -> tuple[int, int]:
    """How many records match one, and which would match at the least cost."""
    matched, nearest, least = 0, -1, np.inf
    for other in range(codes.shape[0]):
        cost = 0.0
        for at in range(codes.shape[1]):
            if _differ(codes[record, at], codes[other, at]):
                cost += weights[at]
                if cost >= least:
                    break
        if cost == 0:
            matched += 1
        elif cost < least:
            nearest, least = other, cost
    return matched, nearest


@inner
def _differ(one: int, other: int) -> bool:
    return one != other and one != BLANK and other != BLANK  # noqa: PLR1714
