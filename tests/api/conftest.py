"""Services in this process; those without jobs start at once."""

import pytest

from served import served
from shoal.server import passwords


@pytest.fixture(autouse=True)
def _little_work(monkeypatch):
    monkeypatch.setattr(passwords, "WORK", 2**4)


@pytest.fixture
def idle(tmp_path):
    """A service whose jobs never begin."""
    service = served(tmp_path)
    with service.client:
        yield service
