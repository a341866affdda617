"""Nobody sees anything of somebody else: not in lists, not by address, not through a socket."""

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from web.browser import person
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
STEPS = ("data", "columns", "promises", "explore", "release")
OPENED, REFUSED = "40", "44"  # socket.io: a connection is there; it is not


@pytest.fixture(scope="module")
def example(server):
    """The built-in example, kept by the first person."""
    script = Script(server)
    yield script.done("demo")
    script.close()


def test_the_first_person_sees_their_study_and_the_second_sees_none(browser, server, example):
    with person(browser, server) as (page, _):
        page.goto("/")
        page.get_by_role("link", name="The built-in example").wait_for()
    with person(browser, server, "second") as (page, watch):
        page.goto("/")
        page.get_by_text("No studies yet.").wait_for()
        assert "The built-in example" not in page.content()
        assert example["study"] not in page.content()
        assert watch.found == []


@pytest.mark.parametrize("step", STEPS)
def test_the_address_of_a_study_is_found_by_its_owner_alone(browser, server, example, step):
    address = f"/studies/{example['study']}/{step}"
    with person(browser, server, "second") as (page, watch):
        assert page.goto(address).status == 404
        told = page.locator("#main").inner_text()
        assert page.goto(f"/studies/{'0' * len(example['study'])}/{step}").status == 404
        assert page.locator("#main").inner_text() == told  # nobody learns whether it is there
        watch.without("answer: 404")
        watch.without("console: .*404")
        assert watch.found == []
    with person(browser, server) as (page, watch):
        assert page.goto(address).status == 200
        assert watch.found == []


def test_who_is_not_signed_in_comes_to_the_sign_in_page(browser, server, example):
    with person(browser, server, None) as (page, _):
        page.goto(f"/studies/{example['study']}/data")
        assert page.url.endswith("/sign-in")


def test_the_socket_of_a_page_takes_no_other_person(browser, server):
    with person(browser, server) as (page, _):
        sockets = []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        page.goto("/")
        page.wait_for_function("window.socket?.connected ?? true")
        page.wait_for_timeout(1000)
        (address,) = sockets
        again = address.partition("&sid=")[0]
        assert said(server, again, server.cookie()).startswith(REFUSED)  # another session
        assert said(server, again, server.cookie("second")).startswith(REFUSED)
        (own,) = page.context.cookies()
        assert said(server, again, own).startswith(OPENED)
        with pytest.raises(InvalidStatus, match="403"):
            said(server, again, {"name": own["name"], "value": "guessed"})


def said(server, address, cookie):
    """What a socket answers to somebody who wants to come in."""
    headers = {"Cookie": f"{cookie['name']}={cookie['value']}"}
    with connect(address, origin=server.address, additional_headers=headers) as socket:
        socket.recv(timeout=20)
        socket.send("40")
        return socket.recv(timeout=20)
