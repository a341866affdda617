"""Over REST, a run about a graph gives three files, and pictures for the steward alone."""

import re

import pytest

from api.test_giving import Steward
from served import served

NODES = 24
PEOPLE = "who,age\n" + "".join(f"p{at},{20 + at}\n" for at in range(NODES))
EDGES = "one,other\n" + "".join(
    f"p{at},p{(at * step + 1) % NODES}\n" for at in range(NODES) for step in (5, 7)
)


@pytest.fixture(scope="module")
def ann(tmp_path_factory):
    """A steward with a graph of people, and a run about it."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "data.csv").write_text(PEOPLE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shoal.server.passwords.WORK", 2**4)
        running = served(folder, workers=1)
    with running.client:
        steward = Steward((running, folder), "ann")
        given = {"params": {"name": "edges.csv"}, "content": EDGES.encode()}
        edges = steward.ask("POST", "/tables", **given)["id"]
        steward.made = run_of(steward, {"k": 4, "edges": {"table": edges}, "node": "who"})
        yield steward


def run_of(steward, method, table=None):
    keys = {
        "data": {"table": table or steward.table},
        "columns": {
            "who": {"role": "identifier"},
            "age": {"role": "quasi-identifier", "type": "integer"},
        },
        "method": {"name": "sangreea", **method},
    }
    study = steward.ask("POST", "/studies", json={"study": keys})["id"]
    return steward.job("run", study=study)["result"]["run"]


def test_the_graph_is_drawn_before_and_after_without_a_value_or_an_id(ann):
    found = ann.job("draw-graph", run=ann.made)["result"]
    assert found["before"]["picture"].count("<circle") == NODES
    assert found["after"]["picture"].count('class="cluster"') == NODES // 4
    assert found["before"]["left_out"] == found["after"]["left_out"] == 0
    for side in ("before", "after"):
        assert not re.search(r"p\d+\b", found[side]["picture"])


def test_a_table_without_edges_is_not_drawn(ann):
    job = ann.job("draw-graph", run=run_of(ann, {"k": 4}))
    assert job["state"] == "failed"
    assert "names no edges" in job["problem"]["problems"][0]


def test_nodes_and_edges_are_no_download_until_the_run_is_given(ann):
    for part in ("nodes", "edges"):
        assert ann.answer("GET", f"/runs/{ann.made}/{part}").status_code == 409
    assert ann.job("give", run=ann.made)["state"] == "done"
    nodes, edges = (ann.answer("GET", f"/runs/{ann.made}/{part}") for part in ("nodes", "edges"))
    assert nodes.text.splitlines()[0] == "cluster,nodes,edges_inside,age"
    assert edges.text.splitlines()[0] == "cluster,other_cluster,edges"
    assert 'filename="release_nodes.csv"' in nodes.headers["content-disposition"]
    assert not re.search(r"p\d", nodes.text + edges.text)


def test_a_table_without_edges_has_no_such_files(ann):
    others = "who,age\n" + "".join(f"q{at},{50 + 3 * at}\n" for at in range(NODES + 1))
    given = {"params": {"name": "t.csv"}, "content": others.encode()}
    run = run_of(ann, {"k": 4}, table=ann.ask("POST", "/tables", **given)["id"])
    job = ann.job("give", run=run)
    assert job["state"] == "done", job
    answer = ann.answer("GET", f"/runs/{run}/nodes")
    assert (answer.status_code, answer.json()["detail"]) == (
        404,
        "The run has no nodes of a graph in this form.",
    )
