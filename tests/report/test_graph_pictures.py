"""A graph before and after: everything where it can be told apart, otherwise a part of it."""

import numpy as np

from shoal.report.graph_pictures import (
    MOST_DOTS,
    MOST_TIES,
    draw_after,
    draw_before,
    part_around,
)
from shoal.report.graph_section import MOST_NODES


def star(leaves, first=0):
    """A node that is connected with all others."""
    return np.array([[first, first + at] for at in range(1, leaves + 1)], np.int64)


def test_a_small_graph_is_drawn_as_a_whole():
    found = draw_before(5, star(3))
    assert (found["picture"].count("<circle"), found["picture"].count("<line")) == (5, 3)
    assert (found["shown"], found["left_out"], found["lines_left_out"]) == (5, 0, 0)


def test_a_graph_without_edges_is_drawn():
    assert draw_before(3, np.zeros((0, 2), np.int64))["picture"].count("<circle") == 3


def test_the_part_begins_where_most_edges_are_and_goes_on_to_neighbors():
    # 0 – 1 – 2 – 3, and a star of 9 with 4 leaves; 14 to 19 are alone.
    path = np.array([[0, 1], [1, 2], [2, 3]])
    edges = np.concatenate((path, star(4, first=9)))
    assert part_around(20, edges, 3).tolist() == [9, 10, 11]
    assert part_around(20, edges, 8).tolist() == [0, 1, 2, 9, 10, 11, 12, 13]
    assert len(part_around(20, edges, 19)) == 19


def test_of_a_large_graph_a_part_is_drawn_and_the_rest_is_counted():
    found = draw_before(5_000, star(4_999))
    assert found["picture"].count("<circle") == found["shown"] == MOST_DOTS
    assert found["left_out"] == 5_000 - MOST_DOTS


def test_more_lines_than_can_be_told_apart_are_counted():
    low, high = np.triu_indices(100, 1)
    found = draw_before(100, np.stack((low, high), axis=1))
    drawn = found["picture"].count("<line")
    assert 0 < drawn <= MOST_TIES
    assert drawn + found["lines_left_out"] == len(low)


def test_a_large_super_graph_is_drawn_in_part_with_its_own_counts():
    nodes = [{"nodes": 5 + at % 2, "edges_inside": 0} for at in range(400)]
    edges = np.column_stack((star(399), np.full(399, 2)))
    found = draw_after(nodes, edges)
    assert found["picture"].count('class="cluster"') == found["shown"] == MOST_NODES
    assert found["left_out"] == 400 - MOST_NODES
    assert found["picture"].count('class="tie"') == MOST_NODES - 1
