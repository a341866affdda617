"""The graph in summary and report: its sizes, what it loses, and its picture."""

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
    return {**report, "summary": summary, "graph": as_plain(_picture(graph))}


def _figures(graph: ReleasedGraph, ngil: float | None) -> GraphFacts:
    """The sizes of a graph and what it loses; `ngil` is what the method says of its values."""
    whole = graph.super_graph
    return {
        "nodes": whole.nodes,
        "edges": whole.edges,
        "super_nodes": len(whole.sizes),
        "super_edges": len(whole.pairs),
        "edges_inside": int(whole.inside.sum()),
        "certain_edges": whole.certain,
        "sil": whole.loss(),
        "nsil": whole.normalized_loss(),
        "ngil": ngil,
    }


def _warnings(figures: GraphFacts) -> Iterator[str]:
    """A warning about edges that the release gives away for certain."""
    if figures["certain_edges"]:
        yield (
            f"{figures['certain_edges']:,} of {figures['edges']:,} edges can be told for certain:"
            " all that could exist in a cluster, or between two, do. A larger k may hide them."
        )


def _picture(graph: ReleasedGraph) -> DrawnGraph:
    """What the picture of a graph needs; empty if the graph is too large for a picture."""
    whole = graph.super_graph
    if len(whole.sizes) > MOST_NODES:
        return {}
    sizes = zip(whole.sizes.tolist(), whole.inside.tolist(), strict=True)
    ends = zip(*whole.pairs.T.tolist(), whole.between.tolist(), strict=True)
    return {
        "nodes": [{"nodes": size, "edges_inside": inside} for size, inside in sizes],
        "edges": [list(edge) for edge in ends],
    }
