"""What is left of a graph when clusters become super-nodes, and how much structure is lost.

A super-node tells how many nodes and edges are inside, a super-edge how many edges two clusters
have between them. An edge is then as likely as any other of its place: structural information loss
is the expected number of wrong guesses when the graph is drawn again (Campan & Truta 2009, §4.2).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.methods.graph.graph import Graph


@dataclass(frozen=True, eq=False)
class SuperGraph:
    """A graph of clusters.

    Attributes:
        sizes: How many nodes each super-node stands for.
        inside: How many edges are inside each super-node.
        pairs: The super-edges: two super-nodes each, the lower first, in order.
        between: How many edges each super-edge stands for.
    """

    sizes: Counts
    inside: Counts
    pairs: Codes
    between: Counts

    @classmethod
    def of(cls, graph: Graph, clusters: Codes) -> "SuperGraph":
        """The super-graph of a partition: the cluster of each node, numbered from 0."""
        many = int(clusters.max(initial=-1)) + 1
        ends = np.sort(clusters[graph.edges].astype(np.int64), axis=1)
        same = ends[:, 0] == ends[:, 1]
        inside = np.bincount(ends[same, 0], minlength=many).astype(np.int64)
        keys, between = np.unique(ends[~same, 0] * many + ends[~same, 1], return_counts=True)
        pairs = np.stack((keys // max(many, 1), keys % max(many, 1)), axis=1).astype(np.int32)
        sizes = np.bincount(clusters, minlength=many).astype(np.int64)
        return cls(sizes, inside, pairs, between.astype(np.int64))

    @property
    def nodes(self) -> int:
        """How many nodes the graph has."""
        return int(self.sizes.sum())

    @property
    def edges(self) -> int:
        """How many edges the graph has."""
        return int(self.inside.sum() + self.between.sum())

    @cached_property
    def room_inside(self) -> Counts:
        """How many edges each super-node could have inside."""
        return self.sizes * (self.sizes - 1) // 2

    @cached_property
    def room_between(self) -> Counts:
        """How many edges each super-edge could stand for."""
        return self.sizes[self.pairs[:, 0]] * self.sizes[self.pairs[:, 1]]

    @property
    def certain(self) -> int:
        """How many edges are certain, because every edge that their place can hold exists."""
        full = self.inside == self.room_inside
        whole = self.between == self.room_between
        return int(self.inside[full].sum() + self.between[whole].sum())

    def loss(self) -> float:
        """Structural information loss, SIL."""
        within = _wrong_guesses(self.inside, self.room_inside)
        across = _wrong_guesses(self.between, self.room_between)
        return float(within.sum() + across.sum())

    def normalized_loss(self) -> float:
        """SIL as a share of the largest that a graph of so many nodes can have: NSIL."""
        largest = self.nodes * (self.nodes - 1) / 4
        return self.loss() / largest if largest else 0.0

    def renumber(self, order: Counts) -> "SuperGraph":
        """The same super-graph; super-node `order[i]` is called i."""
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        pairs = np.sort(place[self.pairs], axis=1)
        sorted_by = np.lexsort((pairs[:, 1], pairs[:, 0]))
        return SuperGraph(
            self.sizes[order],
            self.inside[order],
            pairs[sorted_by].astype(np.int32),
            self.between[sorted_by],
        )


def _wrong_guesses(edges: Counts, room: Counts) -> Floats:
    """2 e (1 - e / room): 0 where nothing or everything is connected."""
    possible: Bools = room > 0
    share = np.divide(edges, room, out=np.zeros(len(edges)), where=possible)
    return np.asarray(2 * edges * (1 - share), np.float64)
