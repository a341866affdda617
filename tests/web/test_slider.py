"""Moving the k slider after the sweep: every move is answered, through the page itself."""

import pytest

from web.browser import person
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
MOVES = 60


@pytest.fixture(scope="module")
def study(server):
    """The built-in example."""
    script = Script(server)
    yield script.done("demo")["study"]
    script.close()


def test_every_move_of_k_is_answered(browser, server, study):
    with person(browser, server) as (page, watch):
        page.goto(f"/studies/{study}/explore")
        page.get_by_role("button", name="See what is possible").click()
        slider = page.get_by_role("slider", name="k", exact=True)
        slider.wait_for(timeout=300_000)
        settle(page)
        slider.focus()
        for move in range(MOVES):
            moved(page, "ArrowRight" if move < MOVES // 2 else "ArrowLeft")
            if move == MOVES // 2 - 1:
                assert page.get_by_label("k, exactly").input_value() == str(5 + MOVES // 2)
                page.get_by_text(f"Not in the study yet: k 5 → {5 + MOVES // 2}").wait_for()
        assert page.get_by_label("k, exactly").input_value() == "5"
        assert watch.found == []


def moved(page, key):
    """Press a key and wait for the answer."""
    told = page.locator("[data-moves]")
    before = told.get_attribute("data-moves")
    page.keyboard.press(key)
    page.wait_for_function(
        "before => document.querySelector('[data-moves]').dataset.moves !== before", arg=before
    )
