"""The section about a graph: it stands where a graph is released, and draws what is told."""

import re

from shoal.report.graph_section import MOST_NODES, graph_of, graph_picture

NODES = [
    {"nodes": 4, "edges_inside": 6},
    {"nodes": 9, "edges_inside": 0},
    {"nodes": 5, "edges_inside": 3},
]
EDGES = [[0, 1, 18], [1, 2, 3]]
FIGURES = {"nodes": 18, "edges": 30, "super_nodes": 3, "nsil": 0.3}


def report(nodes, edges):
    return {"summary": {"graph": FIGURES}, "graph": {"nodes": nodes, "edges": edges}}


def test_a_table_without_edges_has_no_such_section():
    assert graph_of({"summary": {}}) is None


def test_areas_are_proportional_to_sizes():
    radius = [
        float(one)
        for one in re.findall(r'class="cluster"[^>]* r="([0-9.]+)"', graph_picture(NODES, EDGES))
    ]
    assert len(radius) == 3
    assert round(radius[1] ** 2 / radius[0] ** 2, 1) == round(9 / 4, 1)


def test_denser_lines_are_thicker_and_denser_clusters_darker():
    drawn = graph_picture(NODES, EDGES)
    widths = [float(one) for one in re.findall(r'stroke-width="([0-9.]+)"', drawn)]
    assert widths == sorted(widths)  # the densest is drawn last, above the others
    assert widths[0] < widths[1]
    dark = [float(one) for one in re.findall(r'fill-opacity="([0-9.]+)"', drawn)]
    assert dark[0] > dark[2] > dark[1]


def test_every_circle_is_inside_the_picture():
    drawn = graph_picture(NODES, EDGES)
    for x, y in re.findall(r'class="cluster" cx="([0-9.]+)" cy="([0-9.]+)"', drawn):
        assert 34 <= float(x) <= 960 - 34
        assert 34 <= float(y) <= 560 - 34


def test_equal_graphs_give_equal_pictures():
    assert graph_picture(NODES, EDGES) == graph_picture(NODES, EDGES)


def test_a_single_cluster_and_no_line_are_drawn():
    assert graph_picture(NODES[:1], []).count("<circle") == 2


def test_too_many_clusters_are_not_drawn():
    found = graph_of(report(NODES[:1] * (MOST_NODES + 1), []))
    assert found["picture"] is None
    assert graph_of(report(NODES, EDGES))["picture"] is not None
