"""The step Explore in a browser: run, sweep, sliders, candidates, bookmarks, runs."""

import re

import pytest
from playwright.sync_api import expect

from shoal.report.numbers import percent
from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
FEW = {"age", "sex", "race", "county"}  # quasi-identifiers that stay: 96 candidates


@pytest.fixture(scope="module")
def script(server):
    made = Script(server)
    yield made
    made.close()


@pytest.fixture(scope="module")
def keys(script):
    """The built-in example with few quasi-identifiers, so that a sweep takes a second."""
    kept = script.done("demo")
    found = script.ask("GET", f"/studies/{kept['study']}")["body"]
    columns = {
        name: {"role": "insensitive"}
        if column["role"].startswith("quasi") and name not in FEW
        else column
        for name, column in found["columns"].items()
    }
    return {**found, "columns": columns}


@pytest.fixture
def study(script, keys):
    """A study of its own for each test."""
    return script.study(keys, "few columns")


def opened(page, study, *, sweep=True):
    page.goto(f"/studies/{study}/explore")
    page.get_by_role("heading", name="Run the study").wait_for()
    if sweep:
        page.get_by_role("button", name="See what is possible").click()
        page.get_by_role("slider", name="k", exact=True).wait_for(timeout=300_000)
        settle(page)


def figure(page, name):
    """The value of a figure of the sliders."""
    found = page.locator(".figure", has=page.get_by_text(name, exact=True)).first
    return found.locator(".value").inner_text()


def test_a_run_shows_its_figures_and_leads_to_the_next_step(page, study):
    opened(page, study, sweep=False)
    expect(page.get_by_text("None yet. Run the study, or apply a candidate.")).to_be_visible()
    page.get_by_role("button", name="Run the study").click()
    link = page.get_by_role("link", name="Analyze this run")
    link.wait_for(timeout=300_000)
    expect(
        page.get_by_text("The promise holds, but 98.2% of the records are unique")
    ).to_be_visible()
    assert re.fullmatch(r"100% → \d+(\.\d+)?%", figure(page, "Highest risk"))
    run = re.search(r"\?run=(\w+)$", link.get_attribute("href"))
    assert run is not None
    expect(page.get_by_role("checkbox", name=re.compile("Compare the run"))).to_have_count(1)
    page.get_by_role("button", name="Next: Analyze & release").click()
    page.wait_for_url("**/release")


def test_sliders_answer_what_a_run_would_find_and_are_kept_in_the_study(page, script, study):
    opened(page, study)
    before = figure(page, "Loss")
    page.get_by_role("slider", name="k", exact=True).fill("40")
    expect(page.get_by_text("Not in the study yet: k 5 → 40")).to_be_visible()
    settle(page)
    found = figure(page, "Loss")
    assert found != before
    page.get_by_role("button", name="Keep these settings").click()
    expect(page.get_by_text("Kept in the study.")).to_be_visible()
    assert script.ask("GET", f"/studies/{study}")["body"]["privacy"][0]["k"] == 40
    summary = script.done("run", study=study)["summary"]
    assert found == percent(summary["loss_normalized"])
    page.reload()  # what was swept is still good
    page.get_by_role("slider", name="k", exact=True).wait_for()
    settle(page)
    assert figure(page, "Loss") == found


def test_weights_and_limits_move_the_best_candidate(page, study):
    opened(page, study)
    page.get_by_text("Weights of the columns").click()
    best = page.locator(".explored .mono").first.inner_text()
    page.get_by_role("slider", name="Weight of age", exact=True).fill("0")
    settle(page)
    assert page.locator(".explored .mono").first.inner_text() != best
    page.get_by_role("slider", name="Suppression limit (%)", exact=True).fill("0")
    settle(page)
    assert figure(page, "Suppressed") == "0 (0%)"
    page.get_by_role("button", name="Back to the study's").click()
    settle(page)
    assert page.locator(".explored .mono").first.inner_text() == best


def test_a_candidate_is_filtered_selected_bookmarked_applied_and_compared(page, study):
    opened(page, study)
    page.get_by_text("Filter and sort").click()
    page.get_by_role("checkbox", name="sex level 0").click()
    page.get_by_role("tab", name="List").click()
    expect(page.get_by_text("48 candidates of 96").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Look at age")).nth(2).click()
    settle(page)
    chosen = page.locator(".explored .mono").first.inner_text()
    assert chosen.split()[1] == "1"
    page.get_by_role("textbox", name="Comment").fill("without sex")
    page.get_by_role("button", name="Bookmark", exact=True).click()
    expect(page.get_by_text("without sex", exact=True)).to_be_visible()
    page.get_by_role("button", name="Apply this candidate").click()
    page.get_by_role("link", name="Analyze this run").wait_for(timeout=300_000)
    page.get_by_role("button", name="Run the study").click()
    boxes = page.get_by_role("checkbox", name=re.compile("Compare the run"))
    expect(boxes).to_have_count(2, timeout=300_000)
    boxes.nth(0).click()
    boxes.nth(1).click()
    beside = page.get_by_role("region", name="Two runs side by side")
    assert "Level of sex\t1" in beside.inner_text()
    page.get_by_role("button", name=re.compile("Forget the run")).first.click()
    page.get_by_role("button", name="Forget it").click()
    expect(boxes).to_have_count(1)
    page.reload()
    expect(page.get_by_text("without sex", exact=True)).to_be_visible()


def test_a_click_in_the_picture_selects_and_arrow_keys_walk(page, study):
    opened(page, study)
    nodes = page.locator(".lattice .node")
    expect(nodes).to_have_count(96)
    top = page.locator('.node[data-levels="3,1,2,3"]')
    top.click()
    settle(page)
    assert page.locator(".explored .mono").first.inner_text() == "3 1 2 3"
    top.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settle(page)
    assert sum(map(int, page.locator(".explored .mono").first.inner_text().split())) == 8


def test_a_study_with_other_promises_says_why_there_are_no_sliders_and_lists_candidates(
    page, script, keys
):
    columns = {**keys["columns"], "charge": {"role": "sensitive"}}
    promises = [*keys["privacy"], {"model": "distinct-l-diversity", "column": "charge", "l": 3}]
    study = script.study({**keys, "columns": columns, "privacy": promises}, "diverse")
    opened(page, study, sweep=False)
    expect(page.get_by_text("Sliders are not available.")).to_be_visible()
    assert page.get_by_role("button", name="See what is possible").count() == 0
    page.get_by_role("button", name="List the candidates").click()
    expect(page.get_by_text("96 of 96 candidates are shown")).to_be_visible(timeout=300_000)
    assert page.locator(".node.best").count() == 1


def test_nothing_is_too_wide_or_out_of_reach(browser, server, study):
    for given in ({}, {"viewport": NARROW, "color_scheme": "dark"}):
        with person(browser, server, **given) as (page, watch):
            page.goto(f"/studies/{study}/explore")
            if page.get_by_role("button", name="See what is possible").count():
                opened(page, study)
            settle(page)
            assert faults(page) == []
            assert watch.found == []
