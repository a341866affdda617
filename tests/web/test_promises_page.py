"""The step Promises in a browser: add, edit, a validation error, switch off, accept a guard."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

PEOPLE = "\n".join(
    ["file,age,sex,illness", *(f"{i},{20 + i % 9},{'mf'[i % 2]},{'abc'[i % 3]}" for i in range(90))]
)
COLUMN = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
COLUMNS = {
    "file": {"role": "identifier"},
    "age": COLUMN,
    "sex": COLUMN,
    "illness": {"role": "sensitive"},
}


@pytest.fixture
def study(server):
    """A study of ninety people with one sensitive column."""
    script = Script(server)
    table = script.table("people.csv", PEOPLE.encode())
    keys = {"data": {"table": table}, "columns": COLUMNS}
    made = script.study({**keys, "privacy": [{"model": "k-anonymity", "k": 5}]}, "Ninety people")
    yield made, lambda: script.ask("GET", f"/studies/{made}")["body"]
    script.close()


@pytest.fixture
def promises(page, study):
    """The page of that study, checked once."""
    page.goto(f"/studies/{study[0]}/promises")
    ready(page)
    return page


def ready(page: Page) -> None:
    """Wait until the live check has looked at the study as it is."""
    expect(page.locator("#check [role=status]")).to_contain_text("Ready to run", timeout=90_000)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option).first.click()


def test_a_value_out_of_range_is_told_beside_its_field_and_not_kept(promises, study):
    k = promises.get_by_label("k (needed)")
    k.fill("1")
    told = promises.get_by_text("Should be greater than or equal to 2, got 1.")
    expect(told).to_be_visible()
    assert study[1]()["privacy"] == [{"model": "k-anonymity", "k": 5}]
    k.fill("7")
    expect(told).to_be_hidden()
    expect(promises.get_by_text("At k = 7, one in seven")).to_be_visible()
    ready(promises)
    assert study[1]()["privacy"] == [{"model": "k-anonymity", "k": 7}]


def test_the_live_check_warns_until_a_promise_about_the_sensitive_column_is_added(promises, study):
    expect(
        promises.get_by_text("No promise protects the sensitive column 'illness'")
    ).to_be_visible()
    promises.get_by_role("button", name="Add a promise").click()
    promises.get_by_role("button", name="Add distinct-l-diversity").click()
    expect(promises.get_by_text("of the 3 different values")).to_be_visible()
    expect(promises.get_by_text("there is nothing to warn of")).to_be_visible(timeout=90_000)
    added = {"model": "distinct-l-diversity", "column": "illness", "l": 2}
    assert added in study[1]()["privacy"]


def test_a_promise_that_is_switched_off_is_remembered_by_the_browser(promises, study):
    promises.get_by_role("button", name="Add a promise").click()
    promises.get_by_role("button", name="Add sample-uniqueness").click()
    card = promises.get_by_label("Promise sample-uniqueness")
    card.get_by_role("switch", name="In force").click()
    ready(promises)
    assert [one["model"] for one in study[1]()["privacy"]] == ["k-anonymity"]
    promises.reload()
    off = promises.get_by_label("Promise sample-uniqueness").get_by_role("switch", name="In force")
    expect(off).not_to_be_checked()


def test_a_promise_about_the_population_waits_until_somebody_says_how_large_it_is(promises, study):
    promises.get_by_role("button", name="Add a promise").click()
    promises.get_by_role("button", name="Add k-map").click()
    expect(promises.get_by_text("Not kept yet", exact=True)).to_be_visible()
    choose(promises, "Who is in the population?", "So many people")
    promises.get_by_label("Size (needed)").fill("5000")
    expect(promises.get_by_text("Not kept yet", exact=True)).to_be_hidden()
    assert study[1]()["population"] == {"size": 5000}
    assert [one["model"] for one in study[1]()["privacy"]] == ["k-anonymity", "k-map"]


def test_a_subset_is_counted_as_one_types(promises, study):
    choose(promises, "Which records?", "satisfy a condition")
    promises.get_by_label("Query (needed)").fill("sex = m and illness = a")
    expect(promises.get_by_text("15 of 90 records.")).to_be_visible()
    assert study[1]()["subset"] == {"query": "sex = m and illness = a"}


def test_a_method_replaces_the_promises_and_gives_them_back(promises, study):
    promises.get_by_label("Use a method from the literature instead").click()
    expect(promises.get_by_text("A method stands instead of promises; see")).to_be_visible()
    ready(promises)
    assert study[1]()["method"] == {"name": "datafly", "bin_size": 5}
    promises.get_by_label("Search for the release that loses least").click()
    expect(promises.get_by_label("k (needed)")).to_be_visible()
    ready(promises)
    assert "method" not in study[1]()


def test_a_weight_can_be_moved_by_keys(promises, study):
    slider = promises.get_by_label("Weight of age").locator("[tabindex]")
    slider.focus()
    for _ in range(4):
        slider.press("ArrowRight")
    expect(promises.get_by_text("weight 3, 75%")).to_be_visible()
    ready(promises)
    assert study[1]()["columns"]["age"]["weight"] == 3


def test_a_guard_is_accepted_after_reading_it(page, server):
    script = Script(server)
    table = script.table("people.csv", PEOPLE.encode())
    columns = {**COLUMNS, "file": {"role": "insensitive"}}
    keys = {"data": {"table": table}, "columns": columns}
    made = script.study({**keys, "privacy": [{"model": "k-anonymity", "k": 5}]}, "With a number")
    page.goto(f"/studies/{made}/promises")
    state = page.locator("#check [role=status]")
    expect(state).to_contain_text("Not ready", timeout=90_000)
    while page.get_by_role("button", name="I have read this").count():
        page.get_by_role("button", name="I have read this").first.click()
        expect(state).not_to_contain_text("Not ready", timeout=90_000)
        expect(state).to_contain_text(re.compile("eady"), timeout=90_000)
    ready(page)
    assert any(
        one.endswith(":file")
        for one in script.ask("GET", f"/studies/{made}")["body"]["acknowledge"]
    )
    script.close()


def test_a_preset_and_a_pasted_study_fill_everything_in(promises, study):
    promises.get_by_text("New here? Begin with a preset").click()
    promises.get_by_role("button", name="Fill in: Share with a partner").click()
    expect(promises.get_by_label("Promise entropy-l-diversity")).to_be_visible()
    ready(promises)
    assert study[1]()["suppression_limit"] == 0.05
    promises.get_by_text("The study as a file").click()
    promises.get_by_label("Paste another study").fill("privacy: [{model: k-anonimity}]")
    promises.get_by_role("button", name="Put it in place").click()
    expect(promises.get_by_text("This does not work")).to_be_visible()
    text = promises.get_by_label("The study as YAML").inner_text()
    promises.get_by_label("Paste another study").fill(re.sub("l: 3", "l: 2", text))
    promises.get_by_role("button", name="Put it in place").click()
    ready(promises)
    assert study[1]()["privacy"][1]["l"] == 2


def test_the_next_step_is_explore(promises):
    promises.get_by_role("button", name="Next: Explore").click()
    promises.wait_for_url("**/explore")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_and_the_chooser_can_be_used_by_everybody(browser, server, study, scheme):
    with person(browser, server, viewport=NARROW, color_scheme=scheme) as (page, watch):
        page.goto(f"/studies/{study[0]}/promises")
        ready(page)
        for fold in ("New here? Begin with a preset", "Output and run", "The study as a file"):
            page.get_by_text(fold).click()
        settle(page)
        assert faults(page) == []
        page.get_by_role("button", name="Add a promise").click()
        settle(page)
        assert faults(page) == []
        assert watch.found == []
