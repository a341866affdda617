"""The graph of a run before and after, as two pictures. Only the steward may see them."""

import json
from pathlib import Path
from typing import TypedDict

import numpy as np
import polars as pl

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.engine.arrays import Counts
from shoal.errors import DataError, StudyError
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.ways.edges import graph_of_records
from shoal.report.graph_pictures import GraphSide, draw_after, draw_before
from shoal.report.types.summary import Summary, SuperNode
from shoal.study.study import read_study


class GraphPictures(TypedDict):
    """The graph of the table, and what is released of it."""

    before: GraphSide
    after: GraphSide


def draw_graph(run: Path) -> GraphPictures:
    """Draw the graph of a run's table, and the super-graph that was written.

    Refused if the run is not about a graph, or if its list of edges has changed since.
    """
    study = read_study(run / "study.yaml")
    connected = graph_of_records(study, read(source_of(study)))
    if connected is None:
        raise StudyError("This run has no graph to draw: its study names no edges.")
    graph = connected.graph
    summary: Summary = json.loads((run / "summary.json").read_text("utf-8"))
    written = summary.get("graph")
    if written is None or (written["nodes"], written["edges"]) != (graph.nodes, len(graph.edges)):
        raise DataError("The nodes or edges have changed since the run. Run the study again.")
    return {
        "before": draw_before(graph.nodes, graph.edges.astype(np.int64)),
        "after": draw_after(_super_nodes(run), _super_edges(run)),
    }


def _super_nodes(run: Path) -> list[SuperNode]:
    """Sizes of the written super-nodes: their number, nodes and edges are the first columns."""
    counts = _counts(run, "nodes")
    return [{"nodes": size, "edges_inside": inside} for _, size, inside in counts.tolist()]


def _super_edges(run: Path) -> Counts:
    """The written super-edges; super-nodes are counted from 0."""
    edges: Counts = _counts(run, "edges") - np.array([1, 1, 0])
    return edges


def _counts(run: Path, part: str) -> Counts:
    """The first three columns of a written part of the graph, all of them counts."""
    files = [path for path in run.iterdir() if path.stem in {f"draft_{part}", f"release_{part}"}]
    if not files:
        raise DataError(f"The {part} of this run are not there any more. Run the study again.")
    frame = read(resolve_source(Source.of(files[0]))).frame
    return frame[:, :3].select(pl.all().cast(pl.Int64)).to_numpy().reshape(-1, 3)
