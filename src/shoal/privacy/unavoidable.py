"""How many records of a class must be suppressed, whatever the class is split into.

The proofs are in docs/theory/exact-search.md, "The convexity relaxation". Each function returns a
number of records per class, not always a whole one. They hold if records are counted; if people
are, the search does not ask.
"""

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import Histogram
from shoal.privacy.per_class import TOLERANCE, sums

_NOTHING = 1e-9  # a share this small may be rounding, and nothing may be concluded from rounding


def beyond_limit(values: Floats, limit: float, records: Counts) -> Floats:
    """If a convex number of a class, at most 1, must not exceed a limit in kept classes.

    Args:
        values: That number of each class.
        limit: What it must not exceed.
        records: The records of each class.
    """
    return at_least((values - limit) / max(1 - limit, TOLERANCE), records)


def beyond_caps(histogram: Histogram, caps: Floats, records: Counts) -> Floats:
    """If the share of each value must not exceed its cap in kept classes.

    Args:
        histogram: The values of each class.
        caps: The largest share of each entry's value.
        records: The records of each class.
    """
    shares = histogram.counts / records[histogram.classes]
    over = shares > caps
    share, cap = (
        sums(histogram, np.where(over, part, 0.0), len(records)) for part in (shares, caps)
    )
    return at_least((share - cap) / np.maximum(1 - cap, TOLERANCE), records)


def whole_classes(broken: Bools, records: Counts) -> Floats:
    """If no part of a class can keep what the whole class breaks: all of its records."""
    return np.where(broken, records, 0).astype(np.float64)


def at_least(shares: Floats, records: Counts) -> Floats:
    """A share of each class as records; what may be rounding counts as nothing."""
    return np.where(shares > _NOTHING, np.minimum(shares, 1) * records, 0)
