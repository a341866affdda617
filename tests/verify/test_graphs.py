"""The verifier's own look at a released graph: the truth passes, and every lie is found."""

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.verify.graphs import edge_pairs, graph_findings, has_graph, nsil
from shoal.verify.study.terms import Terms

# Two triangles a, b, c and d, e, f, with an edge between them; all of a cluster look alike.
DATA = pl.DataFrame({"id": list("abcdef"), "age": list("112889")})
LISTED = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "e"), ("e", "f"), ("f", "d"), ("c", "d")]
RELEASE = pl.DataFrame({"age": ["[1, 2]"] * 3 + ["[8, 9]"] * 3})
CLUSTERS = pl.Series([1, 1, 1, 2, 2, 2])
NODES = pl.DataFrame(
    {"cluster": [1, 2], "nodes": [3, 3], "edges_inside": [3, 3], "age": ["[1, 2]", "[8, 9]"]}
)
EDGES = pl.DataFrame({"cluster": [1], "other_cluster": [2], "edges": [1]})
STUDY = {
    "columns": {
        "id": {"role": "identifier"},
        "age": {"role": "quasi-identifier", "type": "integer"},
    },
    "method": {"name": "sangreea", "k": 3, "edges": "edges.csv", "node": "id"},
}


@pytest.fixture
def found(tmp_path):
    """What is found about a graph that may be changed before it is looked at."""

    def look(nodes=NODES, edges=EDGES, clusters=CLUSTERS, release=RELEASE, listed=LISTED, k=3):
        columns = list(zip(*listed, strict=True))
        pl.DataFrame({"source": columns[0], "target": columns[1]}).write_csv(tmp_path / "edges.csv")
        nodes.write_csv(tmp_path / "draft_nodes.csv")
        edges.write_csv(tmp_path / "draft_edges.csv")
        study = {**STUDY, "method": {**STUDY["method"], "k": k}}
        given = Terms.of(study), tmp_path, tmp_path, DATA, release, clusters
        return {one.check: one for one in graph_findings(*given)}

    return look


def failed(findings):
    return [check for check, one in findings.items() if one.holds is False]


def test_the_truth_passes_every_check(found):
    findings = found()
    assert all(one.holds is True for one in findings.values())
    assert findings["graph clusters"].measured == {"super_nodes": 2, "smallest": 3}
    # One of nine possible edges between both: 2 · (1 - 1/9), of at most 6 · 5 / 4.
    assert findings["graph edges"].measured == {"edges": 7, "nsil": pytest.approx(16 / 9 / 7.5)}


def test_without_the_clusters_only_sums_are_compared(found):
    findings = found(clusters=None)
    assert findings["graph counts"].holds == "not_checked"
    assert failed(findings) == []


def changed(frame, column, *values):
    return frame.with_columns(pl.Series(column, values))


LIES = {
    "a cluster below k": ({"k": 4}, "graph clusters"),
    "a forgotten node": ({"nodes": changed(NODES, "nodes", 3, 4)}, "graph clusters"),
    "an edge too many": ({"nodes": changed(NODES, "edges_inside", 3, 4)}, "graph edges"),
    "an edge too few": ({"nodes": changed(NODES, "edges_inside", 3, 2)}, "graph edges"),
    "edges moved": (
        {"nodes": changed(NODES, "edges_inside", 3, 2), "edges": changed(EDGES, "edges", 2)},
        "graph counts",
    ),
    "other members": ({"clusters": pl.Series([1, 1, 2, 2, 2, 1])}, "graph counts"),
    "other cells": ({"nodes": changed(NODES, "age", "[1, 2]", "[7, 9]")}, "graph cells"),
    "one more column": ({"nodes": NODES.with_columns(id=pl.Series(["a", "d"]))}, "graph file"),
    "ids for numbers": ({"nodes": changed(NODES, "cluster", "a", "d")}, "graph file"),
    "numbers with a gap": ({"nodes": changed(NODES, "cluster", 1, 3)}, "graph file"),
    "an edge inside": ({"edges": changed(EDGES, "other_cluster", 1)}, "graph file"),
    "an edge to nowhere": ({"edges": changed(EDGES, "other_cluster", 3)}, "graph file"),
    "an edge twice": ({"edges": pl.concat((EDGES, EDGES))}, "graph file"),
    "a share for a count": ({"edges": changed(EDGES, "edges", 0.5)}, "graph file"),
}


@pytest.mark.parametrize("lie", LIES)
def test_lies_are_found(lie, found):
    change, check = LIES[lie]
    assert check in failed(found(**change))


def test_no_reason_quotes_a_value(found):
    for change, _ in LIES.values():
        for one in found(**change).values():
            assert "[1, 2]" not in one.reason
            assert "[8, 9]" not in one.reason


def test_a_missing_file_is_found(found, tmp_path):
    found()
    (tmp_path / "draft_edges.csv").unlink()
    given = Terms.of(STUDY), tmp_path, tmp_path, DATA, RELEASE, CLUSTERS
    [finding] = graph_findings(*given)
    assert (finding.check, finding.holds) == ("graph file", False)


def test_a_graph_without_edges_between_clusters_passes(found):
    assert failed(found(edges=EDGES.clear(), listed=LISTED[:-1])) == []


def test_our_names_step_aside_for_those_of_the_table(tmp_path):
    columns = {"id": {"role": "identifier"}, "nodes": {"role": "quasi-identifier"}}
    data = DATA.rename({"age": "nodes"})
    named = NODES.rename({"nodes": "nodes_", "age": "nodes"})
    named.write_csv(tmp_path / "draft_nodes.csv")
    EDGES.write_csv(tmp_path / "draft_edges.csv")
    columns_of = list(zip(*LISTED, strict=True))
    pl.DataFrame({"a": columns_of[0], "b": columns_of[1]}).write_csv(tmp_path / "edges.csv")
    terms = Terms.of({**STUDY, "columns": columns})
    release = RELEASE.rename({"age": "nodes"})
    findings = list(graph_findings(terms, tmp_path, tmp_path, data, release, CLUSTERS))
    # The header of the list names two nodes, so it is an edge: the one that is there already.
    assert all(one.holds is True for one in findings)


def test_lists_are_read_as_sets_of_pairs():
    ids = pl.Series("id", ["a", "b", "c"])
    listed = pl.DataFrame({"x": ["a", "b", "c", "a"], "y": ["b", "a", "c", "c"]})
    assert edge_pairs(ids, listed) == [(0, 1), (0, 2)]
    assert edge_pairs(ids, pl.DataFrame({"b": ["a"], "c": ["b"]})) == [(0, 1), (1, 2)]
    with pytest.raises(DataError, match="1 edge of the input"):
        edge_pairs(ids, pl.DataFrame({"x": ["a"], "y": ["z"]}))


def test_a_table_has_no_graph():
    assert has_graph(Terms.of(STUDY))
    assert not has_graph(Terms.of({**STUDY, "method": {"name": "sangreea", "k": 3}}))


def test_one_node_has_no_structure_to_lose():
    assert nsil({1: 1}, {1: 0}, {}) == 0
