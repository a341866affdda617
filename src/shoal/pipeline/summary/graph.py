"""What a released graph tells and loses, as part of summary and report."""

from collections.abc import Iterator

from shoal.pipeline.states.graph import ReleasedGraph
from shoal.report.graph_section import MOST_NODES
from shoal.report.summary import as_plain
from shoal.report.types.sections import GraphFacts
from shoal.report.types.summary import DrawnGraph, Report


def with_graph(report: Report, graph: ReleasedGraph | None) -> Report:
    """The report of a run with its graph; unchanged where there is none."""
    if graph is None:
        return report
    summary = report["summary"]
    method = summary.get("method")
    figures = _figures(graph, None if method is None else method.get("ngil"))
    warnings = [*summary["warnings"], *_warnings(figures)]
    summary = {**summary, "graph": as_plain(figures), "warnings": warnings}
    return {**report, "summary": summary, "graph": as_plain(_told(graph))}


def _figures(graph: ReleasedGraph, ngil: float | None) -> GraphFacts:
    told = graph.told
    return {
        "nodes": told.nodes,
        "edges": told.edges,
        "super_nodes": len(told.sizes),
        "super_edges": len(told.pairs),
        "edges_inside": int(told.inside.sum()),
        "certain_edges": told.certain,
        "sil": told.loss(),
        "nsil": told.normalized_loss(),
        "ngil": ngil,
    }


def _warnings(figures: GraphFacts) -> Iterator[str]:
    if figures["certain_edges"]:
        yield (
            f"{figures['certain_edges']:,} of {figures['edges']:,} edges can be told for certain:"
            " all that could exist in a cluster, or between two, do. A larger k may hide them."
        )


def _told(graph: ReleasedGraph) -> DrawnGraph:
    """What is drawn; a graph that is too large for it is not kept."""
    told = graph.told
    if len(told.sizes) > MOST_NODES:
        return {}
    sizes = zip(told.sizes.tolist(), told.inside.tolist(), strict=True)
    ends = zip(*told.pairs.T.tolist(), told.between.tolist(), strict=True)
    return {
        "nodes": [{"nodes": size, "edges_inside": inside} for size, inside in sizes],
        "edges": [list(one) for one in ends],
    }
