"""What is left of a served workspace after somebody was killed: complete runs, or nothing."""

import json
import sqlite3

from shoal.ledger import ledger
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.jobs import Jobs
from shoal.server.stored.reading import read_here
from shoal.service import verbs

FILES = {"draft.csv", "report.html", "study.yaml", "summary.json"}
COLUMNS = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "mark": {"role": "insensitive"},
}
RECORDS = ("34,m", "45,f", "66,m", "70,f", "34,f", "70,m")


def kept_study(workspace, owner, mark="x"):
    """The toy table with a mark in every record, and its study."""
    lines = [f"{record},{mark},{at}\n" for at, record in enumerate(RECORDS)]
    content = ("age,sex,mark,id\n" + "".join(lines)).encode()
    table = stored.keep_table(workspace, owner, "toy.csv", [content], reader=read_here)
    body = {
        "data": {"table": table.id},
        "columns": COLUMNS,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.2,
    }
    return stored.keep_study(workspace, owner, body).id


def serve_forever(folder, ready):
    """A server whose people ask for one run after another."""
    workspace = Workspace(folder)
    with Jobs(workspace, workers=2) as jobs:
        studies = {owner: kept_study(workspace, owner) for owner in ("ann", "bob")}
        while True:
            made = {
                owner: jobs.submit(owner, "run", {"study": id}) for owner, id in studies.items()
            }
            for owner, one in made.items():
                assert [*jobs.events(owner, one.id)][-1].state == "done"
            ready.set()


def check_settled(jobs, owners=("ann", "bob")):
    """Every job that is done has its run, no other has left anything; gives the states."""
    workspace, states = jobs.workspace, []
    for owner in owners:
        done = {one.id for one in jobs.jobs(owner) if one.state == "done"}
        runs = stored.runs(workspace, owner)
        assert {one.id for one in runs} == done
        for one in runs:
            check_complete(workspace, owner, one)
        entries = ledger.entries(Workspace(workspace.folder, owner))
        assert {one.id for one in entries} == {one.release for one in runs}
        assert {one.state for one in entries} <= {"draft"}
        states += [one.state for one in jobs.jobs(owner)]
    with workspace.snapshot() as connection:
        known = {id for (id,) in connection.execute("SELECT id FROM runs")}
    assert {path.name for path in (workspace.folder / "runs").iterdir()} <= known
    assert not list((workspace.folder / "tables").glob(".*"))
    check_database(workspace)
    return states


def check_complete(workspace, owner, one):
    assert set(stored.run_files(workspace, owner, one.id)) >= FILES
    folder = workspace.folder / "runs" / one.id
    assert json.loads((folder / "summary.json").read_text())["classes"]["min"] >= 2
    assert verbs.verify_run(folder).holds


def check_database(workspace):
    with sqlite3.connect(workspace.file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
