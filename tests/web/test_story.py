"""The whole story in a browser, from a table to a release, downloaded and verified again."""

import re

import pytest

from web.browser import person
from web.looks import empty_charts
from web.seeded import Script
from web.steward import Steward, verified

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
BEST = "hospital_id 3, age 2, sex 0, ethnicity 0, race 1, zip 2, county 1, length_of_stay 2"


def test_the_built_in_example_becomes_a_verified_release(browser, server, tmp_path):
    with person(browser, server) as (page, watch):
        ann = Steward(page)
        ann.take_the_example()
        ann.set_role("charge", "sensitive")
        ann.set_role("charge", "insensitive")
        ann.step("Columns & hierarchies")
        ann.open_column("zip")
        page.get_by_label("Try a value").fill("40230")
        page.get_by_role("cell", name="402**").first.wait_for()
        ann.step("Promises")
        ann.set_k(5)
        ann.step("Explore")
        ann.run()
        ann.see_what_is_possible()
        page.get_by_text(BEST).first.wait_for()
        ann.choose_another_candidate()
        ann.step("Analyze & release")
        look_at_the_run(ann, "charge")
        give(ann, server, tmp_path, 11 - 1)
        assert watch.found == []


@pytest.mark.needs("data")
def test_adult_is_uploaded_and_becomes_a_verified_release(browser, server, shared_data, tmp_path):
    folder = shared_data / "adult"
    with person(browser, server, "eve") as (page, watch):
        eve = Steward(page)
        eve.upload(folder / "adult_arx.csv")
        hierarchies = {
            path.stem.removeprefix("adult_hierarchy_"): path
            for path in sorted((folder / "hierarchies").glob("*.csv"))
        }
        del hierarchies["salary-class"]
        for column in hierarchies:
            eve.set_role(column, "quasi-identifier")
        eve.set_role("salary-class", "insensitive")
        eve.step("Columns & hierarchies")
        for column, path in hierarchies.items():
            eve.give_hierarchy(column, path)
        eve.step("Promises")
        eve.set_k(5)
        eve.step("Explore")
        eve.run()
        eve.see_what_is_possible()
        page.get_by_text("of 6,480 candidates").first.wait_for()
        eve.choose_another_candidate()
        eve.step("Analyze & release")
        look_at_the_run(eve, "salary-class")
        give(eve, server, tmp_path, 9)
        assert watch.found == []


def look_at_the_run(steward, target):
    """The promise, the risk, and what can still be learned."""
    page = steward.page
    page.get_by_text(re.compile(r"^The promise holds")).first.wait_for()
    steward.tab("Risk")
    page.get_by_role("row", name=re.compile(r"Prosecutor, release 20%")).wait_for()
    page.get_by_role("img", name=re.compile("Share of records by their risk")).first.wait_for()
    assert empty_charts(page) == []
    steward.tab("Learning")
    steward.learn(target)
    page.get_by_role("img", name=re.compile("ROC curves of class")).first.wait_for()
    assert empty_charts(page) == []


def give(steward, server, folder, columns):
    """Report and release on one's own disk, and the release verified by another process."""
    page = steward.page
    steward.tab("Give")
    with page.expect_download() as report:
        page.get_by_role("link", name="Download the report").click()
    report.value.save_as(folder / "report.html")
    assert "<html" in (folder / "report.html").read_text()
    steward.press("Give it away")
    page.get_by_role("alertdialog").get_by_role("button", name="Give it").click()
    page.get_by_text("Given since").wait_for(timeout=90_000)
    with page.expect_download() as release:
        page.get_by_role("link", name="Download the release").click()
    release.value.save_as(folder / "release.csv")
    head, first, *_ = (folder / "release.csv").read_text().splitlines()
    assert len(head.split(",")) == columns
    run = re.search(r"run=(\w+)", page.url)[1]
    told = verified(server, run, folder / "release.csv")
    assert told.returncode == 0, told.stderr
    assert "keeps what its study promises" in told.stdout

    text = (folder / "release.csv").read_text().replace(f"{first}\n", "", 1)
    (folder / "lie.csv").write_text(text)  # a release that lost a record
    assert verified(server, run, folder / "lie.csv").returncode == 3


def test_what_is_wrong_is_said_where_it_is_wrong_and_not_kept(browser, server):
    with person(browser, server, "mary") as (page, watch):
        mary = Steward(page)
        mary.take_the_example()
        page.get_by_label("Filter").fill("agee > 30")
        page.get_by_role("button", name="Find").click()
        page.get_by_role("alert").get_by_text("agee").wait_for()
        watch.without("answer: 422")
        watch.without("console: .*422")
        mary.step("Columns & hierarchies")
        mary.step("Promises")
        card = page.get_by_role("region", name="Promise k-anonymity")
        card.get_by_role("spinbutton", name="k (needed)").fill("1")
        card.get_by_text(re.compile("at least 2|2 or more")).first.wait_for()
        page.wait_for_timeout(1500)
        script = Script(server, "mary")
        (study,) = script.ask("GET", "/studies")
        kept = script.ask("GET", f"/studies/{study['id']}")["body"]
        script.close()
        assert kept["privacy"] == [{"model": "k-anonymity", "k": 5}]
        assert watch.found == []


def test_a_sweep_that_is_canceled_leaves_nothing_and_can_begin_again(browser, server):
    with person(browser, server, "otto") as (page, watch):
        otto = Steward(page)
        otto.take_the_example()
        page.goto(page.url.replace("/data", "/explore"))
        otto.arrive("Explore")
        otto.press("See what is possible")
        otto.press("Cancel")
        page.get_by_text("The job was canceled. Nothing was kept.").wait_for()
        script = Script(server, "otto")
        states = {job["action"]: job["state"] for job in script.ask("GET", "/jobs")}
        script.close()
        assert states["frontier"] == "canceled"
        otto.run()
        assert watch.found == []
