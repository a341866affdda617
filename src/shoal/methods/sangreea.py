"""SaNGreeA, greedy clusters of records (Campan & Truta 2009; paper 002; spec/privacy.md §10)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge

from shoal.engine.arrays import Counts
from shoal.engine.encoded import EncodedTable
from shoal.errors import NoReleaseError
from shoal.methods.clustering.cells import cells_of
from shoal.methods.clustering.clusters import NONE
from shoal.methods.clustering.dispersal import dispersed
from shoal.methods.clustering.growing import Left
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.graph.clustering import clustered
from shoal.methods.graph.graph import Graph
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem

AT_ONCE = 64  # clusters formed before a person may stop


@methods.register("sangreea")
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
        alpha: How much generalization counts, where there are edges.
        beta: How much the structure counts, where there are edges.
        edges: The list of edges of a graph: a file, or the settings of one as under `data`. Its
            first two columns name the ends by their ids.
        node: The identifier that edges name records by.
    """

    k: Annotated[int, Ge(2)]
    alpha: Annotated[float, Ge(0)] = 1.0
    beta: Annotated[float, Ge(0)] = 1.0
    edges: str | dict[str, Any] | None = None
    node: str | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch, graph: Graph | None = None) -> Treated:
        """Form clusters and generalize each; of a graph, its edges count, too."""
        encoded = problem.encoded
        _refuse_few(encoded.records, self.k)
        space = Space.of(encoded)
        if graph is None:
            return treated(problem, space, Formed.of(space, exact_clusters(space, self.k, watch)))
        cluster = clustered(space, graph, self.k, alpha=self.alpha, beta=self.beta, watch=watch)
        found = treated(problem, space, Formed.of(space, cluster))
        return replace(found, clusters=cluster, graph=graph)


def exact_clusters(space: Space, k: int, watch: Watch) -> Counts:
    """The cluster of each record, formed over the whole table."""
    cluster = np.full(space.records, NONE, np.int64)
    left, number = Left.of(space, np.arange(space.records)), 0
    while left.count >= k:
        watch(Progress("search", space.records - left.count, space.records))
        number = left.grow(space, k, cluster, number, AT_ONCE)
    return dispersed(
        space.numbers, space.leaves, space.limits, space.up, space.costs, cluster, number
    )


def treated(problem: Problem, space: Space, formed: Formed) -> Treated:
    """What records show that are in clusters."""
    encoded = problem.encoded
    step = {
        "step": "cluster",
        "clusters": len(formed.sizes),
        "smallest": int(formed.sizes.min()),
        "largest": int(formed.sizes.max()),
    }
    return Treated(
        problem.lattice.minimum,
        np.zeros(encoded.records, np.bool_),
        None,
        1,
        (step,),
        cells_of(encoded, space, formed),
        figures(encoded, space, formed),
    )


def figures(encoded: EncodedTable, space: Space, formed: Formed) -> Mapping[str, Any]:
    """What clusters lose, as a share, for the whole table and for each column."""
    names = [column.name for column in encoded.columns]
    shares = dict(zip(names, formed.by_column(space).tolist(), strict=True))
    return {
        "ngil": formed.ngil(space),
        "ngil_weighted": formed.weighted(space),
        "ngil_by_column": shares,
    }


def _refuse_few(records: int, k: int) -> None:
    if records < k:
        raise NoReleaseError(
            f"The data has {records:,} records, but a cluster needs {k:,}. Collect more records,"
            " or lower k."
        )
