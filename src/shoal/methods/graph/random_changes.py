"""Random addition and deletion of edges and nodes: what super-nodes are compared with.

Paper 002 lists it among the ways to perturb a graph; Hay, Miklau, Jensen, Weis, Srivastava:
Anonymizing social networks. University of Massachusetts, Technical Report 07-19, 2007.
Nothing is promised about anybody: whoever keeps rare surroundings can still be recognized.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.errors import NoReleaseError
from shoal.methods.graph.graph import Graph
from shoal.methods.perturbation.draws import Draw, system_draw

NEW = -1


@dataclass(frozen=True, eq=False)
class Changed:
    """A graph with other nodes and edges than the one it was made from.

    Attributes:
        graph: The changed graph.
        origins: The node that each of its nodes was before; -1 for nodes that are new.
    """

    graph: Graph
    origins: Codes


def with_random_edges(
    graph: Graph, *, deleted: int = 0, added: int = 0, draw: Draw = system_draw
) -> Changed:
    """The graph after deleting random edges and adding others where none were before.

    Raises NoReleaseError if there are not so many edges to delete, or no room for so many.
    """
    room = graph.nodes * (graph.nodes - 1) // 2 - len(graph.edges)
    if deleted > len(graph.edges) or added > room:
        raise NoReleaseError(
            f"The graph has {len(graph.edges):,} edges and room for {room:,} more; {deleted:,}"
            f" cannot be deleted and {added:,} added. Ask for fewer."
        )
    kept = np.sort(_choose_numbers(len(graph.edges), len(graph.edges) - deleted, draw))
    fresh = _new_edges(graph, added, draw)
    ends = np.concatenate((graph.edges[kept], fresh))
    return Changed(Graph.of(graph.nodes, ends), np.arange(graph.nodes, dtype=np.int32))


def with_random_nodes(
    graph: Graph, *, deleted: int = 0, added: int = 0, draw: Draw = system_draw
) -> Changed:
    """The graph after deleting random nodes and adding others, as well connected as those kept.

    Raises NoReleaseError if no node would be left of those before.
    """
    if deleted >= graph.nodes:
        raise NoReleaseError(
            f"The graph has {graph.nodes:,} nodes, so {deleted:,} cannot be deleted. Ask for fewer."
        )
    kept = np.sort(_choose_numbers(graph.nodes, graph.nodes - deleted, draw))
    places = np.full(graph.nodes, NEW, np.int64)
    places[kept] = np.arange(len(kept))
    ends = places[graph.edges]
    ends = ends[(ends >= 0).all(axis=1)]
    smaller = Graph.of(len(kept), ends.astype(np.int32))
    fresh = [_edges_of_new(smaller, len(kept) + new, draw) for new in range(added)]
    grown = Graph.of(len(kept) + added, np.concatenate((smaller.edges, *fresh)))
    origins = np.concatenate((kept, np.full(added, NEW))).astype(np.int32)
    return Changed(grown, origins)


def _edges_of_new(graph: Graph, node: int, draw: Draw) -> Codes:
    """The edges of a new node: as many as some node has by chance, to any nodes of the graph."""
    many = int(graph.degrees[int(draw(1)[0] * graph.nodes)])
    others = _choose_numbers(graph.nodes, many, draw)
    return np.stack((others, np.full(many, node)), axis=1).astype(np.int32)


def _choose_numbers(many: int, wanted: int, draw: Draw) -> Counts:
    """So many different numbers below a bound, each as likely as any other."""
    return np.argsort(draw(many), kind="stable")[:wanted]


def _new_edges(graph: Graph, wanted: int, draw: Draw) -> Codes:
    """Different pairs of nodes that have no edge, each as likely as any other."""
    nodes = graph.nodes
    taken = graph.edges[:, 0].astype(np.int64) * nodes + graph.edges[:, 1]
    found = np.zeros(0, np.int64)
    if wanted and 4 * (len(taken) + wanted) > nodes * (nodes - 1) // 2:  # few pairs are free
        low, high = np.triu_indices(nodes, 1)
        free = np.setdiff1d(low * nodes + high, taken)
        found = free[_choose_numbers(len(free), wanted, draw)]
    while len(found) < wanted:
        ends = np.sort((draw(2 * wanted) * nodes).astype(np.int64).reshape(-1, 2), axis=1)
        keys = (ends[:, 0] * nodes + ends[:, 1])[ends[:, 0] < ends[:, 1]]
        _, first = np.unique(np.concatenate((found, keys)), return_index=True)
        found = np.concatenate((found, keys))[np.sort(first)]
        found = found[~np.isin(found, taken)][:wanted]
    return np.stack((found // max(nodes, 1), found % max(nodes, 1)), axis=1).astype(np.int32)
