"""The guard: who asks, and whether a page of ours sent the request."""

import pytest
from fastapi import APIRouter

from served import FORGED, ORIGIN, served
from shoal.api.guard import Guarded
from shoal.server.users import remove_user


def test_a_route_that_does_not_say_who_may_use_it_cannot_be_added():
    router = APIRouter(route_class=Guarded)
    with pytest.raises(AttributeError, match="allowed"):
        router.get("/open")(lambda: None)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"Authorization": "Bearer " + "x" * 43},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic YWRhOnB3"},
        {"Cookie": "shoal_session_8642=" + "x" * 43},
        {"Cookie": "shoal_session_8642="},
    ],
)
def test_who_is_not_known_is_asked_to_sign_in(idle, given):
    answer = idle.client.get("/api/v1/tables", headers=given)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_wrong_token_is_not_saved_by_a_right_cookie(idle):
    headers = {**idle.browser("ada"), "Authorization": "Bearer wrong"}
    assert idle.client.get("/api/v1/tables", headers=headers).status_code == 401


def test_a_cookie_is_no_token_and_a_token_is_no_cookie(idle):
    cookie = idle.browser("ada")["Cookie"].partition("=")[2]
    token = idle.person("ada")["Authorization"].partition(" ")[2]
    for headers in (
        {"Authorization": f"Bearer {cookie}"},
        {"Cookie": f"{idle.state.settings.cookie}={token}"},
    ):
        assert idle.client.get("/api/v1/session", headers=headers).status_code == 401


def test_an_expired_session_is_none(idle):
    headers = idle.browser("ada", seconds=-1)
    assert idle.client.get("/api/v1/session", headers=headers).status_code == 401


def test_a_session_ends_with_its_user(idle):
    headers = idle.person("ada")
    remove_user(idle.state.workspace, "ada")
    assert idle.client.get("/api/v1/session", headers=headers).status_code == 401


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:9999"},
    {"Origin": "https://127.0.0.1:8642"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"X-CSRF-Token": ""},
    {"X-CSRF-Token": "0" * 64},
]


@pytest.mark.parametrize("change", FOREIGN)
def test_a_page_that_is_not_ours_changes_nothing(idle, change):
    before = idle.browser("ada")
    answer = idle.client.delete("/api/v1/session", headers={**before, **change})
    assert answer.status_code == 403
    assert idle.client.get("/api/v1/session", headers=before).status_code == 200


def test_a_page_of_ours_does(idle):
    headers = idle.browser("ada")
    assert idle.client.delete("/api/v1/session", headers=headers).status_code == 204
    assert idle.client.get("/api/v1/session", headers=headers).status_code == 401


def test_the_csrf_token_of_another_session_does_not_help(idle):
    headers = {**idle.browser("ada"), "X-CSRF-Token": idle.browser("ada")["X-CSRF-Token"]}
    assert idle.client.delete("/api/v1/session", headers=headers).status_code == 403


def test_scripts_need_no_csrf_token(idle):
    assert idle.client.delete("/api/v1/session", headers=idle.person("ada")).status_code == 204


@pytest.mark.parametrize("role", ["researcher", "viewer"])
def test_who_is_no_steward_sees_no_table_whatever_the_id(idle, role):
    answer = idle.client.get(f"/api/v1/tables/{FORGED}", headers=idle.person("grace", role))
    assert answer.status_code == 403
    assert role in answer.json()["detail"]


def test_the_role_is_asked_before_the_body_is_looked_at(idle):
    headers = {**idle.person("grace", "viewer"), "Content-Type": "application/json"}
    assert idle.client.post("/api/v1/studies", headers=headers, content=b"{").status_code == 403
    assert idle.client.post("/api/v1/studies", content=b"{").status_code == 401


# A proxy that signs people in


def test_a_proxy_that_is_not_trusted_is_not_believed(tmp_path):
    service = served(tmp_path, proxy_header="X-Remote-User", proxies=("10.0.0.7",))
    with service.client as client:
        service.person("ada")
        answer = client.post(
            "/api/v1/session", json={"proxy": True}, headers={"X-Remote-User": "ada"}
        )
    assert answer.status_code == 401


def test_without_a_proxy_the_header_means_nothing(idle):
    idle.person("ada")
    answer = idle.client.post(
        "/api/v1/session", json={"proxy": True}, headers={"X-Remote-User": "ada"}
    )
    assert answer.status_code == 401


def test_a_trusted_proxy_names_who_signs_in(trusting):
    trusting.person("ada")
    headers = {"X-Remote-User": "ada", "Origin": ORIGIN}
    answer = trusting.client.post("/api/v1/session", json={"proxy": True}, headers=headers)
    assert answer.json()["name"] == "ada"
    assert trusting.client.get("/api/v1/session", headers=headers).status_code == 200
    # Somebody else signed in at the proxy: the session before is not theirs.
    other = {"X-Remote-User": "bob"}
    assert trusting.client.get("/api/v1/session", headers=other).status_code == 401


def test_a_proxy_names_only_people_who_are_known(trusting):
    headers = {"X-Remote-User": "eve"}
    answer = trusting.client.post("/api/v1/session", json={"proxy": True}, headers=headers)
    assert answer.status_code == 401


@pytest.fixture
def trusting(tmp_path):
    """Requests of the test client come from this address."""
    service = served(tmp_path, proxy_header="X-Remote-User", proxies=("127.0.0.1",))
    service.client._transport.client = ("127.0.0.1", 50000)
    with service.client:
        yield service


def test_of_two_names_from_a_proxy_neither_is_believed(trusting):
    trusting.person("ada")
    headers = [("X-Remote-User", "ada"), ("X-Remote-User", "bob"), ("Origin", ORIGIN)]
    answer = trusting.client.post("/api/v1/session", json={"proxy": True}, headers=headers)
    assert answer.status_code == 401
