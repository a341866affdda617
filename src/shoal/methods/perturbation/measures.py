"""What perturbed values lost, and what they still disclose (docs/theory/methods.md)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from shoal.engine.arrays import Floats

TRIED = 1000  # records for which the nearest one is looked for
NEAR = 1e-9  # distances that differ by less are equal


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


def moments_kept(before: Floats, after: Floats) -> tuple[float | None, float | None]:
    """How far the mean of a column moved, in its deviations, and its deviation after by before.

    Without two different numbers, nothing is known.
    """
    known = ~np.isnan(before)
    spread = before[known].std(ddof=1) if known.sum() > 1 else 0.0
    if not spread:
        return None, None
    moved = (after[known].mean() - before[known].mean()) / spread
    return float(moved), float(after[known].std(ddof=1) / spread)


def correlation_moved(before: Floats, after: Floats) -> float | None:
    """The largest change of a correlation between two columns; None if there is none to change."""
    whole = ~np.isnan(before).any(axis=1)
    sides = [side[whole] for side in (before, after)]
    if whole.sum() < 3 or any((side.std(axis=0) == 0).any() for side in sides):
        return None
    first, second = (np.atleast_2d(np.corrcoef(side, rowvar=False)) for side in sides)
    return float(np.abs(first - second).max()) if len(first) > 1 else None


Sides = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]  # of each record, before and after


def share_linked(numbers: Sequence[Sides], codes: Sequence[Sides]) -> tuple[float, int]:
    """The share of records that somebody finds who takes the nearest shown record for theirs.

    Distance-based record linkage (Pagliuca and Seri 1999, as in sdcMicro): numbers count by their
    distance in standard deviations, other values 0 if equal and else 1. Of several nearest records
    one is guessed. Returns also how many records were tried.

    Args:
        numbers: The columns of numbers; NaN is missing.
        codes: All other columns.
    """
    records = len((*numbers, *codes)[0][0])
    places = np.unique(np.linspace(0, records - 1, min(TRIED, records)).astype(int))
    scaled = [_in_deviations(sides) for sides in numbers]
    found = 0.0
    for place in places.tolist():
        distance = np.zeros(records)
        for before, after in scaled:
            apart = np.abs(after - before[place])
            apart[np.isnan(apart)] = 1.0
            distance += np.where(np.isnan(before[place]) & np.isnan(after), 0.0, apart)
        for before, after in codes:
            distance += after != before[place]
        nearest = distance <= distance.min() + NEAR
        found += nearest[place] / np.count_nonzero(nearest)
    return float(found / max(len(places), 1)), len(places)


def _in_deviations(sides: Sides) -> Sides:
    """A column of numbers in standard deviations of the true ones."""
    before, after = sides
    known = before[~np.isnan(before)]
    spread = known.std() if len(known) else 0.0
    return before / (spread or 1.0), after / (spread or 1.0)
