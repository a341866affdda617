"""What a server refuses to start with, and what it prints."""

import os
from dataclasses import replace

import pytest

from shoal.api.application.server import _welcome, refuse_open_door, serve
from shoal.api.settings import Settings
from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.jobs import Jobs
from shoal.server.users import add_user

PASSWORD = "the otter swims at noon"


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "workspace")


@pytest.fixture
def known(settings):
    add_user(Workspace(settings.workspace), "ada", "steward", PASSWORD)
    return settings


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.9.9.9"])
def test_this_computer_alone_needs_no_users(settings, host):
    refuse_open_door(replace(settings, host=host))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "shoal.example.org", ""])
def test_any_other_host_needs_somebody_with_a_password(settings, host):
    with pytest.raises(StudyError, match="nobody has a password"):
        refuse_open_door(replace(settings, host=host, names=("shoal.example.org",)))


def test_a_user_without_password_is_not_enough(settings):
    add_user(Workspace(settings.workspace), "ada", "steward")
    with pytest.raises(StudyError, match="shoal user add"):
        refuse_open_door(replace(settings, host="192.0.2.7"))


def test_a_password_is_enough(known):
    refuse_open_door(replace(known, host="192.0.2.7"))


def test_a_trusted_proxy_is_enough(settings):
    refuse_open_door(
        replace(settings, host="192.0.2.7", proxy_header="X-User", proxies=("192.0.2.1",))
    )


def test_every_address_needs_a_name(known):
    with pytest.raises(StudyError, match="--name"):
        refuse_open_door(replace(known, host="0.0.0.0"))
    refuse_open_door(replace(known, host="0.0.0.0", names=("shoal.example.org",)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"proxy_header": "X-User"}, "together"),
        ({"proxies": ("192.0.2.1",)}, "together"),
        ({"proxy_header": "X-User", "proxies": ("proxy",)}, "no address"),
        ({"proxy_header": "X-User", "proxies": ("0.0.0.0/0",)}, "too many"),
    ],
)
def test_a_proxy_is_named_with_its_header_and_its_address(settings, change, said):
    with pytest.raises(StudyError, match=said):
        refuse_open_door(replace(settings, **change))


def test_the_link_holds_its_token_where_no_server_sees_it(settings):
    *_, link = _welcome(settings, "secret")
    assert link.strip() == "http://127.0.0.1:8642/sign-in#token=secret"


def test_elsewhere_no_link_is_printed_and_plain_http_is_warned_of(settings):
    lines = "\n".join(_welcome(replace(settings, host="192.0.2.7"), "secret"))
    assert "secret" not in lines
    assert "Warning: without https" in lines
    assert "Warning" not in "\n".join(
        _welcome(replace(settings, host="192.0.2.7", secure=True), "secret")
    )


def test_hosts_are_those_that_browsers_may_name(settings):
    assert settings.hosts == {
        "127.0.0.1:8642", "localhost:8642", "[::1]:8642",
    }  # fmt: skip
    far = replace(settings, host="192.0.2.7", names=("Shoal.example.org",), secure=True)
    assert far.hosts == {"192.0.2.7:8642", "shoal.example.org:8642", "shoal.example.org"}
    assert "https://shoal.example.org" in far.origins
    assert "http://shoal.example.org" not in far.origins


def test_a_second_server_says_so_before_it_prints_a_link(settings):
    told, asked = [], replace(settings, port=0)
    with (
        Jobs(Workspace(settings.workspace), workers=0),
        pytest.raises(StudyError, match="Another server"),
    ):
        serve(asked, None, told.append, lambda app: None)
    assert told == []


def test_a_workspace_that_cannot_be_written_is_told_before_a_link(settings, monkeypatch):
    told = []
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StudyError, match="may not be written"):
        serve(replace(settings, port=0), None, told.append, lambda app: None)
    assert told == []
