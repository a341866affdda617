"""Graphs small enough to check by eye, random ones, and definitions computed the slow way."""

from itertools import combinations

import numpy as np

from shoal.methods.graph.graph import Graph

# Campan & Truta's nine nodes X1 … X9. Their figure is not in our sources; these edges have the
# degrees, the two structural losses and the order of seeds that their examples print.
NINE = [(1, 2), (1, 3), (4, 5), (4, 6), (5, 6), (7, 8), (7, 9), (4, 7), (4, 9)]
FIRST = [{4, 7, 8}, {1, 2, 3}, {5, 6, 9}]
SECOND = [{4, 5, 6}, {1, 2, 3}, {7, 8, 9}]


def graph(edges, nodes=None):
    """A graph of nodes numbered from 0."""
    ends = np.array(edges, np.int32).reshape(-1, 2)
    return Graph.of(nodes if nodes is not None else int(ends.max()) + 1, ends)


def nine():
    """Nodes are numbered from 0: X1 is 0."""
    return graph([(a - 1, b - 1) for a, b in NINE], 9)


def labels(partition):
    """The cluster of each of the nine nodes."""
    found = {node: at for at, members in enumerate(partition) for node in members}
    return np.array([found[node] for node in range(1, 10)], np.int32)


def random_graph(nodes, edges, seed=0):
    """A graph with so many random edges."""
    chance = np.random.default_rng(seed)
    pairs = np.array(list(combinations(range(nodes), 2)) or np.zeros((0, 2)), np.int32)
    return Graph.of(nodes, pairs[chance.choice(len(pairs), min(edges, len(pairs)), replace=False)])


def large_graph(nodes, edges, seed=0):
    """About so many random edges, without looking at all pairs."""
    chance = np.random.default_rng(seed)
    return Graph.of(nodes, chance.integers(0, nodes, (edges, 2)).astype(np.int32))


def matrix(graph):
    """Who is connected with whom."""
    found = np.zeros((graph.nodes, graph.nodes), np.int64)
    found[graph.edges[:, 0], graph.edges[:, 1]] = 1
    return found + found.T


def distance_by_definition(graph, one, other):
    """|{l other than both: exactly one is connected with l}| / (n - 2)."""
    rows = matrix(graph)
    others = [at for at in range(graph.nodes) if at not in (one, other)]
    return sum(rows[one, at] != rows[other, at] for at in others) / len(others)


def sil_by_definition(graph, clusters):
    """The sum of intraSIL and interSIL over all clusters and pairs of clusters."""
    rows = matrix(graph)
    groups = [np.flatnonzero(clusters == at) for at in range(int(max(clusters)) + 1)]

    def wrong(edges, room):
        return 2 * edges * (1 - edges / room) if room else 0.0

    inside = [wrong(rows[np.ix_(g, g)].sum() / 2, len(g) * (len(g) - 1) / 2) for g in groups]
    across = [wrong(rows[np.ix_(g, h)].sum(), len(g) * len(h)) for g, h in combinations(groups, 2)]
    return sum(inside) + sum(across)


def draws(seed=0):
    """Uniform numbers that repeat."""
    chance = np.random.default_rng(seed)
    return chance.random
