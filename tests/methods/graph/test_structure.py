"""Super-graphs, structural loss and structural distance: the paper's examples and definitions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.graph.networks import (
    FIRST,
    SECOND,
    distance_by_definition,
    graph,
    labels,
    nine,
    random_graph,
    sil_by_definition,
)
from shoal.methods.graph.distance import structural_distance, structural_distances
from shoal.methods.graph.structure import SuperGraph

CLUSTERS = {"first": labels(FIRST), "second": labels(SECOND)}


@pytest.mark.parametrize(
    ("partition", "sil", "nsil"), [(FIRST, 8.444, 0.469), (SECOND, 5.778, 0.321)]
)
def test_the_papers_nine_nodes_lose_what_the_paper_says(partition, sil, nsil):
    told = SuperGraph.of(nine(), labels(partition))
    assert told.loss() == pytest.approx(sil, abs=5e-4)
    assert told.normalized_loss() == pytest.approx(nsil, abs=5e-4)


def test_a_super_graph_counts_edges_inside_and_between():
    told = SuperGraph.of(nine(), labels(SECOND))
    assert told.sizes.tolist() == [3, 3, 3]
    assert told.inside.tolist() == [3, 2, 2]
    assert told.pairs.tolist() == [[0, 2]]
    assert told.between.tolist() == [2]
    assert (told.nodes, told.edges) == (9, 9)


def test_complete_clusters_and_pairs_tell_their_edges_for_certain():
    triangle = SuperGraph.of(
        graph([(0, 1), (0, 2), (1, 2), (2, 3)]), np.array([0, 0, 0, 1], np.int32)
    )
    assert triangle.certain == 3  # one of three edges to the last node is none
    both = SuperGraph.of(graph([(0, 2), (0, 3), (1, 2), (1, 3)]), np.array([0, 0, 1, 1], np.int32))
    assert both.certain == 4
    assert both.loss() == 0


def test_a_single_node_loses_nothing():
    told = SuperGraph.of(graph([], 1), np.zeros(1, np.int32))
    assert (told.loss(), told.normalized_loss()) == (0, 0)


def test_half_of_all_edges_in_one_cluster_is_the_worst():
    told = SuperGraph.of(graph([(0, 1), (1, 2), (2, 3)]), np.zeros(4, np.int32))
    assert told.normalized_loss() == 1


partitions = st.lists(st.integers(0, 3), min_size=4, max_size=12)


@settings(max_examples=20, deadline=None)
@given(partitions, st.integers(0, 40), st.integers(0, 9))
def test_losses_are_those_of_the_definition(groups, edges, seed):
    _, clusters = np.unique(groups, return_inverse=True)
    net = random_graph(len(groups), edges, seed)
    told = SuperGraph.of(net, clusters.astype(np.int32))
    assert told.loss() == pytest.approx(sil_by_definition(net, clusters))
    assert told.edges == len(net.edges)
    assert 0 <= told.normalized_loss() <= 1


def test_a_wrong_count_would_be_noticed():
    net = random_graph(12, 30)
    clusters = np.arange(12, dtype=np.int32) // 4
    told = SuperGraph.of(net, clusters)
    lie = SuperGraph(told.sizes, told.inside + 1, told.pairs, told.between)
    assert lie.loss() != pytest.approx(sil_by_definition(net, clusters))


def test_other_numbers_do_not_change_what_is_told():
    net, clusters = random_graph(20, 60), np.arange(20, dtype=np.int32) // 4
    order = np.array([3, 0, 4, 1, 2])
    told = SuperGraph.of(net, clusters)
    renamed = told.renumber(order)
    place = np.argsort(order).astype(np.int32)
    again = SuperGraph.of(net, place[clusters])
    for name in ("sizes", "inside", "pairs", "between"):
        assert getattr(renamed, name).tolist() == getattr(again, name).tolist()
    assert renamed.loss() == pytest.approx(told.loss())


# Structural distance


def test_two_nodes_differ_by_the_others_that_know_one_of_them():
    # 0 knows 1 and 2, 3 knows 2 and 4: of 1, 2, 4 all but 2 tell them apart.
    assert structural_distance(graph([(0, 1), (0, 2), (3, 2), (3, 4)]), 0, 3) == pytest.approx(
        2 / 3
    )


def test_the_edge_between_two_nodes_is_no_difference():
    assert structural_distance(graph([(0, 1), (0, 2), (1, 2)]), 0, 1) == 0


def test_two_nodes_alone_do_not_differ():
    assert structural_distances(graph([(0, 1)]), 0).tolist() == [0, 0]


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 9), st.integers(0, 36), st.integers(0, 9))
def test_distances_are_those_of_the_definition(nodes, edges, seed):
    net = random_graph(nodes, edges, seed)
    found = structural_distances(net, 0)
    assert found[0] == 0
    wanted = [distance_by_definition(net, 0, other) for other in range(1, nodes)]
    assert found[1:].tolist() == pytest.approx(wanted)
