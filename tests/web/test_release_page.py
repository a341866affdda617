"""The step Analyze & release in a browser: side by side, utility, risk, giving and sharing."""

import re

import pytest
from playwright.sync_api import expect

from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

ODD = "a 'b' <i>c</i> d=1"  # a name that must never become markup
PEOPLE = "\n".join(
    [
        f"id,age,sex,{ODD},illness",
        *(
            f"p{i},{20 + 10 * (i % 4) + i % 3},{'mf'[i // 2 % 2]},{'xyz'[i % 3]},{'abc'[i % 3]}"
            for i in range(240)
        ),
        "p240,99,m,x,a",
    ]
)
AGES = sorted({str(20 + 10 * (i % 4) + i % 3) for i in range(240)} | {"99"})
COLUMNS = {
    "id": {"role": "identifier"},
    "age": {
        "role": "quasi-identifier",
        "hierarchy": {"lines": [[age, f"{age[0]}x", "*"] for age in AGES]},
        "max_level": 1,
    },
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    ODD: {"role": "insensitive"},
    "illness": {"role": "sensitive"},
}
PROFILE = {"groups": {"all": {"columns": ["age", "sex"], "trust": "none"}}}
RECIPIENT = {"name": "grace", "profiles": {"grace": PROFILE}}
# Each release alone hides everybody among four; both together show pairs.
PAIRS = "zip,age,illness\n" + "".join(
    f"{zip},{age},{zip}{age}{one}\n" for zip in (1, 2) for age in (3, 4) for one in "ab"
)


@pytest.fixture(scope="module")
def script(server):
    made = Script(server)
    yield made
    made.close()


@pytest.fixture(scope="module")
def study(script):
    table = script.table("people.csv", PEOPLE.encode())
    keys = {
        "data": {"table": table},
        "columns": COLUMNS,
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "suppression_limit": 0.05,
    }
    return script.study(keys, "240 people")


@pytest.fixture(scope="module")
def run(script, study):
    return script.done("run", study=study)["run"]


def opened(page, study, name, heading):
    page.goto(f"/studies/{study}/{name}")
    page.get_by_role("heading", name=heading, exact=True).first.wait_for()
    settle(page)


def test_without_a_run_the_page_says_what_to_do_next(page, script, study):
    body = script.ask("GET", f"/studies/{study}")["body"]
    fresh = script.study(body, "Never run")
    for name in ("release", "utility", "risk", "give"):
        page.goto(f"/studies/{fresh}/{name}")
        expect(page.get_by_text("This study has not been run yet.")).to_be_visible()
        assert page.locator('.step[aria-current="step"]').inner_text().endswith("release")
    page.get_by_role("button", name="To Explore").click()
    page.wait_for_url(f"**/studies/{fresh}/explore")


def test_a_run_of_another_study_is_not_found(watched, study, run):
    page, watch = watched
    assert page.goto(f"/studies/{study}/release?run={'0' * 32}").status == 404
    expect(page.get_by_role("alert")).to_contain_text("no such run")
    watch.without("answer: 404")
    watch.without("console: .*404")


def test_input_and_release_stand_side_by_side_and_scroll_together(page, study, run):
    opened(page, study, "release", "Analyze & release")
    expect(page.get_by_text("The promise holds.")).to_be_visible()
    page.get_by_role("button", name="Show side by side").click()
    before, after = (page.get_by_role("grid", name=name) for name in ("Input:", "Release:"))
    expect(before.get_by_role("row").nth(1)).to_contain_text("p0")
    settle(page)
    assert "p0" not in after.inner_text()
    before.evaluate("grid => { grid.scrollTop = 3000; }")
    settle(page)
    expect(after).to_have_js_property("scrollTop", 3000)
    lines = [grid.get_by_role("rowheader").all_inner_texts() for grid in (before, after)]
    assert lines[0] == lines[1]
    assert len(lines[0]) > 5
    assert after.locator(".grid-cell.changed").count() > 0
    page.get_by_role("button", name="Only suppressed records").click()
    expect(before.get_by_role("row").nth(1)).to_contain_text("p240")
    expect(after.get_by_role("row").nth(1)).to_contain_text("suppressed")
    page.get_by_role("button", name="Grouped by class").click()
    expect(after.locator(".grid-line.band").first).to_be_visible()
    assert faults(page) == []


def test_utility_compares_columns_and_pairs(page, study, run):
    opened(page, study, "utility", "Utility")
    expect(page.get_by_role("heading", name="Column by column")).to_be_visible(timeout=90_000)
    expect(page.get_by_role("cell", name=ODD, exact=True)).to_be_visible()
    page.get_by_role("combobox", name="Column", exact=True).click()
    page.get_by_role("option", name="sex").click()
    page.get_by_role("button", name="In one chart").click()
    expect(page.get_by_label("Values of sex, input and release")).to_be_visible()
    page.get_by_role("combobox", name="Second column").click()
    page.get_by_role("option", name=ODD).click()
    page.get_by_role("combobox", name="First column").click()
    page.get_by_role("option", name="illness").click()
    expect(page.get_by_label("How the shares of", exact=False)).to_be_visible(timeout=60_000)
    page.get_by_role("switch", name="Leave out suppressed cells").click()
    settle(page)
    assert faults(page) == []


