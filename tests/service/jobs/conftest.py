"""A served workspace with one worker, shared by all tests because workers start slowly."""

import pytest

from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.jobs import Jobs
from shoal.server.stored.reading import read_here

TABLE = "age,sex,dis,id\n34,m,flu,1\n45,f,flu,2\n66,m,hiv,3\n70,f,flu,4\n34,f,hiv,5\n70,m,hiv,6\n"
COLUMNS = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "dis": {"role": "insensitive"},
}


@pytest.fixture(scope="session")
def jobs(tmp_path_factory):
    workspace = Workspace(tmp_path_factory.mktemp("served") / "workspace")
    with Jobs(workspace, workers=1, grace=1.0) as jobs:
        yield jobs


@pytest.fixture
def study_of(jobs):
    """Keeps the toy table and its study for an owner; gives the id of the study."""

    def study_of(owner="ann", **more):
        table = stored.keep_table(
            jobs.workspace, owner, "toy.csv", [TABLE.encode()], reader=read_here
        )
        keys = {"privacy": [{"model": "k-anonymity", "k": 2}], "suppression_limit": 0.2}
        body = {"data": {"table": table.id}, "columns": COLUMNS, **keys, **more}
        return stored.keep_study(jobs.workspace, owner, body).id

    return study_of


@pytest.fixture
def do(jobs):
    """Does an action and waits for its end."""

    def do(action, owner="ann", seconds=None, **arguments):
        made = jobs.submit(owner, action, arguments, seconds)
        return [*jobs.events(owner, made.id)][-1]

    return do
