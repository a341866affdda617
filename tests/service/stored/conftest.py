"""A workspace with owners, and the toy study of tests/service/conftest.py as a remote one."""

import pytest

from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.stored.reading import read_here

AGE = [["34", "<50", "*"], ["45", "<50", "*"], ["66", ">=50", "*"], ["70", ">=50", "*"]]
TABLE = "age,sex,dis,id\n34,m,flu,1\n45,f,flu,2\n66,m,hiv,3\n70,f,flu,4\n34,f,hiv,5\n70,m,hiv,6\n"


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "workspace")


@pytest.fixture
def keep(workspace):
    """Keeps an upload; reads it in this process, which is faster."""

    def keep(content=TABLE, name="toy.csv", owner="ann", limits=None, **more):
        chunks = [content] if isinstance(content, bytes) else [content.encode()]
        return stored.keep_table(workspace, owner, name, chunks, limits, reader=read_here, **more)

    return keep


@pytest.fixture
def body(keep):
    """A study of the toy table as a remote person writes it."""
    return {
        "data": {"table": keep().id},
        "columns": {
            "id": {"role": "identifier"},
            "age": {"role": "quasi-identifier", "hierarchy": {"lines": AGE}},
            "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "dis": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.2,
    }
