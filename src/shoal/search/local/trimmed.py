"""The search with trimming: single records, cells that open with only some of theirs."""

from collections.abc import Callable

import numpy as np

from shoal.engine.arrays import Floats
from shoal.search.local.bundling import bundled
from shoal.search.local.cells import Cells
from shoal.search.local.opening import LEFT, WORK, Nodes, Rule, room_for
from shoal.search.local.opening_values import Values
from shoal.search.local.parting import Parting, parting_of
from shoal.search.local.trimming import open_trimmed

STEPS = 60  # thresholds
PULL, FLOOR = 0.3, 0.7
SHARES = (0.3, 0.5)  # of a cell's records that stay at least: at first, and with prices


def trimmed(
    cells: Cells,
    nodes: Nodes,
    minimum: int,
    values: Values,
    prices: Floats | None,
    pause: Callable[[int], None],
) -> Parting:
    """Classes of single records; with prices, the second time."""
    place, node_of = np.full((2, len(cells.counts)), -1)
    pull, floor = (PULL, FLOOR) if prices is not None else (0.0, 1.0)
    fewer = bundled(cells, nodes)
    room = room_for(*fewer, place, np.argsort(nodes.least, kind="stable"), floor)
    paid = np.zeros(len(place)) if prices is None else prices
    for threshold in np.append(0.0, np.geomspace(0.002, 1.2, STEPS)).tolist():
        pause(int(room.tally[WORK]))
        room.tally[WORK] = 0
        if room.tally[LEFT]:
            rule = Rule(minimum, threshold, pull, floor)
            share = SHARES[0 if prices is None else 1]
            open_trimmed(*fewer, room, rule, paid, place, node_of, values, share)
    return parting_of(cells, place, nodes.levels[node_of[np.maximum(place, 0)]])
