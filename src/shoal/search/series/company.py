"""Who of a class must be held back, given what earlier releases show.

Compared with an earlier release, a class reveals who is new and who has left. Each of the two
groups must be empty or large enough. If the new people are too few, they wait. If somebody left
alone, they get company: people who were shown as often are held back, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.search.series.promised import Promised


@dataclass(frozen=True, eq=False)
class Region:
    """The people of a region, who could be a class.

    Attributes:
        values: Their sensitive values, a row per column.
        shown: Which earlier releases show each of them, a column per release.
        gone: Per release: the values of those whom it shows here and who left.
        within: For which releases the region is a part of a class: those showed less of it.
    """

    values: Counts
    shown: Bools
    gone: Sequence[Counts]
    within: Bools


def people_to_show(region: Region, alone: Promised, together: Sequence[Promised]) -> Bools:
    """Who can be shown as one class; nobody if the rest is too few.

    Args:
        region: The people.
        alone: What a class must keep.
        together: What it must keep together with each earlier release.
    """
    kept = np.ones(region.values.shape[1], np.bool_)
    while True:
        if alone.people_lacking(region.values[:, kept]):
            return np.zeros_like(kept)
        before = int(kept.sum())
        for at, promised in enumerate(together):
            _hold_back_few(region, at, promised, kept)
            if not region.within[at]:
                _give_company(region, at, promised, kept)
        if int(kept.sum()) == before:
            return kept


def _hold_back_few(region: Region, at: int, promised: Promised, kept: Bools) -> None:
    """Let new people wait until they are enough, and too few people who would show more now."""
    shown = region.shown[:, at]
    part = kept & (shown if region.within[at] else ~shown)
    if part.any() and promised.people_lacking(region.values[:, part]):
        kept &= ~part


def _give_company(region: Region, at: int, promised: Promised, kept: Bools) -> None:
    """Hold back so many that those who left are not alone."""
    shown = region.shown[:, at]
    left = np.hstack([region.gone[at], region.values[:, shown & ~kept]])
    lacking = promised.people_lacking(left) if left.shape[1] else 0
    if lacking:
        there = np.flatnonzero(kept & shown)
        often = np.argsort(-region.shown[there].sum(axis=1), kind="stable")
        kept[there[often[:lacking]]] = False
        if len(there) < lacking:
            kept[:] = False
