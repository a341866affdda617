"""What perturbed numbers lost, and what they still disclose (docs/theory/methods.md)."""

import numpy as np

from shoal.engine.arrays import Floats


def lost(before: Floats, after: Floats) -> Floats:
    """Per column: how far its numbers moved on average, in √2 standard deviations (IL1s).

    √2 standard deviations is what two independent records differ by (Yancey, Winkler, Creecy 2002,
    doi:10.1007/3-540-47804-3_11). Missing numbers are left out.
    """
    spread = np.nanstd(before, axis=0, ddof=1)
    moved = np.nanmean(np.abs(before - after), axis=0)
    return np.asarray(moved / (np.sqrt(2) * np.where(spread > 0, spread, 1)), np.float64)


def disclosed(before: Floats, after: Floats, width: float = 0.05) -> float:
    """The share of records whose true numbers are all close to the shown ones (sdcMicro's dRisk).

    Close is within `width` standard deviations of the shown column. A number that is missing on
    either side is not disclosed.
    """
    spread = np.nanstd(after, axis=0, ddof=1)
    close = np.abs(before - after) <= width * spread
    return float(close.all(axis=1).mean()) if len(before) else 0.0
