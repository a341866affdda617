"""A graph as its super-graph tells it: edges stand at random where they may be.

Whoever gets super-nodes and super-edges can draw such graphs and study them (Hay, Miklau, Jensen,
Towsley, Weis: Resisting structural re-identification in anonymized social networks. VLDB 2008,
doi:10.14778/1453856.1453873).
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.methods.graph.graph import Graph
from shoal.methods.graph.structure import SuperGraph
from shoal.methods.perturbation.draws import Draw, system_draw


def draw_again(super_graph: SuperGraph, draw: Draw = system_draw) -> Graph:
    """One of the graphs that have this super-graph, each as likely as any other.

    Its nodes are numbered cluster by cluster: those of the first super-node, of the second, …
    """
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(super_graph.sizes)))
    drawn = [np.zeros((0, 2), np.int64)]
    for at, (size, edges) in enumerate(
        zip(super_graph.sizes.tolist(), super_graph.inside.tolist(), strict=True)
    ):
        low, high = np.triu_indices(size, 1)
        places = _choose(len(low), edges, draw)
        drawn.append(first[at] + np.stack((low[places], high[places]), axis=1))
    sides = zip(super_graph.pairs.tolist(), super_graph.between.tolist(), strict=True)
    for (one, other), edges in sides:
        across = int(super_graph.sizes[other])
        places = _choose(int(super_graph.sizes[one]) * across, edges, draw)
        ends = first[one] + places // across, first[other] + places % across
        drawn.append(np.stack(ends, axis=1))
    return Graph.of(super_graph.nodes, np.concatenate(drawn).astype(np.int32))


def members_in_order(clusters: Codes) -> Counts:
    """The nodes of a partition in the order in which a graph that is drawn again has them."""
    return np.argsort(clusters, kind="stable")


def _choose(many: int, wanted: int, draw: Draw) -> Counts:
    """So many different numbers below `many`, by chance."""
    return np.argsort(draw(many), kind="stable")[:wanted]
