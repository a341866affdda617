"""Lists of edges: what is accepted, what is told, what is refused; never with a value."""

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.methods.graph.edge_lists import connect_records

IDS = pl.Series("patient", ["p1", "p2", "p3", "p4"])


def listed(*edges, names=("source", "target")):
    columns = zip(*edges, strict=True)
    return pl.DataFrame(dict(zip(names, map(list, columns), strict=True)), strict=False)


def test_edges_join_the_records_that_they_name():
    found = connect_records(IDS, listed(("p3", "p1"), ("p2", "p4")))
    assert found.graph.edges.tolist() == [[0, 2], [1, 3]]
    assert found.notes == ()


def test_loops_and_repeated_edges_are_told_and_left_out():
    edges = [("p1", "p2"), ("p2", "p1"), ("p1", "p2"), ("p3", "p3"), ("p3", "p4")]
    found = connect_records(IDS, listed(*edges))
    assert found.graph.edges.tolist() == [[0, 1], [2, 3]]
    assert found.notes == (
        "1 edges lead from a node to itself; they were left out.",
        "2 edges are listed more than once or in both directions; each counts once.",
    )


def test_records_without_edges_are_told():
    assert connect_records(IDS, listed(("p1", "p2"))).notes == ("2 of 4 records have no edge.",)


def test_a_header_that_names_two_nodes_is_an_edge():
    found = connect_records(IDS, listed(("p2", "p3"), names=("p1", "p4")))
    assert found.graph.edges.tolist() == [[0, 3], [1, 2]]


def test_numbers_are_ids_like_texts():
    ids = pl.Series("node", ["10", "20", "30"])
    assert len(connect_records(ids, listed((10, 20), (20, 30))).graph.edges) == 2


def test_further_columns_play_no_part():
    found = connect_records(IDS, listed(("p1", "p2", "0.5"), names=("a", "b", "weight")))
    assert found.graph.edges.tolist() == [[0, 1]]


def refused(ids, edges):
    with pytest.raises(DataError) as caught:
        connect_records(ids, edges)
    told = str(caught.value)
    assert not any(name in told for name in ("p1", "p2", "p3", "p4", "p9"))
    return told


def test_unknown_ends_are_counted():
    told = refused(IDS, listed(("p1", "p9"), ("p9", "p9"), ("p1", "p2")))
    assert told.startswith("edges: 2 of 3 edges have an end that no record of the table has")


def test_missing_ends_are_counted():
    told = refused(IDS, listed(("p1", None), ("p9", "p2")))
    assert "1 of 2 edges have an end without an id" in told
    assert "1 of 2 edges have an end that no record" in told


def test_records_need_ids_of_their_own():
    edges = listed(("p1", "p2"))
    assert "'patient': 1 of 2 records have no id" in refused(
        pl.Series("patient", ["p1", None]), edges
    )
    assert "'patient': 1 of 2 records repeat" in refused(pl.Series("patient", ["p1", "p1"]), edges)


def test_one_column_is_no_list_of_edges():
    told = refused(IDS, pl.DataFrame({"p1 p2": ["p3 p4"]}))
    assert "The list of edges has 1 column. Expected two" in told
