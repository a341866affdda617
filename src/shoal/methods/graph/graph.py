"""An undirected graph without loops: who is connected with whom, as numbers of records."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Codes, Counts


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes 0, 1, … and the edges between them; made by `Graph.of`.

    Attributes:
        nodes: How many nodes there are.
        edges: Each edge once, its lower end first, in order.
    """

    nodes: int
    edges: Codes

    @classmethod
    def of(cls, nodes: int, ends: Codes) -> "Graph":
        """The graph of a list of edges; loops are left out, repeated edges count once."""
        wide = np.asarray(ends, np.int64).reshape(-1, 2)
        low, high = wide.min(axis=1), wide.max(axis=1)
        keys = np.unique((low * nodes + high)[low != high])
        return cls(nodes, np.stack((keys // max(nodes, 1), keys % max(nodes, 1)), 1).astype("i4"))

    @cached_property
    def degrees(self) -> Counts:
        """How many neighbors each node has."""
        return np.bincount(self.edges.ravel(), minlength=self.nodes).astype(np.int64)

    @cached_property
    def starts(self) -> Counts:
        """Where the neighbors of each node begin; one more for the end."""
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(self.degrees)))

    @cached_property
    def neighbors(self) -> Codes:
        """The neighbors of all nodes, one node after another, in order."""
        ends = np.concatenate((self.edges, self.edges[:, ::-1]))
        return np.ascontiguousarray(ends[np.lexsort((ends[:, 1], ends[:, 0])), 1], np.int32)

    def around(self, node: int) -> Codes:
        """The neighbors of one node, in order."""
        return self.neighbors[self.starts[node] : self.starts[node + 1]]
