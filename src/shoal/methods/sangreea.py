"""SaNGreeA, greedy clusters of records (Campan & Truta 2009; paper 002).

Theory: docs/theory/clusters.md.
"""

from dataclasses import replace
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge

from shoal.engine.arrays import Counts
from shoal.errors import StudyError
from shoal.methods.cluster_release import refuse_small_table, treatment_of
from shoal.methods.clustering.blocks import clusters_in_blocks
from shoal.methods.clustering.clusters import NONE
from shoal.methods.clustering.constraints import Constraint, promises
from shoal.methods.clustering.growing import Left, disperse_leftovers
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.merging import merge_clusters
from shoal.methods.clustering.space import Space
from shoal.methods.graph.clustering import cluster_graph
from shoal.methods.graph.graph import Graph
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem

AT_ONCE = 64  # clusters formed before a person may stop


@methods.register("sangreea", begin={"k": 5})
@plugin()
class Sangreea:
    """Records are put into clusters of at least k that lose little together, and look alike then.

    A cluster begins with the first record that is left and takes the record that makes it least
    costly, until it has k. Who is left over in the end joins the cluster that then costs least. A
    cluster shows its lowest and highest number, and the lowest common ancestor of its categories.
    Columns cost in proportion to their `weight` in the study.

    Where records are the nodes of a graph, a cluster begins with the node that has most edges, and
    takes the node with the smallest alpha · cost of generalization + beta · structural distance.

    Attributes:
        k: The smallest number of records that look alike.
        block: How many similar records are looked at together, where the table is too large to look
            at all of them; nothing said means all, which gives exactly the greedy clusters.
        constraints: Promises that clusters keep about sensitive columns, as under `privacy`:
            `[{model: distinct-l-diversity, column: diagnosis, l: 2}]`. Clusters that break one are
            merged with others.
        alpha: How much generalization counts, where there are edges.
        beta: How much the structure counts, where there are edges.
        edges: The list of edges of a graph: a file, or the settings of one as under `data`. Its
            first two columns name the ends by their ids.
        node: The identifier that edges name records by.

    Card:
        promise: Every record looks like at least {others}: it is in a cluster of at least {k}.
        measure: records in the smallest cluster
        means: Larger is safer: a guess at whose record it is is right once in so many tries.
        unit: records
        symbol: k
        advice: When records are connected, as patients who share a ward; it can release their
            graph, too.
        reference: Campan & Truta 2009, SaNGreeA
    """

    k: Annotated[int, Ge(2)]
    block: Annotated[int, Ge(100)] | None = None
    constraints: tuple[Constraint, ...] = ()
    alpha: Annotated[float, Ge(0)] = 1.0
    beta: Annotated[float, Ge(0)] = 1.0
    edges: str | dict[str, Any] | None = None
    node: str | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True
    counts_people: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuses what does not fit together."""
        if self.block is not None and self.edges is not None:
            raise StudyError("block: clusters of a graph are formed over all nodes. Leave it out.")

    def run(self, problem: Problem, watch: Watch, graph: Graph | None = None) -> Treated:
        """Form clusters and generalize each; of a graph, its edges count, too."""
        encoded = problem.encoded
        refuse_small_table(encoded, self.k)
        space = Space.of(encoded)
        if graph is None:
            cluster = table_clusters(space, self.k, watch, self.block)
        else:
            cluster = cluster_graph(
                space, graph, self.k, alpha=self.alpha, beta=self.beta, watch=watch
            )
        cluster = merge_clusters(space, encoded, cluster, promises(self.constraints), self.k)
        found = treatment_of(problem, space, Formed.of(space, cluster))
        return found if graph is None else replace(found, clusters=cluster, graph=graph)


def table_clusters(space: Space, k: int, watch: Watch, block: int | None = None) -> Counts:
    """The cluster of each record, formed over the whole table or within blocks."""
    if block is None or block >= space.records:
        cluster, clusters = _everywhere(space, k, watch)
    else:
        cluster, clusters = clusters_in_blocks(space, k, max(block, 2 * k), watch)
    parts = space.numbers, space.leaves, space.limits, space.up, space.costs
    return disperse_leftovers(*parts, cluster, clusters)


def _everywhere(space: Space, k: int, watch: Watch) -> tuple[Counts, int]:
    """The cluster of each record (NONE for those left over), and how many clusters there are.

    Formed over the whole table, a few at a time so that a person may stop.
    """
    cluster = np.full(space.records, NONE, np.int64)
    left, number = Left.of(space, np.arange(space.records)), 0
    while left.count >= k:
        watch(Progress("search", space.records - left.count, space.records))
        number = left.grow(space, k, cluster, number, AT_ONCE)
    return cluster, number
