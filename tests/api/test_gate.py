"""Every request passes the gate: its host, its size, the headers and the log of its answer."""

import logging

import pytest

from served import FORGED, HOST
from shoal.api.application.gate import SAFE
from shoal.api.routes import tables


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8642", "127.0.0.1", "127.0.0.1:80", "", "127.0.0.1.evil:8642"],
)
def test_a_foreign_host_is_refused_whatever_is_asked(idle, host):
    for path in ("/sign-in", "/api/v1/session", "/nothing"):
        answer = idle.client.get(path, headers={"Host": host})
        assert answer.status_code == 421
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("host", [HOST, "localhost:8642", "LOCALHOST:8642", "[::1]:8642"])
def test_the_names_of_this_computer_are_served(idle, host):
    assert idle.client.get("/sign-in", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/sign-in", "/api/v1/session", "/nothing", "/api/v1/openapi.json"]
)
def test_every_answer_makes_browsers_careful(idle, path):
    answer = idle.client.get(path)
    assert {name for name in SAFE if name not in answer.headers} == set()
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "server" not in answer.headers


def test_an_announced_body_that_is_too_large_is_not_read(idle):
    answer = idle.client.post("/api/v1/session", content=b"x" * (4 * 1024 * 1024 + 1))
    assert answer.status_code == 413
    assert "4,194,304" in answer.json()["detail"]


def test_a_body_that_grows_too_large_is_cut(idle):
    pieces = (b"x" * 100_000 for _ in range(50))
    headers = {"Content-Type": "application/json"}
    answer = idle.client.post("/api/v1/session", content=pieces, headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "1e9", "x", "9" * 400])
def test_a_length_that_is_none_is_refused(idle, length):
    answer = idle.client.post("/api/v1/session", headers={"Content-Length": length}, content=b"")
    assert answer.status_code == 413


def lines(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "shoal.access"]


def test_the_log_holds_ids_and_people_but_no_query_and_no_unknown_text(idle, caplog):
    caplog.set_level(logging.INFO, "shoal.access")
    steward = idle.person("ada")
    idle.client.get(f"/api/v1/tables/{FORGED}?name=Mueller&token=xyz", headers=steward)
    idle.client.get("/api/v1/tables/Mueller", headers=steward)
    idle.client.get("/Mueller/xyz?x=1", headers=steward)
    told = "\n".join(lines(caplog))
    assert f"GET /api/v1/tables/{FORGED} 404" in told
    assert "ada" in told
    assert "Mueller" not in told
    assert "xyz" not in told


def test_secrets_are_in_no_log(idle, caplog):
    caplog.set_level(logging.DEBUG)
    token = idle.state.links.make_token("local")
    signed = idle.client.post("/api/v1/session", json={"token": token})
    secret = signed.cookies[idle.state.settings.cookie]
    idle.client.get("/api/v1/session")
    assert lines(caplog)
    for hidden in (token, secret, signed.json()["csrf"]):
        assert hidden not in caplog.text


def test_a_fault_is_told_and_logged_without_its_text(idle, caplog, monkeypatch):
    def broken(*_):
        raise RuntimeError("patient Mueller, 34")

    monkeypatch.setattr(tables.stored, "tables", broken)
    answer = idle.client.get("/api/v1/tables", headers=idle.person("ada"))
    assert answer.status_code == 500
    assert answer.json()["problems"] == ["A fault of Shoal (RuntimeError). Nothing was released."]
    assert "RuntimeError" in caplog.text
    assert "Mueller" not in caplog.text + answer.text


def test_a_body_with_two_lengths_is_refused(idle):
    headers = {"Content-Length": "5", "Transfer-Encoding": "chunked"}
    answer = idle.client.post("/api/v1/session", content=b"hello", headers=headers)
    assert answer.status_code == 400


def test_a_method_that_is_none_is_not_logged(idle, caplog):
    caplog.set_level(logging.INFO, "shoal.access")
    assert idle.client.request("MUELLER", "/api/v1/tables").status_code == 405
    assert "MUELLER" not in caplog.text


def test_a_request_with_two_hosts_is_refused_whichever_comes_first(idle):
    for hosts in ((HOST, "evil.example"), ("evil.example", HOST), (HOST, HOST)):
        headers = [("Host", one) for one in hosts]
        answer = idle.client.get("/api/v1/session", headers=headers)
        assert (answer.status_code, "twice" in answer.text) == (400, True)
