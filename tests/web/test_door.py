"""The door: who gets a page, and what a browser may do with it."""

import asyncio
import re
from types import SimpleNamespace

import httpx
import pytest

from shoal.errors import StudyError
from shoal.web import door
from shoal.web.door import SCRIPT
from shoal.web.mounted import _show_missing_page
from shoal.web.problems import sentences_of

slow = pytest.mark.slow


def test_the_text_of_a_fault_is_not_told_and_that_of_an_error_is():
    assert "Miller" not in "".join(sentences_of(ValueError("Miller has it")))
    assert sentences_of(StudyError("Give a k.", "Give an l.")) == ("Give a k.", "Give an l.")


def test_every_script_is_marked_and_nothing_that_only_looks_like_one():
    page = b'<script>a</script><script type="module">b</script><scripture><SCRIPT>'
    assert SCRIPT.sub(b"!", page) == b'!>a</script>! type="module">b</script><scripture><SCRIPT>'


@pytest.mark.parametrize("message", ["http.disconnect", "http.request"])
def test_who_leaves_before_the_page_is_there_is_no_fault(monkeypatch, message):
    async def inside(scope, receive, send):
        await receive()
        raise RuntimeError("No response returned.")

    async def receive():
        return {"type": message}

    monkeypatch.setattr(door, "find_person", lambda _: SimpleNamespace(secret="x"))
    scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": []}
    visit = door.Door(inside)({**scope, "state": {}}, receive, None)
    if message == "http.disconnect":
        asyncio.run(visit)
    else:
        with pytest.raises(RuntimeError):
            asyncio.run(visit)


@pytest.fixture(scope="module")
def ask(server):
    """Somebody who is signed in at a browser."""
    cookie = server.cookie()
    headers = {"cookie": f"{cookie['name']}={cookie['value']}"}
    with httpx.Client(base_url=server.address, headers=headers, timeout=60) as client:
        yield client


@slow
@pytest.mark.parametrize("address", ["/", "/tables", "/ledger", "/nothing", "/_nicegui/client/1"])
def test_nobody_gets_a_page_without_signing_in(server, address):
    answer = httpx.get(server.address + address, timeout=60)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")


@slow
def test_a_token_of_a_script_opens_no_page(server):
    answer = httpx.get(server.address, headers=server.token(), timeout=60)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")


@slow
def test_a_page_runs_no_script_but_its_own_and_loads_nothing_from_elsewhere(ask):
    answer = ask.get("/")
    policy = dict(
        part.strip().partition(" ")[::2]
        for part in answer.headers["content-security-policy"].split(";")
    )
    word = re.search(r"'nonce-([^']+)'", policy["script-src"])[1]
    scripts = re.findall(r"<script\b[^>]*>", answer.text)
    assert len(scripts) > 5
    assert all(f'nonce="{word}"' in script for script in scripts)
    assert "unsafe-inline" not in policy["script-src"]
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "http" not in answer.headers["content-security-policy"]
    assert word not in ask.get("/").headers["content-security-policy"]


@slow
def test_a_header_of_the_browser_becomes_no_part_of_the_page(ask):
    answer = ask.get("/", headers={"X-Forwarded-Prefix": "/elsewhere"})
    assert answer.status_code == 200
    assert "elsewhere/" not in answer.text


@slow
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_pages_are_only_read(ask, method):
    assert ask.request(method, "/").status_code == 405


@slow
def test_events_come_through_a_socket_only(ask):
    polling = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert ask.get(polling).status_code == 405
    assert ask.post(polling, content=b"40").status_code == 405


@slow
def test_addresses_of_the_service_keep_their_answers(ask):
    unknown = ask.get("/api/v1/nothing")
    assert (unknown.status_code, unknown.headers["content-type"]) == (
        404,
        "application/problem+json",
    )
    assert ask.put("/api/v1/tables").status_code == 405


@slow
def test_an_unknown_address_has_a_page(ask, server):
    answer = ask.get("/nothing?name=Miller")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert "Miller" not in server.log


class Nobody:
    """A request of somebody who is not signed in."""

    state = SimpleNamespace()


def test_a_file_that_is_not_there_is_not_found_without_signing_in():
    answer = asyncio.run(_show_missing_page(Nobody(), Exception()))
    assert (answer.status_code, answer.body) == (404, b"There is no such file.")


@pytest.mark.parametrize(("path", "inside"), [("/favicon.ico", True), ("/favicon.icoX", False)])
def test_only_the_icon_itself_is_for_everybody(monkeypatch, path, inside):
    seen, sent = [], []

    async def page(scope, receive, send):
        seen.append(scope["path"])

    async def send(message):
        sent.append(message)

    monkeypatch.setattr(door, "find_person", lambda _: None)
    scope = {"type": "http", "method": "GET", "path": path, "scheme": "http", "headers": []}
    asyncio.run(door.Door(page)({**scope, "state": {}}, None, send))
    assert (bool(seen), [one.get("status") for one in sent[:1]]) == (
        inside,
        [] if inside else [303],
    )
