"""What the page shows of a released graph: its figures, and a picture of its super-graph.

In the picture, circles are as large as clusters and lines as dense as their connections. Places are
found by forces, as Fruchterman and Reingold did (1991, doi:10.1002/spe.4380211102): connected
clusters pull each other, all push each other away. Equal graphs give equal pictures.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from shoal.report.flat import as_mapping
from shoal.report.types.sections import GraphFacts
from shoal.report.types.summary import Report, SuperNode

Floats = NDArray[np.float64]
WIDTH, HEIGHT, EDGE = 960, 560, 44
STEPS = 120  # moves of all super-nodes until the picture is drawn
MOST_NODES, MOST_LINES = 150, 600  # more could not be told apart


class GraphRows(GraphFacts):
    """A released graph, as the page shows it."""

    picture: Markup | None
    most_nodes: int
    lines_left_out: int


def graph_of(report: Report) -> GraphRows | None:
    """The figures and the picture of a graph; None if no graph is released.

    There is no picture if the report lacks the nodes or has more than `MOST_NODES` of them.
    """
    figures = as_mapping(report.get("summary")).get("graph")
    if not isinstance(figures, Mapping):
        return None
    graph = as_mapping(report.get("graph"))
    nodes, edges = graph.get("nodes") or [], graph.get("edges") or []
    can_draw = 0 < len(nodes) <= MOST_NODES
    return {
        **figures,
        "picture": graph_picture(nodes, edges) if can_draw else None,
        "most_nodes": MOST_NODES,
        "lines_left_out": max(len(edges) - MOST_LINES, 0) if can_draw else 0,
    }


def graph_picture(nodes: Sequence[SuperNode], edges: Sequence[Sequence[int]]) -> Markup:
    """Draw super-nodes, and super-edges given as (one node, other node, number of edges)."""
    sizes = np.array([node["nodes"] for node in nodes], np.float64)
    inside = np.array([node["edges_inside"] for node in nodes], np.float64)
    ends = np.array(edges, np.int64).reshape(-1, 3)
    density = ends[:, 2] / np.maximum(sizes[ends[:, 0]] * sizes[ends[:, 1]], 1)
    places = places_of(len(sizes), ends[:, :2], density)
    lines = _lines(places, ends, density)
    circles = _circles(places, sizes, inside)
    head = Markup(
        '<svg role="img" class="chart graph" viewBox="0 0 {} {}"><title>The released graph</title>'
        "<desc>{} super-nodes and {} super-edges.</desc>"
    ).format(WIDTH, HEIGHT, len(sizes), len(ends))
    return head + lines + circles + Markup("</svg>")


def places_of(many: int, ends: NDArray[np.int64], density: Floats) -> Floats:
    """Where each super-node stands in the picture: a line (x, y) for each.

    Args:
        many: How many super-nodes there are.
        ends: The two super-nodes of each super-edge, by number.
        density: How strongly each super-edge pulls.
    """
    return _scale_to_picture(_move(many, ends, density))


def _move(many: int, ends: NDArray[np.int64], density: Floats) -> Floats:
    """Where each super-node is after STEPS moves, which become smaller."""
    turn, far = np.arange(many) * 2.399963, np.sqrt((np.arange(many) + 0.5) / max(many, 1))
    at = np.stack((np.cos(turn), np.sin(turn)), axis=1) * far[:, None] * 0.5
    room = np.sqrt(1 / max(many, 1))
    pull = density / density.max(initial=1e-12)
    for step in range(STEPS):
        apart = at[:, None] - at[None]
        length = np.maximum(np.sqrt((apart**2).sum(axis=2)), 1e-3)
        moves = (apart * (room**2 / length**2)[:, :, None]).sum(axis=1)
        along = at[ends[:, 0]] - at[ends[:, 1]]
        drawn = along * (np.sqrt((along**2).sum(axis=1)) / room * pull)[:, None]
        np.add.at(moves, ends[:, 0], -drawn)
        np.add.at(moves, ends[:, 1], drawn)
        moves -= at * 0.6  # keeps parts that are not connected together
        far = np.maximum(np.sqrt((moves**2).sum(axis=1)), 1e-9)
        most = 0.12 * (1 - step / STEPS)
        at = at + moves / far[:, None] * np.minimum(far, most)[:, None]
    return at


def _scale_to_picture(at: Floats) -> Floats:
    """The places stretched to the picture, without its margin."""
    if not len(at):
        return at
    low, high = at.min(axis=0), at.max(axis=0)
    share = (at - low) / np.where(high > low, high - low, 1)
    box = np.array([WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE])
    return np.asarray(EDGE + share * box, np.float64)


def _lines(at: Floats, ends: NDArray[np.int64], density: Floats) -> Markup:
    """Draw the densest super-edges; the denser, the thicker and darker."""
    line = Markup(
        '<line class="tie" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"'
        ' stroke-width="{:.2f}" stroke-opacity="{:.2f}"/>'
    )
    shown = np.argsort(-density, kind="stable")[:MOST_LINES][::-1]
    share = density / density.max(initial=1e-12)
    return Markup("").join(
        line.format(
            *at[ends[edge, 0]], *at[ends[edge, 1]], 0.6 + 3 * share[edge], 0.12 + 0.6 * share[edge]
        )
        for edge in shown.tolist()
    )


def _circles(at: Floats, sizes: Floats, inside: Floats) -> Markup:
    """Draw super-nodes: areas are proportional to sizes; the more edges inside, the darker."""
    circle = Markup(
        "<g><title>{size:.0f} nodes, {inside:.0f} edges inside</title>"
        '<circle class="ground" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"/>'
        '<circle class="cluster" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill-opacity="{dark:.2f}"/>'
        '<text x="{x:.1f}" y="{y:.1f}">{size:.0f}</text></g>'
    )
    largest = min(34.0, 150 / np.sqrt(max(len(sizes), 1)))
    radius = largest * np.sqrt(sizes / sizes.max(initial=1))
    dark = inside / np.maximum(sizes * (sizes - 1) / 2, 1)
    return Markup("").join(
        circle.format(size=sizes[node], inside=inside[node], x=at[node, 0], y=at[node, 1],
                      r=radius[node], dark=0.08 + 0.72 * dark[node])
        for node in range(len(sizes))
    )  # fmt: skip
