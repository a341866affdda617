"""Signing in: by a link, by a password; out again; how often one may fail."""

import pytest

from served import ORIGIN, served
from shoal.server.users import add_user

PASSWORD = "the otter swims at noon"


@pytest.fixture
def ada(idle):
    add_user(idle.state.workspace, "ada", "steward", PASSWORD)
    return idle


def sign_in(service, **given):
    return service.client.post("/api/v1/session", json=given, headers={"Origin": ORIGIN})


def test_the_link_signs_in_once(idle):
    token = idle.state.links.make_token("local")
    answer = sign_in(idle, token=token)
    assert answer.json() | {"csrf": ""} == {"name": "local", "role": "steward", "csrf": ""}
    assert idle.client.get("/api/v1/session").json() == answer.json()
    assert sign_in(idle, token=token).status_code == 401


def test_the_link_expires(idle):
    idle.state.links.seconds = -1
    assert sign_in(idle, token=idle.state.links.make_token("local")).status_code == 401


def test_name_and_password_sign_in(ada):
    assert sign_in(ada, name="ada", password=PASSWORD).json()["role"] == "steward"


@pytest.mark.parametrize(
    "given", [("ada", "wrong"), ("nobody", PASSWORD), ("local", "x"), ("ada'--", "x")]
)
def test_a_wrong_name_and_a_wrong_password_are_told_alike(ada, given):
    answer = sign_in(ada, name=given[0], password=given[1])
    assert answer.status_code == 401
    assert answer.json()["problems"] == ["Name or password is wrong."]
    assert "set-cookie" not in answer.headers


def test_the_cookie_is_for_the_browser_alone(ada):
    cookie = sign_in(ada, name="ada", password=PASSWORD).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


def test_with_https_the_cookie_never_goes_without(tmp_path):
    service = served(tmp_path, secure=True)
    with service.client:
        token = service.state.links.make_token("local")
        answer = service.client.post("/api/v1/session", json={"token": token})
    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]


def test_a_foreign_page_signs_nobody_in(ada):
    token = ada.state.links.make_token("local")
    answer = ada.client.post(
        "/api/v1/session", json={"token": token}, headers={"Origin": "http://evil.example"}
    )
    assert answer.status_code == 403
    assert sign_in(ada, token=token).status_code == 200


def test_signing_in_again_ends_the_session_before(ada):
    sign_in(ada, name="ada", password=PASSWORD)
    before = dict(ada.client.cookies)
    sign_in(ada, name="ada", password=PASSWORD)
    ada.client.cookies.clear()
    ada.client.cookies.update(before)
    assert ada.client.get("/api/v1/session").status_code == 401


def test_signing_out_ends_the_session_and_the_cookie(ada):
    csrf = sign_in(ada, name="ada", password=PASSWORD).json()["csrf"]
    kept = dict(ada.client.cookies)
    answer = ada.client.delete("/api/v1/session", headers={"X-CSRF-Token": csrf})
    assert answer.status_code == 204
    assert not ada.client.cookies
    ada.client.cookies.update(kept)
    assert ada.client.get("/api/v1/session").status_code == 401


def test_whoever_guesses_a_password_is_stopped_and_the_right_one_does_not_help(ada):
    answers = [sign_in(ada, name="ada", password=f"guess {n}") for n in range(6)]
    assert [one.status_code for one in answers] == [401] * 5 + [429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 900
    assert sign_in(ada, name="ada", password=PASSWORD).status_code == 429


def test_whoever_tries_many_names_is_stopped(ada):
    statuses = [sign_in(ada, name=f"user{n}", password="guess").status_code for n in range(25)]
    assert statuses == [401] * 20 + [429] * 5


def test_what_was_mistyped_is_forgotten_after_the_right_password(ada):
    for _ in range(3):
        for _ in range(4):
            sign_in(ada, name="ada", password="wrong")
        assert sign_in(ada, name="ada", password=PASSWORD).status_code == 200


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b"null", b'{"name":"ada"}', b'{"token":5}', b'{"token":"x","password":"y"}', b""],
)
def test_what_is_no_way_to_sign_in_is_told_without_repeating_it(idle, body):
    headers = {"Content-Type": "application/json"}
    answer = idle.client.post("/api/v1/session", content=body, headers=headers)
    assert answer.status_code == 422
    assert "ada" not in answer.text


# Tokens of scripts


def test_a_browser_makes_a_token_and_takes_it_back(idle):
    page = idle.browser("ada")
    made = idle.client.post("/api/v1/tokens", json={"label": "nightly"}, headers=page).json()
    script = {"Authorization": f"Bearer {made['token']}"}
    assert idle.client.get("/api/v1/session", headers=script).json()["name"] == "ada"
    (listed,) = idle.client.get("/api/v1/tokens", headers=page).json()
    assert listed == {key: made[key] for key in ("id", "label", "created", "expires")}
    assert idle.client.delete(f"/api/v1/tokens/{made['id']}", headers=page).status_code == 204
    assert idle.client.get("/api/v1/session", headers=script).status_code == 401


def test_a_token_makes_no_tokens(idle):
    answer = idle.client.post("/api/v1/tokens", json={}, headers=idle.person("ada"))
    assert answer.status_code == 403


def test_nobody_takes_back_the_token_of_another(idle):
    page = idle.browser("ada")
    made = idle.client.post("/api/v1/tokens", json={}, headers=page).json()
    other = idle.browser("bob")
    assert idle.client.delete(f"/api/v1/tokens/{made['id']}", headers=other).status_code == 404
    assert idle.client.get("/api/v1/tokens", headers=other).json() == []
