"""The graph of a release."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from shoal.engine.arrays import Counts

if TYPE_CHECKING:
    from shoal.methods.graph.structure import SuperGraph


@dataclass(frozen=True, eq=False)
class ReleasedGraph:
    """A graph as it is released.

    Attributes:
        super_graph: The super-graph, its super-nodes in the order of their numbers.
        clusters: The number of each record's cluster, from 1; only the run may know it.
        nodes: One record per super-node.
        edges: One record per super-edge.
    """

    super_graph: "SuperGraph"
    clusters: Counts
    nodes: pl.DataFrame
    edges: pl.DataFrame
