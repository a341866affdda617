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
        values: Their sensitive values: a line per column, an entry per person.
        shown: Which earlier releases show each of them: a line per person, an entry per release.
        gone: Per release: the values of those whom it shows here and who left, like `values`.
        within: Per release: whether the region is only a part of one of its classes, so that the
            release showed less of it.
    """

    values: Counts
    shown: Bools
    gone: Sequence[Counts]
    within: Bools


def people_to_show(region: Region, alone: Promised, together: Sequence[Promised]) -> Bools:
    """One flag per person: who can be shown as one class; nobody if too few people remain.

    Args:
        region: The people.
        alone: What a class must keep by itself.
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
    """Hold back a group that is too small, compared with one release. Changes `kept`.

    The group is the people who are new; if the region is part of an earlier class, the people whom
    that release shows, because they would show more now.
    """
    shown = region.shown[:, at]
    part = kept & (shown if region.within[at] else ~shown)
    if part.any() and promised.people_lacking(region.values[:, part]):
        kept &= ~part


def _give_company(region: Region, at: int, promised: Promised, kept: Bools) -> None:
    """Hold back so many that those who left are not alone; all, if even that is not enough.

    People whom most releases show are held back first. Changes `kept`.
    """
    shown = region.shown[:, at]
    left = np.hstack([region.gone[at], region.values[:, shown & ~kept]])
    lacking = promised.people_lacking(left) if left.shape[1] else 0
    if lacking:
        there = np.flatnonzero(kept & shown)
        often = np.argsort(-region.shown[there].sum(axis=1), kind="stable")
        kept[there[often[:lacking]]] = False
        if len(there) < lacking:
            kept[:] = False
