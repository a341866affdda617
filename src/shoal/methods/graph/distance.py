"""How differently two nodes are connected (Campan & Truta 2009, §5; docs/theory/clusters.md)."""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.methods.graph.graph import Graph


def structural_distance(graph: Graph, one: int, other: int) -> float:
    """The share of all other nodes that are connected with exactly one of the two."""
    return float(structural_distances(graph, one)[other])


def structural_distances(graph: Graph, node: int) -> Floats:
    """The structural distance of a node from every node; from itself it is 0.

    Of the d_i + d_j edges of both, the edge between them is no difference (it is counted twice),
    and neither are their common neighbors (each counted twice): d_i + d_j - 2 e - 2 common.
    """
    if graph.nodes <= 2:
        return np.zeros(graph.nodes)
    differing = graph.degrees + graph.degrees[node] - 2 * neighbors_in_common(graph, node)
    differing[node] = 0
    return np.asarray(differing / (graph.nodes - 2), np.float64)


def neighbors_in_common(graph: Graph, node: int) -> Counts:
    """Common neighbors with every node, and one more for those connected with it."""
    found = np.zeros(graph.nodes, np.int64)
    for neighbor in graph.around(node):
        found[neighbor] += 1
        found[graph.around(int(neighbor))] += 1
    return found
