"""The graph of a release: two files that tell about clusters, never about one node.

`draft_nodes` has one record per super-node: its number, how many nodes it stands for, how many
edges are inside, and what its nodes show of the quasi-identifiers. `draft_edges` has one record
per super-edge: two numbers, and how many edges there are between them. Numbers are given by chance,
because the order in which clusters were formed tells about degrees.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from shoal.data.files import SUFFIXES, write
from shoal.data.table import exact_column
from shoal.engine.arrays import Counts
from shoal.pipeline.release.frame import permutation
from shoal.pipeline.states.graph import ReleasedGraph
from shoal.pipeline.states.released import Released
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.graph.structure import SuperGraph

NODES, EDGES = "draft_nodes", "draft_edges"  # until they are given
OF_NODES = ("cluster", "nodes", "edges_inside")
OF_EDGES = ("cluster", "other_cluster", "edges")


def make_graph(done: Released) -> ReleasedGraph | None:
    """The graph of a release, its clusters in random order; None where the study has no edges."""
    treated = done.treated
    if treated is None or treated.graph is None or treated.clusters is None:
        return None
    from shoal.methods.graph.structure import SuperGraph  # noqa: PLC0415  (loads methods)

    whole = SuperGraph.of(treated.graph, treated.clusters.astype(np.int32))
    order = permutation(done.study, len(whole.sizes)).to_numpy()
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    clusters, whole = numbers[treated.clusters], whole.renumber(order)
    return ReleasedGraph(whole, clusters + 1, _nodes(done, whole, clusters), _edges(whole))


def clusters_for_verifier(graph: ReleasedGraph | None) -> dict[str, pl.Series]:
    """The cluster of each record as an argument of the verifier, as no file holds it; or none."""
    return {} if graph is None else {"clusters": pl.Series(graph.clusters)}


def write_graph(study: Study, folder: Path, graph: ReleasedGraph | None) -> ReleasedGraph | None:
    """Write both files of a graph into the run folder; returns the graph. None: writes nothing."""
    if graph is None:
        return None
    output = study.output
    format = "csv" if output.url is not None else output.format
    for name, frame in ((NODES, graph.nodes), (EDGES, graph.edges)):
        path = folder / f"{name}{SUFFIXES[format]}"
        write(frame, path, format, neutralize_formulas=output.neutralize_formulas)
    return graph


def _nodes(done: Released, whole: "SuperGraph", clusters: Counts) -> pl.DataFrame:
    """One record per super-node; all members of a cluster show the same as its first."""
    shown = [name for name in done.study.released if name in done.study.generalized]
    _, first = np.unique(clusters, return_index=True)
    cells = [
        exact_column(done.frame, name).gather(first).cast(pl.String).alias(name) for name in shown
    ]
    names = free_names(OF_NODES, shown)
    columns = (np.arange(1, len(whole.sizes) + 1), whole.sizes, whole.inside)
    counts = [pl.Series(name, values) for name, values in zip(names, columns, strict=True)]
    return pl.DataFrame([*counts, *cells])


def _edges(whole: "SuperGraph") -> pl.DataFrame:
    """One record per super-edge."""
    first, second = (whole.pairs[:, side].astype(np.int64) + 1 for side in (0, 1))
    return pl.DataFrame(dict(zip(OF_EDGES, (first, second, whole.between), strict=True)))


def free_names(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Names for added columns; each gets underscores until the table has no column of that name."""
    taken = set(taken)

    def free(name: str) -> str:
        return free(f"{name}_") if name in taken else name

    return [free(name) for name in names]
