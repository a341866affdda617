"""How much structure a changed graph has kept."""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts
from shoal.methods.graph.graph import Graph
from shoal.methods.graph.random_changes import Changed


@dataclass(frozen=True)
class Kept:
    """What two graphs have in common.

    Attributes:
        edges_kept: The share of the edges before that are still there.
        edges_true: The share of the edges afterwards that were there before.
        degree_distance: The largest difference between the shares of nodes with at most so many
            neighbors (Kolmogorov and Smirnov): 0 if degrees are distributed alike, at most 1.
        transitivity: How often two neighbors of a node are connected: before and afterwards.
    """

    edges_kept: float
    edges_true: float
    degree_distance: float
    transitivity: tuple[float, float]


def structure_kept(before: Graph, after: Changed) -> Kept:
    """What a changed graph has kept of the one it was made from."""
    common = _common_edges(before, after)
    return Kept(
        common / max(len(before.edges), 1),
        common / max(len(after.graph.edges), 1),
        degree_distance(before.degrees, after.graph.degrees),
        (transitivity(before), transitivity(after.graph)),
    )


def degree_distance(before: Counts, after: Counts) -> float:
    """The largest difference between the cumulative distributions of two lists of degrees."""
    top = int(max(before.max(initial=0), after.max(initial=0))) + 1
    shares = [np.cumsum(np.bincount(side, minlength=top)) / len(side) for side in (before, after)]
    return float(np.abs(shares[0] - shares[1]).max())


def transitivity(graph: Graph) -> float:
    """The share of paths of two edges whose ends are connected, too; 0 where there is none."""
    paths = int((graph.degrees * (graph.degrees - 1) // 2).sum())
    return 3 * triangles(graph) / paths if paths else 0.0


def triangles(graph: Graph) -> int:
    """How often three nodes are all connected with one another."""
    # Each triangle is found once, from its node that stands first by degree: hubs come last.
    place = np.empty(graph.nodes, np.int64)
    place[np.argsort(graph.degrees, kind="stable")] = np.arange(graph.nodes)
    ends = np.sort(place[graph.edges], axis=1)
    ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
    keys = ends[:, 0] * graph.nodes + ends[:, 1]
    after = np.searchsorted(ends[:, 0], ends[:, 0], side="right") - 1 - np.arange(len(ends))
    first = np.repeat(np.arange(len(ends)), after)
    step = np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
    wanted = ends[first, 1] * graph.nodes + ends[first + step + 1, 1]
    return int(np.isin(wanted, keys).sum())


def _common_edges(before: Graph, after: Changed) -> int:
    """How many edges both graphs have; nodes of the changed one count as what they were before."""
    ends = after.origins[after.graph.edges].astype(np.int64)
    ends = np.sort(ends[(ends >= 0).all(axis=1)], axis=1)
    known = before.edges[:, 0].astype(np.int64) * before.nodes + before.edges[:, 1]
    return int(np.isin(ends[:, 0] * before.nodes + ends[:, 1], known).sum())