def test_risk_answers_a_slider_and_tries_attacks(page, study, run):
    opened(page, study, "risk", "Risk")
    expect(page.get_by_role("heading", name="Three attackers")).to_be_visible(timeout=90_000)
    slider = page.get_by_role("slider", name="Risk above which a record is at risk")
    told = page.get_by_text(re.compile("At risk: a risk above"))
    was = told.inner_text()
    slider.focus()
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(told).not_to_have_text(was)
    page.get_by_role("button", name="Logarithmic").click()
    page.get_by_role("button", name="Attack it").click()
    expect(page.get_by_text(re.compile(r"\d+ attempts: .* succeeded")).first).to_be_visible(
        timeout=90_000
    )
    expect(page.get_by_role("cell", name="illness").first).to_be_visible()  # sensitive, measured
    settle(page)
    assert faults(page) == []


def test_a_release_is_verified_given_and_downloaded_once_confirmed(page, script, study, run):
    opened(page, study, "give", "Give")
    page.get_by_role("button", name="Verify again").click()
    expect(page.get_by_text("Everything holds.")).to_be_visible(timeout=90_000)
    expect(page.get_by_text("Nobody has it yet.")).to_be_visible()
    assert faults(page) == []
    assert page.get_by_role("link", name="Download the release").count() == 0
    page.get_by_label("Who gets it").fill("the registry")
    page.get_by_role("button", name="Give it away").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    assert script.ask("GET", f"/runs/{run}")["given"] is None
    page.get_by_role("button", name="Give it away").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Give it").click()
    expect(page.get_by_text("Given since")).to_be_visible(timeout=90_000)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the release").click()
    assert saved.value.suggested_filename == "release.csv"
    assert saved.value.path().read_text().count("\n") == 241
    with page.expect_download() as saved:
        page.get_by_role("link", name="Certificate as PDF").click()
    assert saved.value.suggested_filename == "certificate.pdf"
    with page.expect_popup() as shown:
        page.get_by_role("link", name="Open the report").click()
    shown.value.wait_for_load_state()
    assert "240" in shown.value.content()


def test_a_release_that_does_not_fit_is_refused_in_words(page, script):
    table = script.table("pairs.csv", PAIRS.encode())
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    keys = {
        "data": {"table": table},
        "columns": {"zip": column, "age": column, "illness": {"role": "sensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "acknowledge": ["near-unique:illness", "looks-like-identifier:illness"],
    }
    study = script.study(keys, "Pairs")
    ways = ({"zip": 0, "age": 1}, {"zip": 1, "age": 0})
    one, two = (script.done("apply", study=study, levels=levels)["run"] for levels in ways)
    script.done("give", run=one)
    page.goto(f"/studies/{study}/give?run={two}")
    page.get_by_role("button", name="Give it away").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Give it").click()
    expect(page.get_by_role("alert")).to_contain_text("tell more together", timeout=90_000)
    expect(page.get_by_text("Nobody has it yet.")).to_be_visible()
    assert script.ask("GET", f"/runs/{two}")["given"] is None


def test_a_run_for_a_recipient_is_shared_and_taken_back(browser, server, script):
    table = script.table("others.csv", PEOPLE.replace("p", "q").encode())
    keys = {
        "data": {"table": table},
        "columns": COLUMNS,
        "method": {"name": "datafly", "bin_size": 5},
        "suppression_limit": 0.05,
        "recipient": RECIPIENT,
    }
    made = script.study(keys, "For grace")
    script.done("give", run=script.done("run", study=made)["run"])
    server.cookie("grace", "researcher"), server.cookie("vera", "viewer")
    with person(browser, server) as (page, watch):
        page.goto(f"/studies/{made}/give")
        page.get_by_label("Name of the user").fill("nobody.here")
        page.get_by_role("button", name="Share", exact=True).click()
        page.get_by_role("alertdialog").get_by_role("button", name="Share").click()
        expect(page.get_by_role("alert")).to_contain_text("no such user")
        for name in ("grace", "vera"):
            page.get_by_label("Name of the user").fill(name)
            page.get_by_role("button", name="Share", exact=True).click()
            page.get_by_role("alertdialog").get_by_role("button", name="Share").click()
            expect(page.get_by_role("button", name=f"Stop sharing with {name}")).to_be_visible()
        assert watch.found == []
    with person(browser, server, "grace") as (page, watch):
        page.goto("/shared")
        with page.expect_download() as saved:
            page.get_by_role("link", name="Download the release").click()
        assert saved.value.suggested_filename == "release.csv"
        page.goto(f"/studies/{made}/give")  # no steward: nothing but what is shared
        page.wait_for_url("**/shared")
        assert watch.found == []
    with person(browser, server, "vera", viewport=NARROW) as (page, watch):
        page.goto("/shared")
        expect(page.get_by_role("link", name="Certificate as PDF")).to_be_visible()
        assert page.get_by_role("link", name="Download the release").count() == 0
        assert faults(page) == []
        assert watch.found == []
    with person(browser, server) as (page, _):
        page.goto(f"/studies/{made}/give")
        page.get_by_role("button", name="Stop sharing with grace").click()
        page.get_by_role("button", name="Stop sharing with vera").click()
        expect(page.get_by_text("It is shared with nobody.")).to_be_visible()
    with person(browser, server, "grace") as (page, _):
        page.goto("/shared")
        expect(page.get_by_text("Nothing is shared with you yet.")).to_be_visible()
