"""Random changes: counts are exact, chance is fair; what is kept and who is recognized."""

import numpy as np
import pytest

from methods.graph.networks import draws, graph, matrix, nine, random_graph
from shoal.errors import NoReleaseError
from shoal.methods.graph.attack import (
    by_degree,
    by_neighbors,
    recognized_after,
    share_recognized,
    share_recognized_in_clusters,
)
from shoal.methods.graph.drawn_again import draw_again, members_in_order
from shoal.methods.graph.kept import degree_distance, structure_kept, transitivity, triangles
from shoal.methods.graph.random_changes import with_random_edges, with_random_nodes
from shoal.methods.graph.structure import SuperGraph


def pairs(net):
    return set(map(tuple, net.edges.tolist()))


@pytest.mark.parametrize(("deleted", "added"), [(0, 0), (9, 0), (4, 4), (0, 27), (9, 27)])
def test_exactly_so_many_edges_go_and_come(deleted, added):
    net = nine()
    after = pairs(with_random_edges(net, deleted=deleted, added=added, draw=draws()).graph)
    assert len(pairs(net) - after) == deleted
    assert len(after - pairs(net)) == added


def test_many_edges_are_added_to_a_sparse_graph():
    net = random_graph(200, 300)
    changed = with_random_edges(net, deleted=100, added=500).graph
    assert len(changed.edges) == 700
    assert len(pairs(net) & pairs(changed)) == 200


def test_more_edges_than_there_are_cannot_be_changed():
    with pytest.raises(NoReleaseError, match="9 edges and room for 27 more"):
        with_random_edges(nine(), deleted=10)
    with pytest.raises(NoReleaseError):
        with_random_edges(nine(), added=28)


@pytest.mark.parametrize("wanted", [1, 20])  # few pairs are free, and many
def test_every_free_pair_is_as_likely_as_any_other(wanted):
    net, draw = random_graph(9, 30 if wanted == 1 else 3), draws()
    free = 36 - len(net.edges)
    counts = np.zeros((9, 9))
    for _ in range(1200):
        counts += matrix(with_random_edges(net, added=wanted, draw=draw).graph)
    seen = counts[np.triu_indices(9, 1)]
    seen = seen[matrix(net)[np.triu_indices(9, 1)] == 0]
    expected = 1200 * wanted / free
    assert len(seen) == free
    assert (abs(seen - expected) < 6 * np.sqrt(expected)).all()


def test_nodes_go_with_their_edges_and_new_ones_come():
    net = random_graph(40, 120)
    changed = with_random_nodes(net, deleted=10, added=5, draw=draws())
    assert changed.graph.nodes == 35
    assert np.count_nonzero(changed.origins == -1) == 5
    assert len(set(changed.origins[:30].tolist())) == 30
    old = changed.origins[changed.graph.edges]
    among = {tuple(sorted(ends)) for ends in old[(old >= 0).all(axis=1)].tolist()}
    kept = set(changed.origins.tolist())
    assert among == {ends for ends in pairs(net) if set(ends) <= kept}
    with pytest.raises(NoReleaseError, match="40 nodes"):
        with_random_nodes(net, deleted=40)


# What is kept


def test_an_unchanged_graph_keeps_everything():
    found = structure_kept(nine(), with_random_edges(nine()))
    assert (found.edges_kept, found.edges_true, found.degree_distance) == (1, 1, 0)
    assert found.transitivity[0] == found.transitivity[1]


def test_lost_and_false_edges_are_told_apart():
    found = structure_kept(nine(), with_random_edges(nine(), deleted=3, added=6, draw=draws()))
    assert found.edges_kept == pytest.approx(6 / 9)
    assert found.edges_true == pytest.approx(6 / 12)


def test_degrees_are_compared_by_their_distribution():
    assert degree_distance(np.array([1, 1, 2]), np.array([2, 1, 1])) == 0
    assert degree_distance(np.array([0, 0]), np.array([3, 3])) == 1


def test_triangles_are_those_of_the_matrix():
    for seed in range(5):
        net = random_graph(25, 90, seed)
        cube = np.linalg.matrix_power(matrix(net), 3)
        assert triangles(net) == np.trace(cube) // 6
    assert transitivity(graph([(0, 1), (0, 2), (1, 2)])) == 1
    assert transitivity(graph([(0, 1)])) == 0


# Who is recognized


def test_who_has_a_degree_of_her_own_is_recognized():
    star = graph([(0, 1), (0, 2), (0, 3)])
    # The middle for certain, each of the others with a chance of one third.
    assert share_recognized(by_degree(star), by_degree(star)) == pytest.approx(2 / 4)


def test_neighbors_tell_more_than_the_degree():
    path = graph([(0, 1), (1, 2), (2, 3), (3, 4)])
    assert by_neighbors(path) == [(2,), (1, 2), (2, 2), (1, 2), (2,)]
    whole = share_recognized(by_neighbors(path), by_neighbors(path))
    assert whole == pytest.approx(3 / 5)
    assert whole > share_recognized(by_degree(path), by_degree(path))


def test_who_looks_different_afterwards_is_not_recognized():
    net = graph([(0, 1), (0, 2), (0, 3)])
    gone = with_random_edges(net, deleted=3, draw=draws())
    assert recognized_after(net, gone) == {
        "by_degree": 0,
        "by_neighbors": 0,
        "by_nearest": pytest.approx(1 / 4),  # all look alike
    }


def test_new_nodes_are_nobody():
    net = graph([(0, 1), (0, 2), (0, 3)])
    changed = with_random_nodes(net, added=4, draw=draws())
    assert 0 <= recognized_after(net, changed)["by_degree"] <= 1


def test_who_expects_changes_recognizes_more():
    net = random_graph(120, 360)
    tenth = with_random_edges(net, deleted=36, added=36, draw=draws())
    before, after = recognized_after(net, with_random_edges(net)), recognized_after(net, tenth)
    assert before["by_neighbors"] == before["by_nearest"] > 0.9
    assert before["by_nearest"] > after["by_nearest"] > after["by_neighbors"] > 0
    assert share_recognized_in_clusters(np.full(12, 10)) == pytest.approx(1 / 10)


# Graphs that are drawn again


def test_a_drawn_graph_has_the_super_graph_that_it_is_drawn_from():
    net, clusters = random_graph(30, 100), np.arange(30, dtype=np.int32) % 6
    told = SuperGraph.of(net, clusters)
    again = draw_again(told, draws())
    found = SuperGraph.of(again, clusters[members_in_order(clusters)])
    for name in ("sizes", "inside", "pairs", "between"):
        assert getattr(found, name).tolist() == getattr(told, name).tolist()
