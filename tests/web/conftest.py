"""One browser and one server for each file of tests, and a page that is watched for each test."""

import pytest

from web.browser import chromium, person
from web.server import serving


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with an empty workspace."""
    with serving(tmp_path_factory.mktemp("served"), "--workers", "1") as started:
        yield started


@pytest.fixture
def watched(browser, server):
    """A steward's page, and what it does wrong; whatever is found at the end fails the test."""
    with person(browser, server) as (page, watch):
        yield page, watch
        assert watch.found == []


@pytest.fixture
def page(watched):
    """A steward's page."""
    return watched[0]
