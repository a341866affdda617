"""What the page says about a released graph."""

from collections.abc import Mapping
from typing import Any

from shoal.report.graph_picture import MOST_LINES, MOST_NODES, graph_picture


def graph_of(report: Mapping[str, Any]) -> dict[str, Any] | None:
    """The figures and the picture of a graph; None where none is released."""
    summary = report.get("summary")
    figures = summary.get("graph") if isinstance(summary, Mapping) else None
    if not isinstance(figures, Mapping):
        return None
    told = report.get("graph") or {}
    nodes, edges = told.get("nodes") or [], told.get("edges") or []
    drawn = 0 < len(nodes) <= MOST_NODES
    return {
        **figures,
        "picture": graph_picture(nodes, edges) if drawn else None,
        "most_nodes": MOST_NODES,
        "lines_left_out": max(len(edges) - MOST_LINES, 0) if drawn else 0,
    }
