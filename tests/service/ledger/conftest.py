"""A folder with a table, and the workspace that remembers its releases."""

import os
from pathlib import Path

import pytest

from service.ledger.toy import write
from shoal.ledger.workspace import Workspace


@pytest.fixture
def workspace():
    return Workspace(Path(os.environ["SHOAL_WORKSPACE"]))


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, range(16))
    return tmp_path
