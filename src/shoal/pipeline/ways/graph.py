"""Records are nodes of a graph: a method forms clusters by values and by edges (SaNGreeA)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from shoal.data.table import Table
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.ways.edges import graph_of_records
from shoal.pipeline.ways.method import Method

if TYPE_CHECKING:
    from shoal.methods.graph.edge_lists import Connected


@dataclass(frozen=True, eq=False)
class Graph(Method):
    """The method knows the edges between records."""

    name: ClassVar[str] = "graph"

    def connect(self, table: Table) -> "Connected | None":
        """The graph, from the list of edges that the study names."""
        return graph_of_records(self.study, table)

    def _beside(self, prepared: Prepared) -> tuple[Any, ...]:
        """The graph as an argument of the method; none where no edges were read."""
        return () if prepared.connected is None else (prepared.connected.graph,)
