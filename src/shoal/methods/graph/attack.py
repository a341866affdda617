"""Who is recognized in a released graph by what somebody knows of a person's connections.

The adversary knows that a person is in the graph, and how many neighbors she has, or also how many
each of these has (the queries H1 and H2 of Hay et al., VLDB 2008, doi:10.14778/1453856.1453873). He
guesses among all nodes that look so.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.methods.graph.graph import Graph
from shoal.methods.graph.random_changes import Changed


def by_degree(graph: Graph) -> list[int]:
    """What is known of each node: how many neighbors it has."""
    return [int(degree) for degree in graph.degrees]


def by_neighbors(graph: Graph) -> list[tuple[int, ...]]:
    """What is known of each node: how many neighbors each of its neighbors has."""
    degrees = graph.degrees
    return [tuple(sorted(degrees[graph.around(node)].tolist())) for node in range(graph.nodes)]


def share_recognized(
    known: Sequence[Hashable], shown: Sequence[Hashable], origins: Codes | None = None
) -> float:
    """The expected share of people who are recognized.

    Args:
        known: What is known of each node of the graph before.
        shown: What the released graph shows of each of its nodes.
        origins: The node that each released node was before, -1 for new ones; the same nodes in
            the same order if not given.
    """
    alike = Counter(shown)
    places = range(len(shown)) if origins is None else origins.tolist()
    hits = (1 / alike[shown[at]] for at, node in enumerate(places)
            if node >= 0 and known[node] == shown[at])  # fmt: skip
    return sum(hits) / max(len(known), 1)


def recognized_after(before: Graph, after: Changed) -> dict[str, float]:
    """How many are recognized in a changed graph by degree and by the degrees of neighbors.

    `by_nearest` is somebody who expects changes: he takes the node whose neighbors have the most
    similar degrees. It compares every node with every node.
    """
    return {
        "by_degree": share_recognized(by_degree(before), by_degree(after.graph), after.origins),
        "by_neighbors": share_recognized(
            by_neighbors(before), by_neighbors(after.graph), after.origins
        ),
        "by_nearest": _share_by_nearest(before, after),
    }


def _share_by_nearest(before: Graph, after: Changed) -> float:
    """The share recognized by whoever takes the most similar node, guessing among equals."""
    width = int(max(before.degrees.max(initial=0), after.graph.degrees.max(initial=0)))
    known, shown = (_neighbor_degrees(graph, width) for graph in (before, after.graph))
    place = np.full(before.nodes, -1)
    place[after.origins[after.origins >= 0]] = np.flatnonzero(after.origins >= 0)
    total = 0.0
    for node in np.flatnonzero(place >= 0).tolist():
        apart = np.abs(shown - known[node]).sum(axis=1)
        nearest = apart == apart.min()
        total += nearest[place[node]] / np.count_nonzero(nearest)
    return total / max(before.nodes, 1)


def _neighbor_degrees(graph: Graph, width: int) -> Counts:
    """One row per node: the degrees of its neighbors, the largest first, then zeros."""
    found = np.zeros((graph.nodes, width), np.int64)
    owner = np.repeat(np.arange(graph.nodes), graph.degrees)
    degrees = graph.degrees[graph.neighbors]
    order = np.lexsort((-degrees, owner))
    found[owner, np.arange(len(owner)) - graph.starts[owner]] = degrees[order]
    return found


def share_recognized_in_clusters(sizes: Counts) -> float:
    """The expected share in a super-graph, whose super-nodes tell nothing more about a node.

    Even somebody who knows in which super-node a person is can only guess among its members.
    """
    return len(sizes) / max(int(np.sum(sizes)), 1)
