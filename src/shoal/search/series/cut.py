"""The rung of each region: the cheapest cut through the regions of a ladder, from the lowest up.

A region is all records that look alike on a rung. Either it is shown as one class, or its parts on
lower rungs are, whichever loses less; what is held back for the sake of earlier releases counts as
lost. Several parts of one class of an earlier release must keep the promises together: that is
looked at last (`shoal.search.series.together`).
"""

from collections.abc import Iterator

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.progress import Progress, Watch
from shoal.search.series.company import Region, people_to_show
from shoal.search.series.earlier import History
from shoal.search.series.rungs import Rungs


def cheapest_cut(
    history: History, rungs: Rungs, pressure: float, watch: Watch
) -> tuple[Counts, Bools]:
    """The rung of each record, and a flag for each: whether it is shown.

    Args:
        history: What the series has disclosed so far.
        rungs: The table on its ladder.
        pressure: What a record that is held back costs, as a share of all it says.
        watch: Called now and then.
    """
    records = len(history.links)
    costs = np.full(records, pressure)
    kept, rung = np.zeros(records, np.bool_), np.full(records, len(rungs.ladder) - 1)
    together = [history.both(one) for one in history.earlier]
    for at in reversed(range(len(rungs.ladder))):
        watch(Progress("search", len(rungs.ladder) - at, len(rungs.ladder)))
        for members, region in _regions(history, rungs, at, costs):
            shown = people_to_show(region, history.promised, together)
            lost = np.where(shown, rungs.costs[at][members], pressure)
            if shown.any() and lost.sum() < costs[members].sum():
                costs[members], kept[members], rung[members] = lost, shown, at
    return rung, kept


def _regions(
    history: History, rungs: Rungs, at: int, costs: Floats
) -> Iterator[tuple[Counts, Region]]:
    """The records of each region of a rung that could be worth showing, and what is known of it.

    Args:
        history: What the series has disclosed so far.
        rungs: The table on its ladder.
        at: The rung.
        costs: What each record costs with the best cut so far.
    """
    regions = rungs.regions[at]
    order = np.argsort(regions, kind="stable")
    starts = np.searchsorted(regions[order], np.arange(int(regions.max(initial=-1)) + 2))
    least, most = np.bincount(regions, rungs.costs[at]), np.bincount(regions, costs)
    worth = (np.diff(starts) >= history.promised.size) & (least < most)
    shown = _beside([one.is_shown for one in history.earlier], len(regions))
    # Where those who left would stand now is told by somebody of their class who is still there.
    gone = [
        _people_who_left(history, at, regions, number) for number in range(len(history.earlier))
    ]
    inside = [one.is_shown & (one.rung_of < at) for one in history.earlier]
    within = _beside([np.bincount(regions, one) > 0 for one in inside], len(worth))
    for region in np.flatnonzero(worth):
        members = order[starts[region] : starts[region + 1]]
        left = [
            values[:, slice(*np.searchsorted(places, [region, region + 1]))]
            for places, values in gone
        ]
        yield members, Region(history.own[:, members], shown[members], left, within[region])


def _people_who_left(
    history: History, at: int, regions: Counts, number: int
) -> tuple[Counts, Counts]:
    """The region on a rung of each person who left, ascending, and their sensitive values.

    Only of classes that stand on this rung or a lower one, with somebody still in the table.
    """
    one = history.earlier[number]
    somebody, (classes, links) = one.somebody, one.people_who_left
    here = (somebody[classes] >= 0) & (one.rungs[classes] >= at)
    places = regions[somebody[classes[here]]]
    order = np.argsort(places, kind="stable")
    return places[order], history.values[:, links[here][order]]


def _beside(columns: list[Bools], rows: int) -> Bools:
    """Columns side by side; without any, an array of `rows` lines and no column."""
    return np.stack(columns, axis=1) if columns else np.zeros((rows, 0), np.bool_)
