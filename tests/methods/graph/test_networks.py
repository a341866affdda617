"""The 300-node graph of paper 002's author, and two ego networks: nobody is below k."""

import numpy as np
import polars as pl
import pytest

from conftest import data_folder
from shoal.data.table import Table
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.graph.attack import recognized_after, share_recognized_in_clusters
from shoal.methods.graph.clustering import cluster_graph
from shoal.methods.graph.kept import structure_kept
from shoal.methods.graph.random_changes import with_random_edges
from shoal.methods.graph.structure import SuperGraph
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.ways.choice import read_of
from shoal.service import verbs
from shoal.study.study import Study

pytestmark = pytest.mark.needs("data")
FOLDER = data_folder() / "graph"
TREES = ("workclass", "native-country", "sex", "race", "marital-status")


def adult(**method):
    columns = {name: f"gen_hierarchies_csv/{name}.csv" for name in TREES}
    return _study(
        "adult300",
        {
            "age": {"role": "quasi-identifier", "type": "integer"},
            **{
                name: {"role": "quasi-identifier", "hierarchy": path}
                for name, path in columns.items()
            },
        },
        method,
    )


def ego(number, **method):
    """All feature columns, most of them empty for most people."""
    name = f"ego_facebook_{number}"
    names = pl.read_csv(FOLDER / f"{name}_nodes.csv", n_rows=0).columns[1:]
    flat = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    return _study(name, dict.fromkeys(names, flat), method)


def _study(name, columns, method):
    given = {"k": 5, "edges": f"{name}_edges.csv", "node": "node_id", **method}
    return Study.of(
        {
            "data": f"{name}_nodes.csv",
            "columns": {"node_id": {"role": "identifier"}, **columns},
            "method": {"name": "sangreea", **given},
        },
        FOLDER,
    )


STUDIES = {
    "adult300": adult,
    "ego 0": lambda **m: ego(0, **m),
    "ego 414": lambda **m: ego(414, **m),
}
EDGES = {"adult300": (300, 1597), "ego 0": (347, 2519), "ego 414": (159, 1693)}


@pytest.fixture(scope="module", params=STUDIES)
def network(request):
    """The values and the edges of one network."""
    study = STUDIES[request.param]()
    table = Table(pl.read_csv(FOLDER / study.data.path, infer_schema=False))
    prepared = prepare(read_of(study, table))
    space = Space.of(problem_of(prepared).encoded)
    graph = prepared.connected.graph
    assert (graph.nodes, len(graph.edges)) == EDGES[request.param]
    return space, graph


@pytest.mark.parametrize("k", [2, 5, 10, 19])
def test_every_cluster_has_k_members_whatever_counts(network, k):
    space, graph = network
    for alpha, beta in [(1, 0), (0, 1), (1, 1), (1, 5), (0.5, 0.5)]:
        sizes = np.bincount(cluster_graph(space, graph, k, alpha=alpha, beta=beta))
        assert sizes.min() >= k
        assert sizes.sum() == graph.nodes
        assert len(sizes) == graph.nodes // k


def test_what_counts_more_is_lost_less(network):
    space, graph = network

    def lost(alpha, beta):
        cluster = cluster_graph(space, graph, 5, alpha=alpha, beta=beta)
        told = SuperGraph.of(graph, cluster.astype(np.int32))
        return Formed.of(space, cluster).ngil(space), told.normalized_loss()

    values, structure = lost(1, 0), lost(0, 1)
    assert values[0] < structure[0]
    assert values[1] > structure[1]


def test_random_changes_keep_degrees_but_not_people(network):
    _, graph = network
    tenth = len(graph.edges) // 10
    changed = with_random_edges(graph, deleted=tenth, added=tenth)
    kept = structure_kept(graph, changed)
    assert kept.edges_kept == pytest.approx(0.9, abs=0.01)
    assert kept.degree_distance < 0.2
    found = recognized_after(graph, changed)
    before = recognized_after(graph, with_random_edges(graph))
    assert before["by_nearest"] > found["by_nearest"] > 0
    sizes = np.bincount(np.arange(graph.nodes) // 5)
    assert share_recognized_in_clusters(sizes) == pytest.approx(1 / 5, abs=0.01)


@pytest.mark.parametrize("name", STUDIES)
def test_a_run_of_each_is_verified(name, tmp_path):
    study = STUDIES[name](k=6, alpha=1, beta=2)
    report = verbs.run(study, tmp_path / "run")
    found = report["summary"]["graph"]
    assert (found["nodes"], found["edges"]) == EDGES[name]
    assert report["summary"]["classes"]["min"] >= 6
    nodes = pl.read_csv(tmp_path / "run" / "draft_nodes.csv")
    assert nodes["nodes"].min() >= 6
    assert verbs.verify_run(tmp_path / "run").holds
