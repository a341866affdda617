"""Connections that ask for nothing, and sign-ins of anybody, leave the server to others."""

import http.client
import json
import socket
import threading
import time
from contextlib import ExitStack, suppress

import pytest

from served import listening
from shoal.api.application import callers, gate
from shoal.api.routes import sessions
from web.server import serving

pytestmark = pytest.mark.slow

MANY = 530
STATUS = "/api/v1/session"


@pytest.fixture
def quick(tmp_path, monkeypatch):
    """A server that waits for half a second only."""
    monkeypatch.setattr(callers, "HEADERS", 0.5)
    monkeypatch.setattr(callers, "UNREAD", 1.0)
    monkeypatch.setattr(callers, "BETWEEN", 0.1)
    monkeypatch.setattr(gate, "SLOWEST", 0.5)
    with listening(tmp_path) as server:
        yield server.state.settings.port


def connected(port, source="127.0.0.1", said=b""):
    made = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))
    made.sendall(said)
    return made


def status(port, source="127.0.0.1", path=STATUS):
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=30, source_address=(source, 0)
    )
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def last_words(made):
    """What comes until the server hangs up."""
    found = b""
    try:
        while piece := made.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def trickle(made, pieces, pause=0.1):
    for piece in pieces:
        made.sendall(piece)
        time.sleep(pause)


@pytest.mark.parametrize("said", [b"", b"GET /api/v1/session HTTP/1.1\r\nHost: 127.0"])
def test_idle_connections_of_one_address_keep_nobody_out(tmp_path, said):
    with serving(tmp_path) as server, ExitStack() as stack:
        port = int(server.address.rpartition(":")[2])
        for _ in range(MANY):
            stack.enter_context(connected(port, said=said))
        assert status(port, "127.0.0.2") == 401  # asked who they are, not 503
        assert status(port) == 401  # the same address, too
        for _ in range(MANY):  # and from many addresses
            stack.enter_context(connected(port, f"127.0.1.{_ % 200 + 1}", said))
        assert status(port, "127.0.0.2") == 401


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\n", b"POST /api/v1/session HTTP/1.1\r\nX: y\r\n"]
)
def test_whoever_says_nothing_more_is_hung_up_on(quick, said):
    with connected(quick, said=said) as made:
        assert last_words(made) == b""


def test_headers_one_byte_at_a_time_end_all_the_same(quick):
    with connected(quick, said=b"GET / HTTP/1.1\r\nX: ") as made, pytest.raises(ConnectionError):
        trickle(made, [b"y"] * 100)


def test_endless_headers_end(quick):
    lines = (b"X-%d: " % at + b"y" * 1000 + b"\r\n" for at in range(100_000))
    with connected(quick, said=b"GET / HTTP/1.1\r\n") as made, pytest.raises(ConnectionError):
        trickle(made, lines, pause=0)


def test_a_connection_between_two_requests_ends(quick):
    connection = http.client.HTTPConnection("127.0.0.1", quick, timeout=30)
    for _ in range(2):  # it may be used again at once
        connection.request("GET", STATUS)
        connection.getresponse().read()
    assert last_words(connection.sock) == b""
    connection.close()


def test_the_rest_of_a_body_that_was_answered_is_not_waited_for(quick):
    head = (
        f"POST /api/v1/tables?name=x HTTP/1.1\r\nHost: 127.0.0.1:{quick}\r\nContent-Length: 9\r\n"
    )
    with connected(quick, said=f"{head}\r\nab".encode()) as made:
        assert last_words(made).startswith(b"HTTP/1.1 401")


def test_a_body_that_never_ends_is_answered(quick):
    head = (
        f"POST {STATUS} HTTP/1.1\r\nHost: 127.0.0.1:{quick}\r\nContent-Length: 90\r\n"
        "Content-Type: application/json\r\n\r\n{"
    )
    with connected(quick, said=head.encode()) as made:
        words = last_words(made)
    assert words.startswith(b"HTTP/1.1 408")
    assert b"too slowly" in words


def test_a_body_that_trickles_is_answered(quick):
    head = (
        f"POST {STATUS} HTTP/1.1\r\nHost: 127.0.0.1:{quick}\r\nContent-Length: 90\r\n"
        "Content-Type: application/json\r\n\r\n"
    )
    with connected(quick, said=head.encode()) as made:
        with suppress(ConnectionError):
            trickle(made, [b" "] * 80)
        assert last_words(made).startswith(b"HTTP/1.1 408")


def test_one_address_has_so_many_connections_and_a_trusted_proxy_has_more(tmp_path, monkeypatch):
    monkeypatch.setattr(callers, "EACH", 3)
    for proxies, kept in [((), 3), (("127.0.0.1",), 6)]:
        with listening(tmp_path / str(kept), proxies=proxies) as server, ExitStack() as stack:
            port = server.state.settings.port
            for _ in range(6):
                stack.enter_context(connected(port))
            assert status(port, "127.0.0.9") == 401  # everybody before was noticed
            alive = [made for made in stack._exit_callbacks if is_open(made[1].__self__)]
            assert len(alive) == kept


def is_open(made):
    made.settimeout(0.2)
    try:
        return made.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionResetError:
        return False


def test_the_neighbors_of_an_address_count_as_one():
    class Transport:
        def __init__(self, address):
            self.address = address

        def get_extra_info(self, name):
            return (self.address, 1) if name == "peername" else None

    one, two, three = (
        callers.network_of(Transport(address))
        for address in ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1")
    )
    assert one == two != three


def test_sign_ins_leave_threads_to_others_and_only_so_many_wait(tmp_path, monkeypatch):
    free = threading.Event()
    monkeypatch.setattr(sessions, "user_with_password", lambda *_: free.wait(60) and None)
    body = json.dumps({"name": "ada", "password": "the otter swims at noon"})
    found = []

    def sign_in(port, at):
        connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=90, source_address=(f"127.0.2.{at}", 0)
        )
        given = {"Content-Type": "application/json"}
        connection.request("POST", STATUS, body.replace("ada", f"a{at}"), given)
        found.append(connection.getresponse().status)
        connection.close()

    with listening(tmp_path) as server:
        port, ann = server.state.settings.port, server.person("ann")
        threads = [threading.Thread(target=sign_in, args=(port, at)) for at in range(1, 61)]
        for thread in threads:
            thread.start()
        try:
            while len(found) < 60 - sessions.IN_LINE - sessions.AT_ONCE:
                time.sleep(0.05)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
            connection.request("GET", "/api/v1/tables", headers=ann)
            assert connection.getresponse().status == 200
            connection.close()
        finally:
            free.set()
            for thread in threads:
                thread.join(60)
    assert found.count(503) == 60 - sessions.IN_LINE - sessions.AT_ONCE
    assert found.count(401) == sessions.IN_LINE + sessions.AT_ONCE
