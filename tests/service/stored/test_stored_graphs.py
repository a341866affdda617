"""Graphs in a workspace: a study names a stored list of edges, and both files can be shared."""

import pytest

from shoal.errors import DataError, StudyError
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.progress import ignore_progress
from shoal.server import stored
from shoal.server.actions import Call, perform
from shoal.server.stored.ids import new_id
from shoal.server.stored.run_rows import insert_run

PEOPLE = "who,age\n" + "".join(f"p{at},{20 + at}\n" for at in range(12))
EDGES = "one,other\n" + "".join(f"p{at},p{(at * 5 + 1) % 12}\n" for at in range(12))


def body(people, edges):
    return {
        "data": {"table": people},
        "columns": {
            "who": {"role": "identifier"},
            "age": {"role": "quasi-identifier", "type": "integer"},
        },
        "method": {"name": "sangreea", "k": 4, "edges": edges, "node": "who"},
    }


@pytest.fixture
def made(workspace, keep, tmp_path):
    people, edges = keep(PEOPLE), keep(EDGES, name="edges.csv")
    study = stored.keep_study(workspace, "ann", body(people.id, {"table": edges.id}))
    owned, id, folder = Workspace(workspace.folder, "ann"), new_id(), tmp_path / "call"
    folder.mkdir()
    with use_everywhere(owned):
        found = perform(Call(owned, id, folder, ignore_progress), "run", {"study": study.id})
    with workspace.transaction() as connection:
        insert_run(connection, found.run)
    return found.run


def test_the_files_of_a_graph_can_be_had(workspace, made):
    names = stored.run_files(workspace, "ann", made.id)
    assert {"draft.csv", "draft_nodes.csv", "draft_edges.csv"} <= set(names)
    stored.give_run(workspace, "ann", made.id)
    path = stored.shareable_file(workspace, "ann", made.id, "release_nodes.csv")
    assert path.read_text().startswith("cluster,nodes,edges_inside,age\n1,4,")


def test_a_changed_list_of_edges_is_not_drawn(workspace, made, tmp_path):
    owned = Workspace(workspace.folder, "ann")
    call = Call(owned, new_id(), tmp_path, ignore_progress)
    assert perform(call, "draw-graph", {"run": made.id}).result["before"]["shown"] == 12
    stored_edges = made.body["method"]["edges"]["table"]
    path = call.table(stored_edges)
    path.chmod(0o600)
    path.write_text(EDGES + "p0,p5\n")
    with pytest.raises(DataError, match="changed since the run"):
        perform(call, "draw-graph", {"run": made.id})


def test_a_path_is_no_list_of_edges(workspace, keep):
    for edges in ("edges.csv", {"path": "edges.csv"}, {"url": "sqlite:///x.db", "query": "q"}):
        with pytest.raises(StudyError):
            stored.keep_study(workspace, "ann", body(keep(PEOPLE).id, edges))
