"""The lattice as a picture (Hasse diagram): which candidates are shown, and where each stands.

Candidates with one sum of levels share a row, coarser ones stand higher. A lattice has too many for
a picture, so it shows those around one of them, ring by ring.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from shoal.engine.lattice import Lattice, Levels

FIRST, MOST = 100, 700  # nodes that are shown at first, and at most
LANE = 26  # nodes beside each other; a row with more has several lanes
WIDE, HIGH, BETWEEN = 34.0, 96.0, 32.0  # distances of nodes, rows and lanes


def predecessors(lattice: Lattice, levels: Levels) -> Iterator[Levels]:
    """The candidates one step down."""
    for column, level in enumerate(levels):
        if level > lattice.minimum[column]:
            yield (*levels[:column], level - 1, *levels[column + 1 :])


def neighbors(lattice: Lattice, levels: Levels) -> list[Levels]:
    """All candidates one step away."""
    return [*predecessors(lattice, levels), *lattice.successors(levels)]


def around(lattice: Lattice, center: Levels, most: int = FIRST) -> list[Levels]:
    """The nearest candidates around one of them, at most `most`; it comes first itself."""
    return list(islice(_rings(lattice, center), most))


def _rings(lattice: Lattice, center: Levels) -> Iterator[Levels]:
    """All candidates by their distance, in steps, from one of them."""
    seen, ring = {center}, [center]
    while ring:
        yield from ring
        ring = sorted({one for each in ring for one in neighbors(lattice, each)} - seen)
        seen.update(ring)


def links(nodes: Sequence[Levels]) -> list[tuple[int, int]]:
    """Pairs of nodes where the second is one step above the first; nodes are given by place."""
    place = {node: at for at, node in enumerate(nodes)}
    pairs = []
    for at, node in enumerate(nodes):
        for column, level in enumerate(node):
            above = place.get((*node[:column], level + 1, *node[column + 1 :]))
            if above is not None:
                pairs.append((at, above))
    return pairs


def place_nodes(nodes: Sequence[Levels]) -> list[tuple[float, float]]:
    """The place (x, y) of each node, in the units of WIDE and HIGH; y is 0 at the top.

    Nodes are ordered in two sweeps, up and down, so that few lines cross.
    """
    rows: dict[int, list[int]] = defaultdict(list)
    for at, node in enumerate(nodes):
        rows[sum(node)].append(at)
    near = _near(len(nodes), links(nodes))
    x = [0.0] * len(nodes)
    for row in rows.values():
        _spread(sorted(row, key=lambda at: nodes[at]), x)
    for number in (*sorted(rows), *sorted(rows, reverse=True)):
        _spread(sorted(rows[number], key=lambda at: (_mean(x, near[at], x[at]), nodes[at])), x)
    return _in_lanes(rows, x)


def _near(count: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """For each node, the nodes that a line leads to."""
    near: list[list[int]] = [[] for _ in range(count)]
    for low, high in pairs:
        near[low].append(high)
        near[high].append(low)
    return near


def _spread(row: Sequence[int], x: list[float]) -> None:
    """Put nodes beside each other in this order, centered at 0; changes `x`."""
    for place, at in enumerate(row):
        x[at] = place - (len(row) - 1) / 2


def _mean(x: Sequence[float], near: Sequence[int], own: float) -> float:
    """The mean place of the nodes that lines lead to; the node's own place without any."""
    return sum(x[at] for at in near) / len(near) if near else own


def _in_lanes(rows: dict[int, list[int]], x: Sequence[float]) -> list[tuple[float, float]]:
    """Split long rows into several lanes, so that the picture is never very wide."""
    spots = [(0.0, 0.0)] * len(x)
    top = 0.0
    for number in sorted(rows, reverse=True):
        row = sorted(rows[number], key=lambda at: x[at])
        lanes = -(-len(row) // LANE)
        for place, at in enumerate(row):
            spots[at] = (
                round((place - (len(row) - 1) / 2) * WIDE / lanes, 1),
                top + place % lanes * BETWEEN,
            )
        top += HIGH + (lanes - 1) * BETWEEN
    return spots
