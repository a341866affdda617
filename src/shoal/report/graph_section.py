"""What the page says about a released graph."""

from collections.abc import Mapping

from markupsafe import Markup

from shoal.report.flat import mapped
from shoal.report.graph_picture import MOST_LINES, MOST_NODES, graph_picture
from shoal.report.types.sections import GraphFacts
from shoal.report.types.summary import Report


class GraphRows(GraphFacts):
    """A released graph, as the page shows it."""

    picture: Markup | None
    most_nodes: int
    lines_left_out: int


def graph_of(report: Report) -> GraphRows | None:
    """The figures and the picture of a graph; None where none is released."""
    figures = mapped(report.get("summary")).get("graph")
    if not isinstance(figures, Mapping):
        return None
    told = mapped(report.get("graph"))
    nodes, edges = told.get("nodes") or [], told.get("edges") or []
    drawn = 0 < len(nodes) <= MOST_NODES
    return {
        **figures,
        "picture": graph_picture(nodes, edges) if drawn else None,
        "most_nodes": MOST_NODES,
        "lines_left_out": max(len(edges) - MOST_LINES, 0) if drawn else 0,
    }
