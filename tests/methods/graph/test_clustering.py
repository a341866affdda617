"""Clusters of nodes: the paper's example, the definition step by step, and nobody below k."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.clustering.spaces import cost_of, exact
from methods.graph.networks import FIRST, SECOND, labels, large_graph, nine, random_graph
from shoal.engine.encode import encode
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.graph.clustering import cluster_graph
from shoal.methods.graph.distance import structural_distances
from shoal.methods.graph.graph import Graph

# Campan & Truta 2009, X1 … X9; the losses that they print for both partitions confirm it.
AGES = [25, 25, 27, 35, 38, 36, 30, 28, 33]
ZIPS = ["41076", "41075", "41076", "41099", "48201", "41075", "41099", "41099", "41075"]
GENDERS = ["male"] * 4 + ["female"] * 2 + ["male"] * 2 + ["female"]


def ladder(values):
    """Pairs, fours, … of neighboring values up to one label for all."""
    levels, step = [[str(value) for value in values]], 2
    while len(set(levels[-1])) > 1:
        levels.append([f"{step}/{at // step}" for at in range(len(values))])
        step *= 2
    return Hierarchy.of([pl.Series(level) for level in levels], "test")


def space_of(numbers, categories, hierarchies, weights=None):
    """Columns of numbers and of categories as clustering sees them."""
    texts = {name: pl.Series(name, list(map(str, values))) for name, values in numbers.items()}
    trees = {name: ladder(sorted(set(texts[name]))) for name in texts}
    texts |= {name: pl.Series(name, values) for name, values in categories.items()}
    encoded = encode(texts, trees | hierarchies, weights=weights or {})
    columns = [
        replace(column, numbers=column.labels[0].cast(pl.String).cast(pl.Float64).to_numpy())
        if column.name in numbers
        else column
        for column in encoded.columns
    ]
    return Space.of(replace(encoded, columns=tuple(columns)))


def paper():
    """The nine nodes: zip codes have two levels above them, gender one."""
    zips = sorted(set(ZIPS))
    levels = [zips, [f"{code[:3]}**" for code in zips], ["*****"] * len(zips)]
    trees = {
        "zip": Hierarchy.of([pl.Series(level) for level in levels], "zip"),
        "gender": Hierarchy.of([pl.Series(["male", "female"]), pl.Series(["*", "*"])], "gender"),
    }
    return space_of({"age": AGES}, {"zip": ZIPS, "gender": GENDERS}, trees)


def some_space(nodes, seed=0, most=100):
    """Two columns of numbers below `most` and two of categories."""
    chance = np.random.default_rng(seed)
    numbers = {name: chance.integers(0, most, nodes) for name in ("x", "y")}
    values = [f"v{at}" for at in range(6)]
    categories = {name: chance.choice(values, nodes).tolist() for name in ("c", "d")}
    weights = {"x": 1.0, "y": 0.7, "c": 0.413, "d": 0.9}
    return space_of(numbers, categories, dict.fromkeys(("c", "d"), ladder(values)), weights)


@pytest.mark.parametrize(
    ("partition", "gil", "ngil"), [(FIRST, 7.7308, 0.2863), (SECOND, 14.3077, 0.5299)]
)
def test_the_papers_partitions_generalize_as_much_as_the_paper_says(partition, gil, ngil):
    space = paper()
    formed = Formed.of(space, labels(partition).astype(np.int64))
    assert formed.gil(space) == pytest.approx(gil, abs=5e-5)
    assert formed.ngil(space) == pytest.approx(ngil, abs=5e-5)


def groups(cluster):
    return [set((np.flatnonzero(cluster == at) + 1).tolist()) for at in range(cluster.max() + 1)]


def test_values_alone_lead_to_the_papers_first_partition():
    assert groups(cluster_graph(paper(), nine(), 3, alpha=1, beta=0)) == FIRST


def test_structure_alone_leads_elsewhere():
    found = cluster_graph(paper(), nine(), 3, alpha=0, beta=1)
    assert sorted(map(len, groups(found))) == [3, 3, 3]
    assert groups(found) != FIRST


def test_who_is_left_over_joins_a_cluster():
    found = cluster_graph(paper(), nine(), 4, alpha=1, beta=0)
    assert sorted(np.bincount(found).tolist()) == [4, 5]


def slow(space, graph, k, alpha, beta):
    """The definition: every cost anew from all members, as a fraction."""
    distances = [structural_distances(graph, node).tolist() for node in range(graph.nodes)]
    alpha, beta = exact(alpha), exact(beta)

    def cost(members, node):
        apart = sum(exact(distances[node][member]) for member in members) / len(members)
        return alpha * cost_of(space, [*members, node]) + beta * apart

    left, clusters = list(range(graph.nodes)), []
    while len(left) >= k:
        seed = max(left, key=lambda node: (graph.degrees[node], -node))
        members = [seed]
        left.remove(seed)
        while len(members) < k:
            best = min(left, key=lambda node: (cost(members, node), node))
            members.append(best)
            left.remove(best)
        clusters.append(members)
    for node in left:
        at = min(range(len(clusters)), key=lambda at: (cost(clusters[at], node), at))
        clusters[at].append(node)
    found = np.empty(graph.nodes, np.int64)
    for at, members in enumerate(clusters):
        found[members] = at
    return found


@settings(max_examples=12, deadline=None)
@given(st.integers(4, 24), st.integers(2, 4), st.sampled_from([(1, 1), (1, 0), (0, 1), (0.3, 0.7)]),
       st.integers(0, 99))  # fmt: skip
def test_clusters_are_those_of_the_definition(nodes, k, weights, seed):
    # Few numbers make many equal costs.
    space, net = some_space(nodes, seed, most=7), random_graph(nodes, 3 * nodes, seed)
    alpha, beta = weights
    found = cluster_graph(space, net, k, alpha=alpha, beta=beta)
    assert found.tolist() == slow(space, net, k, alpha, beta).tolist()


def test_equal_costs_go_to_the_first_node_though_rounding_differs():
    """The node of 68 years begins; 67 stands before 69, but from 68 to 69 rounds to less."""
    ages = [68, 67, 69, 17, 90]
    space = space_of({"age": ages}, {}, {})
    net = Graph.of(5, np.array([[0, 3], [0, 4]]))
    assert cluster_graph(space, net, 2, alpha=1, beta=0).tolist()[:2] == [0, 0]
    assert cluster_graph(space, net, 2, alpha=3, beta=1).tolist()[:2] == [0, 0]


def test_the_definition_catches_other_clusters():
    space, net = some_space(20), random_graph(20, 50)
    assert (
        cluster_graph(space, net, 4, alpha=1, beta=0).tolist() != slow(space, net, 4, 0, 1).tolist()
    )


@pytest.mark.parametrize("k", [2, 3, 7, 30, 50])
@pytest.mark.parametrize(("alpha", "beta"), [(1, 0), (0, 1), (1, 1), (0.2, 5)])
def test_no_cluster_is_smaller_than_k(k, alpha, beta):
    found = cluster_graph(some_space(50), random_graph(50, 120), k, alpha=alpha, beta=beta)
    assert np.bincount(found).min() >= k
    assert len(np.bincount(found)) == 50 // k


def test_nobody_joins_twice_where_candidates_run_out():
    # The slide's loop adds the best candidate of an earlier round again when none is left.
    found = cluster_graph(some_space(11), random_graph(11, 20), 4)
    assert sorted(np.bincount(found).tolist()) == [4, 7] or sorted(np.bincount(found)) == [5, 6]
    assert len(found) == 11


def test_a_graph_without_edges_is_clustered_by_values():
    found = cluster_graph(some_space(30), random_graph(30, 0), 5)
    assert np.bincount(found).min() >= 5


@pytest.mark.slow
def test_twenty_thousand_nodes_are_clustered():
    nodes = 20_000
    chance = np.random.default_rng(0)
    numbers = {name: chance.integers(0, 1000, nodes) for name in ("x", "y", "z")}
    values = [f"v{at}" for at in range(16)]
    names = ("c", "d", "e", "f")
    categories = {name: chance.choice(values, nodes).tolist() for name in names}
    space = space_of(numbers, categories, dict.fromkeys(names, ladder(values)))
    net = large_graph(nodes, 100_000)
    found = cluster_graph(space, net, 5)
    assert np.bincount(found).min() >= 5
