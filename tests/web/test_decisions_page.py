"""The story of a real table in a real browser: nothing unknown is released, and people count."""

import re

import pytest

from web.seeded import Script
from web.steward import LONG, Steward

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser"), pytest.mark.needs("data")]


@pytest.fixture
def script(server):
    made = Script(server)
    yield made
    made.close()


def keys_of(script, page):
    id = page.url.split("/studies/")[1].split("/")[0]
    return script.ask("GET", f"/studies/{id}")["body"]


def test_a_run_waits_for_decisions_and_one_click_is_enough(script, page, shared_data):
    steward = Steward(page)
    steward.upload(shared_data / "mimic_iv_ed_demo" / "edstays.csv")
    page.get_by_text("2 columns are undecided, and nothing is released").wait_for()
    page.get_by_text("Promises count people, told apart by subject_id.").wait_for()
    keys = keys_of(script, page)
    assert keys["person"] == "subject_id"
    assert keys["columns"]["disposition"]["role"] == "undecided"
    assert page.get_by_label("Role of disposition").input_value() == "undecided"

    address = page.url.replace("/data", "/explore")
    page.goto(address)
    page.get_by_text("2 columns are undecided: arrival_transport, disposition.").wait_for()
    assert page.get_by_role("button", name="Run the study").is_disabled()
    page.get_by_role("link", name="Decide in the step Data").click()

    steward.arrive("Data")
    page.get_by_role("button", name="All are insensitive").click()
    asked = page.get_by_role("alertdialog")
    asked.get_by_text("disposition: ").wait_for()
    asked.get_by_text(re.compile("are the only one with their values")).wait_for()
    asked.get_by_role("button", name="Cancel").click()
    asked.wait_for(state="hidden")
    assert keys_of(script, page)["columns"]["disposition"]["role"] == "undecided"

    page.get_by_role("button", name="Drop all of them").click()  # the only decision
    page.get_by_text("Every column is decided").wait_for()
    assert "disposition" not in keys_of(script, page)["columns"]
    page.goto(address)
    steward.arrive("Explore")
    page.get_by_role("button", name="Run the study").click()
    page.get_by_role("link", name="Analyze this run").wait_for(timeout=LONG)


def test_several_harmless_columns_are_confirmed_with_their_uniqueness(script, page, shared_data):
    path = shared_data / "mimic_iv_ed_demo" / "edstays.csv"
    table = script.table("edstays.csv", path.read_bytes())
    id = script.study(script.done("profile", table=table)["study"], "harmless")
    page.goto(f"/studies/{id}/data")
    page.get_by_role("button", name="All are insensitive").click()
    asked = page.get_by_role("alertdialog")
    asked.get_by_role("button", name="All 2 are insensitive").click()
    page.get_by_text("2 columns: insensitive.").wait_for()
    assert keys_of(script, page)["columns"]["disposition"]["role"] == "insensitive"


def test_records_count_only_where_somebody_says_so(script, page, shared_data):
    path = shared_data / "mimic_iv_ed_demo" / "edstays.csv"
    table = script.table("edstays.csv", path.read_bytes())
    keys = script.done("profile", table=table)["study"]
    del keys["person"]
    id = script.study({**keys, "undecided": "drop"}, "records")
    page.goto(f"/studies/{id}/explore")
    page.get_by_text("subject_id repeats: do people count, or records?").wait_for()
    page.goto(f"/studies/{id}/promises")
    page.get_by_role("combobox", name="Whose record is it?").click()
    page.get_by_role("option", name="Records, not people").click()
    page.get_by_text("Ready to run").wait_for(timeout=LONG)
    assert keys_of(script, page)["person"] is False


def test_fifty_columns_need_one_decision(script, page, shared_data):
    steward = Steward(page)
    steward.upload(shared_data / "discharge" / "diabetes130_us_hospitals.csv.gz")
    page.get_by_text(re.compile(r"\d+ columns are undecided, and nothing is released")).wait_for()
    page.get_by_text("Promises count people, told apart by patient_nbr.").wait_for()
    roles = {one["role"] for one in keys_of(script, page)["columns"].values()}
    assert "undecided" in roles
    assert "insensitive" not in roles

    address = page.url.replace("/data", "/explore")
    page.goto(address)
    steward.arrive("Explore")
    assert page.get_by_role("button", name="Run the study").is_disabled()
    page.get_by_role("link", name="Decide in the step Data").click()
    steward.arrive("Data")
    page.get_by_role("button", name="Drop all of them").click()  # the only decision
    page.get_by_text("Every column is decided").wait_for()

    page.goto(address)
    steward.arrive("Explore")
    page.get_by_role("button", name="Run the study").click()
    page.get_by_role("link", name="Analyze this run").wait_for(timeout=LONG)
