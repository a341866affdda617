"""Whoever comes later under the name of somebody who was removed is somebody else."""

import json

import pytest

from served import served
from shoal.ledger.account import now
from shoal.server import stored
from shoal.server.stored import job_rows, table_rows
from shoal.server.stored.reading import read_here
from shoal.server.stored.run_rows import StoredRun, insert_run
from shoal.server.users import add_user, find_user, remove_user

TABLE = b"age,sex\n34,m\n35,f\n"
COLUMN = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
RELEASE = {"file": None, "sha256": "", "records": 2, "columns": []}
FACTS = {
    "recipient": None,
    "input": {"records": 2},
    "release": RELEASE,
    "levels": {},
    "privacy": [],
}
NOUNS = ("tables", "hierarchies", "studies", "jobs", "runs", "keys", "ledger")


@pytest.fixture(scope="module", autouse=True)
def _read_here():
    usual = table_rows.keep_table.__kwdefaults__
    table_rows.keep_table.__kwdefaults__ = {**usual, "reader": read_here}
    yield
    table_rows.keep_table.__kwdefaults__ = usual


@pytest.fixture
def service(tmp_path):
    running = served(tmp_path)
    with running.client:
        yield running


def asked(service, who, method, path, **given):
    return service.client.request(method, f"/api/v1/{path}", headers=who, **given)


def left_by(service, name):
    """One of everything, by somebody; gives the id of their table and of their run."""
    who = service.person(name)
    table = asked(service, who, "POST", "tables?name=t.csv", content=TABLE).json()["id"]
    promise = [{"model": "k-anonymity", "k": 2}]
    body = {"data": {"table": table}, "columns": {"age": COLUMN}, "privacy": promise}
    study = asked(service, who, "POST", "studies", json={"study": body}).json()["id"]
    asked(service, who, "POST", "keys", json={"name": "k"})
    job = asked(service, who, "POST", "actions/profile", json={"table": table}).json()["id"]
    place, owner = service.state.workspace, find_user(service.state.workspace, name).id
    run = StoredRun(job, owner, study, table, {"recipient": {"name": "x"}}, "r1", now(), now())
    folder = place.folder / "runs" / job
    folder.mkdir(parents=True)
    (folder / "certificate.json").write_text("{}")
    with place.transaction() as connection:
        insert_run(connection, run)
        connection.execute(
            "INSERT INTO releases (id, state, time, input, place, trace, facts, owner)"
            " VALUES ('r1', 'released', 'then', 'x', '/run', '', ?, ?)",
            [json.dumps(FACTS), owner],
        )
    return table, job


def test_a_new_account_with_an_old_name_finds_nothing(service):
    table, run = left_by(service, "bob")
    bob = service.person("bob")
    before = [len(asked(service, bob, "GET", noun).json()) for noun in NOUNS]
    assert before == [1, 0, 1, 1, 1, 1, 1]
    remove_user(service.state.workspace, "bob")
    assert asked(service, bob, "GET", "tables").status_code == 401
    later = service.person("bob")
    for noun in NOUNS:
        assert asked(service, later, "GET", noun).json() == []
    for path in (f"tables/{table}", f"tables/{table}/records", f"runs/{run}", f"jobs/{run}"):
        assert asked(service, later, "GET", path).status_code == 404
    assert asked(service, later, "GET", "session").json()["name"] == "bob"


def test_a_new_account_with_an_old_name_is_shared_nothing(service):
    _, run = left_by(service, "ada")
    ada, place = service.person("ada"), service.state.workspace
    with place.transaction() as connection:
        connection.execute("UPDATE releases SET state = 'released'")
    grace = service.person("grace", "viewer")
    stored.share_run(place, "ada", run, "grace")
    shared = asked(service, grace, "GET", "shared").json()
    assert [(one["id"], one["steward"]) for one in shared] == [(run, "ada")]
    remove_user(place, "grace")
    later = service.person("grace", "viewer")
    assert asked(service, later, "GET", "shared").json() == []
    assert asked(service, later, "GET", f"runs/{run}/certificate?format=json").status_code == 404
    assert asked(service, ada, "GET", f"runs/{run}/shares").json() == []
    stored.share_run(place, "ada", run, "grace")  # the one who is there now
    assert asked(service, ada, "GET", f"runs/{run}/shares").json() == ["grace"]
    assert len(asked(service, later, "GET", "shared").json()) == 1
    stored.unshare_run(place, "ada", run, "grace")
    assert asked(service, later, "GET", "shared").json() == []


def test_who_changes_role_or_password_keeps_their_things(service):
    left_by(service, "eve")
    add_user(service.state.workspace, "eve", "steward", "the otter swims at noon")
    assert len(asked(service, service.person("eve"), "GET", "tables").json()) == 1


def test_names_come_and_go_and_no_id_comes_again(service):
    place, seen = service.state.workspace, set()
    for _ in range(4):
        seen.add(add_user(place, "bob", "steward").id)
        remove_user(place, "bob")
    assert len(seen) == 4


def test_a_job_of_somebody_who_was_removed_ends_as_theirs(service):
    """What is still going on when a name changes hands belongs to whom it belonged."""
    place = service.state.workspace
    before = add_user(place, "bob", "steward").id
    job = job_rows.add_job(place, before, "run", {}, 1.0, 50)
    remove_user(place, "bob")
    stored.keep_table(place, before, "late.csv", [TABLE])
    later = service.person("bob")
    assert asked(service, later, "GET", "tables").json() == []
    assert asked(service, later, "GET", f"jobs/{job.id}").status_code == 404
