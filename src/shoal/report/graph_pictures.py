"""A graph before and after, to be looked at side by side: nodes and edges, clusters and counts.

Neither picture has an id or a value of anybody. The first shows who is connected with how many, by
which people can be recognized: it is for the steward alone, and no file of a run holds it. Of a
large graph a part is drawn: around whoever has most edges, neighbors first, then theirs.
"""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from shoal.report.graph_section import (
    HEIGHT,
    MOST_LINES,
    MOST_NODES,
    WIDTH,
    graph_picture,
    places_of,
)
from shoal.report.types.summary import SuperNode

Ends = NDArray[np.int64]
MOST_DOTS, MOST_TIES = 300, 2_000  # nodes and edges before; more could not be told apart


class GraphSide(TypedDict):
    """A picture, how many circles it has, and how many nodes or super-nodes are left out."""

    picture: str
    shown: int
    left_out: int
    lines_left_out: int


def draw_before(nodes: int, edges: Ends) -> GraphSide:
    """Draw nodes as dots and edges as lines; `edges` has two nodes by number in each line."""
    part = part_around(nodes, edges, MOST_DOTS)
    ends = _within(part, edges, nodes)
    places = places_of(len(part), ends, np.ones(len(ends)))
    drawn = ends[:: -(-len(ends) // MOST_TIES) or 1]
    line = Markup('<line class="tie" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>')
    dot = Markup('<circle class="node" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>')
    radius = float(np.clip(60 / np.sqrt(max(len(part), 1)), 3, 9))
    lines = Markup("").join(line.format(*places[one], *places[other]) for one, other in drawn)
    dots = Markup("").join(dot.format(*place, radius) for place in places)
    head = Markup(
        '<svg role="img" class="chart graph before" viewBox="0 0 {} {}">'
        "<title>The graph before</title><desc>{} nodes and {} edges.</desc>"
    ).format(WIDTH, HEIGHT, len(part), len(ends))
    picture = str(head + lines + dots + Markup("</svg>"))
    return _side(picture, part, nodes, len(ends) - len(drawn))


def draw_after(nodes: Sequence[SuperNode], edges: Ends) -> GraphSide:
    """Draw the super-graph; `edges` has two super-nodes by number and a count in each line."""
    part = part_around(len(nodes), edges[:, :2], MOST_NODES)
    inside = np.isin(edges[:, :2], part).all(axis=1)
    ends = _within(part, edges[:, :2], len(nodes))
    counted = np.column_stack((ends, edges[inside, 2])).tolist()
    picture = graph_picture([nodes[at] for at in part.tolist()], counted)
    return _side(str(picture), part, len(nodes), max(len(counted) - MOST_LINES, 0))


def part_around(nodes: int, edges: Ends, most: int) -> Ends:
    """Up to `most` nodes: the one with most edges, its neighbors, their neighbors and so on.

    If all who are connected with it are fewer, the next one with most edges begins again.
    """
    if nodes <= most:
        return np.arange(nodes)
    both = np.concatenate((edges, edges[:, ::-1]))
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    degrees = np.bincount(both[:, 0], minlength=nodes)
    starts = np.concatenate(([0], np.cumsum(degrees)))
    found: dict[int, None] = {}
    for seed in np.argsort(-degrees, kind="stable").tolist():
        ring = [seed]
        while ring and len(found) < most:
            ring = [node for node in ring if node not in found][: most - len(found)]
            found |= dict.fromkeys(ring)
            around = [both[starts[node] : starts[node + 1], 1] for node in ring]
            ring = list(dict.fromkeys(np.concatenate(around).tolist())) if around else []
        if len(found) == most:
            break
    return np.sort(np.fromiter(found, np.int64))


def _within(part: Ends, edges: Ends, nodes: int) -> Ends:
    """The edges between nodes of a part, which are called by their places in it."""
    place = np.full(nodes, -1, np.int64)
    place[part] = np.arange(len(part))
    ends = place[edges]
    inside: Ends = ends[(ends >= 0).all(axis=1)]
    return inside


def _side(picture: str, part: Ends, nodes: int, lines: int) -> GraphSide:
    shown = len(part)
    return {
        "picture": picture,
        "shown": shown,
        "left_out": nodes - shown,
        "lines_left_out": lines,
    }
