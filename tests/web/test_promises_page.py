"""The step Promises in a browser: a validation error, several promises, what waits, what is mended.

Few long stories: each page costs seconds.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

LINES = (f"{i},{20 + i % 9},{'mf'[i % 2]},{'abc'[i % 3]},{'xyz'[i % 5 % 3]}" for i in range(90))
PEOPLE = "\n".join(["file,age,sex,illness,ward", *LINES]).encode()
QUASI = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
SENSITIVE = {"role": "sensitive"}
COLUMNS = {"age": QUASI, "sex": QUASI, "illness": SENSITIVE, "ward": SENSITIVE}
STEP = """(slider, steps) => {
  for (let step = 0; step < steps; step++) {
    slider.stepUp();
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    slider.dispatchEvent(new Event("change", {bubbles: true}));
  }
}"""
Kept = Callable[[], dict[str, Any]]


@pytest.fixture
def study(server):
    """A study of ninety people with two sensitive columns, and what is kept of it."""
    script = Script(server)
    made = new_study(script, {"file": {"role": "identifier"}, **COLUMNS})
    yield made, lambda: script.ask("GET", f"/studies/{made}")["body"]
    script.close()


def new_study(script: Script, columns: dict[str, Any]) -> str:
    """The id of a study with k = 5."""
    data = {"table": script.table("people.csv", PEOPLE)}
    privacy = [{"model": "k-anonymity", "k": 5}]
    return script.study({"data": data, "columns": columns, "privacy": privacy}, "Ninety people")


@pytest.fixture
def promises(page, study):
    """The page of that study, checked once."""
    page.goto(f"/studies/{study[0]}/promises")
    ready(page)
    return page


def ready(page: Page) -> None:
    """Wait until the live check has looked at the study as it is."""
    expect(page.locator("#check [role=status]")).to_contain_text("Ready to run", timeout=90_000)


def soon(page: Page, look: Callable[[], Any], wanted: Any) -> None:
    """What is kept follows what is typed after a moment."""
    for _ in range(200):
        if look() == wanted:
            return
        page.wait_for_timeout(100)
    assert look() == wanted


def models(kept: Kept) -> list[str]:
    """The promises that are in force."""
    return [one["model"] for one in kept()["privacy"]]


def add(page: Page, name: str) -> None:
    page.get_by_role("button", name="Add a promise").click()
    page.get_by_role("button", name=f"Add {name}", exact=True).click()


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option).first.click()


def step(page: Page, slider: str, steps: int) -> None:
    """Press the right arrow faster than the server hears of the steps."""
    page.get_by_label(slider).focus()
    page.get_by_label(slider).evaluate(STEP, steps)


def test_a_value_out_of_range_is_told_beside_its_field_and_not_kept(promises, study):
    kept = study[1]
    k, told = promises.get_by_label("k (needed)"), promises.get_by_text("equal to 2, got 1.")
    k.fill("1")
    expect(told).to_be_visible()
    assert kept()["privacy"] == [{"model": "k-anonymity", "k": 5}]
    k.fill("7")
    expect(told).to_be_hidden()
    expect(promises.get_by_text("At k = 7, one in seven")).to_be_visible()
    ready(promises)
    soon(promises, lambda: kept()["privacy"], [{"model": "k-anonymity", "k": 7}])


def test_the_check_warns_until_each_sensitive_column_has_a_promise(promises, study):
    kept = study[1]
    expect(promises.get_by_text("No promise protects the sensitive column")).to_have_count(2)
    add(promises, "distinct-l-diversity")
    expect(promises.get_by_text("of the 3 different values")).to_be_visible()
    promises.get_by_role("button", name="Copy to …").click()
    promises.get_by_role("dialog").get_by_role("button", name="Copy").click()
    expect(promises.get_by_text("there is nothing to warn of")).to_be_visible(timeout=90_000)
    assert [one.get("column") for one in kept()["privacy"]] == [None, "illness", "ward"]
    last = promises.get_by_label("Promise distinct-l-diversity").last
    last.get_by_role("switch", name="In force").click()
    expect(promises.get_by_text("No promise protects the sensitive column 'ward'")).to_be_visible(
        timeout=90_000
    )
    assert not promises.locator("#main").evaluate("(one) => one.inert")
    promises.reload()
    off = promises.get_by_label("Promise distinct-l-diversity").last
    expect(off.get_by_role("switch", name="In force")).not_to_be_checked()
    assert models(kept) == ["k-anonymity", "distinct-l-diversity"]
    off.get_by_role("button", name="Remove").click()
    expect(promises.get_by_label("Promise distinct-l-diversity")).to_have_count(1)
    promises.get_by_label("Promise distinct-l-diversity").get_by_text("Remove").click()
    soon(promises, lambda: models(kept), ["k-anonymity"])
    ready(promises)


def test_a_promise_about_the_population_waits_and_other_parts_are_kept(promises, study):
    kept = study[1]
    add(promises, "k-map")
    waits = promises.get_by_text("Not kept yet", exact=True)
    expect(waits).to_be_visible()
    step(promises, "Weight of age", 4)
    expect(promises.get_by_text("weight 3, 75%")).to_be_visible()
    choose(promises, "Who is in the population?", "So many people")
    promises.get_by_label("Size (needed)").fill("5000")
    expect(waits).to_be_hidden()
    choose(promises, "Which records?", "satisfy a condition")
    promises.get_by_label("Query (needed)").fill("sex = m and illness = a")
    expect(promises.get_by_text("15 of 90 records.")).to_be_visible()
    step(promises, "Suppression limit in percent", 3)
    expect(promises.get_by_label("Percent of records")).to_have_value("3")
    soon(promises, lambda: kept().get("suppression_limit"), 0.03)
    soon(promises, lambda: kept().get("subset"), {"query": "sex = m and illness = a"})
    assert models(kept) == ["k-anonymity", "k-map"]
    assert kept()["columns"]["age"]["weight"] == 3
    assert kept()["population"] == {"size": 5000}
    promises.get_by_label("Use a method from the literature instead").click()
    expect(promises.get_by_text("A method stands instead of promises; see")).to_be_visible()
    soon(promises, lambda: kept().get("method"), {"name": "datafly", "bin_size": 5})
    promises.get_by_label("Search for the release that loses least").click()
    expect(promises.get_by_label("Promise k-map").get_by_label("k (needed)")).to_be_visible()
    soon(promises, lambda: kept().get("method"), None)
    assert models(kept) == ["k-anonymity", "k-map"]
    ready(promises)


def test_a_guard_is_accepted_after_reading_it(page, server):
    script = Script(server)
    made = new_study(script, {"file": {"role": "insensitive"}, **COLUMNS})
    page.goto(f"/studies/{made}/promises")
    state = page.locator("#check [role=status]")
    expect(state).to_contain_text("Not ready", timeout=90_000)
    for _ in range(page.get_by_role("button", name="I have read this").count()):
        page.get_by_role("button", name="I have read this").first.click()
        expect(page.get_by_text("Accepted", exact=True)).to_be_visible()
        expect(state).to_contain_text(re.compile("Ready|Not ready"), timeout=90_000)
    ready(page)
    accepted = script.ask("GET", f"/studies/{made}")["body"]["acknowledge"]
    assert {one.partition(":")[2] for one in accepted} == {"file"}
    script.close()


def test_a_preset_a_pasted_study_and_the_next_step(promises, study):
    kept = study[1]
    promises.get_by_text("New here? Begin with a preset").click()
    promises.get_by_role("button", name="Fill in: Internal use").click()
    expect(promises.get_by_label("Promise distinct-l-diversity")).to_have_count(2)
    assert kept()["suppression_limit"] == 0.02
    promises.get_by_text("The study as a file").click()
    promises.get_by_label("Paste another study").fill("privacy: [{model: k-anonimity}]")
    promises.get_by_role("button", name="Put it in place").click()
    expect(promises.get_by_text("This does not work")).to_be_visible()
    text = promises.get_by_label("The study as YAML").inner_text()
    promises.get_by_label("Paste another study").fill(text.replace("k: 3", "k: 4"))
    promises.get_by_role("button", name="Put it in place").click()
    expect(promises.get_by_text("At k = 4, one in four")).to_be_visible()
    ready(promises)
    assert kept()["privacy"][0]["k"] == 4
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
