"""The step Data in a real browser: tables come in, columns get roles, studies come and go."""

import json
import sqlite3
from contextlib import closing

import polars as pl
import pytest

from service.arx.project_file import config, write_project
from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script
from web.server import serving

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
PEOPLE = "name,age,sex,illness\n" + "".join(
    f"person {at},{20 + at % 50},{'f' if at % 3 else 'm'},{('flu', 'cold', 'gout')[at % 3]}\n"
    for at in range(300)
)
NASTY = 'a "b" <i>c</i> d=1'
DROP = """(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
  document.querySelector('.drop').dispatchEvent(
    new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture
def script(server):
    """What a person does besides the browser."""
    made = Script(server)
    yield made
    made.close()


def keys_of(script, page):
    """The keys of the study whose page is open."""
    id = page.url.split("/studies/")[1].split("/")[0]
    return script.ask("GET", f"/studies/{id}")["body"]


def test_an_arx_project_is_offered_as_a_study(script, page, tmp_path):
    settings = config(weights={"age": 0.8, "sex": 0.2})
    project = write_project(tmp_path / "clinic.deid", settings=settings)
    page.goto("/tables")
    page.locator("input[type=file]").set_input_files(project)
    page.get_by_text("Kept: 120 records, their hierarchies and a study").wait_for()
    assert page.get_by_text("Not taken over: Column 'zip': the weight 0").is_visible()
    page.get_by_role("link", name="Open the study").click()
    page.get_by_label("Role of disease").wait_for()
    assert page.get_by_label("Role of disease").input_value() == "sensitive"
    assert keys_of(script, page)["columns"]["age"]["weight"] == 0.8


def test_an_uploaded_table_becomes_a_study_whose_roles_are_kept(script, page, file):
    page.goto("/tables")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/tables?table=*")
    page.get_by_role("button", name="Start a study").click()
    page.wait_for_url("**/data")
    role = page.get_by_label("Role of illness")
    role.wait_for()
    assert role.input_value() == "sensitive"
    assert page.get_by_label("Role of name").input_value() == "identifier"
    assert page.get_by_text("nobody should learn it").is_visible()  # why it was suggested

    role.select_option("insensitive")
    page.get_by_text("illness: insensitive.").wait_for()
    page.get_by_label("Role of sex").select_option("")
    page.get_by_text("sex: not released.").wait_for()
    assert keys_of(script, page)["columns"]["illness"]["role"] == "insensitive"
    assert "sex" not in keys_of(script, page)["columns"]
    head = page.get_by_role("columnheader", name="sex")
    assert "not released" in head.inner_text()

    page.reload()
    page.get_by_role("button", name="Accept all suggestions").click()
    page.get_by_text("All suggestions are accepted.").wait_for()
    assert keys_of(script, page)["columns"]["illness"]["role"] == "sensitive"

    page.get_by_label("Type of age").select_option("ordered")
    page.get_by_text("age: ordered.").wait_for()
    assert keys_of(script, page)["columns"]["age"]["order"][:2] == ["20", "21"]
    page.get_by_role("button", name="Next: Columns & hierarchies").click()
    page.wait_for_url("**/columns")


def test_several_columns_change_at_once(script, page, file):
    table = script.table("people.csv", file.read_bytes())
    study = script.done("profile", table=table)["study"]
    id = script.study(study, "bulk")
    page.goto(f"/studies/{id}/data")
    page.get_by_label("Select sex").check()
    page.get_by_label("Select illness").check()
    page.get_by_label("Role of the 2 selected").select_option("insensitive")
    page.get_by_role("button", name="Set for selected").click()
    page.get_by_role("button", name="All 2 are insensitive").click()
    page.get_by_text("2 columns: insensitive.").wait_for()
    found = keys_of(script, page)["columns"]
    assert {found[name]["role"] for name in ("sex", "illness")} == {"insensitive"}

    page.get_by_label("Role of age").select_option("insensitive")
    page.get_by_role("alert").filter(has_text="There is no quasi-identifier").wait_for()
    assert page.get_by_label("Role of age").input_value() == "quasi-identifier"
    assert keys_of(script, page)["columns"]["age"]["role"] == "quasi-identifier"


def test_a_dropped_file_is_taken_and_an_empty_one_is_refused_in_words(watched):
    page, watch = watched
    page.goto("/tables")
    page.get_by_text("or drop one here").wait_for()
    page.evaluate(DROP, "name,age\n")
    page.get_by_role("alert").filter(has_text="no records").wait_for()
    watch.without("answer: 422 POST .*/tables")
    watch.without("console: Failed to load resource")
    page.evaluate(DROP, PEOPLE)
    page.wait_for_url("**/tables?table=*")
    page.get_by_role("grid", name="Records of dropped.csv").wait_for()


def test_the_grid_is_filtered_moved_by_keys_and_tells_what_is_wrong(watched, script, file):
    page, watch = watched
    page.goto(f"/tables?table={script.table('grid.csv', file.read_bytes())}")
    grid = page.get_by_role("grid")
    page.get_by_text("300 records, 4 columns").wait_for()
    grid.focus()
    page.keyboard.press("Control+End")
    grid.get_by_role("gridcell", name="person 299", exact=True).wait_for()
    active = page.locator(f"#{grid.get_attribute('aria-activedescendant')}")
    assert active.inner_text() == "gout"
    page.keyboard.press("Control+Home")
    grid.get_by_role("gridcell", name="person 0", exact=True).wait_for()

    page.get_by_label("Filter").fill("sex = m and age >= 60")
    page.get_by_role("button", name="Find").click()
    page.get_by_text("of 300 records found").wait_for()
    assert grid.get_by_role("gridcell", name="f", exact=True).count() == 0
    page.get_by_label("Filter").fill("aeg > 3")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("alert").filter(has_text="aeg").wait_for()
    watch.without("answer: 422 POST .*/records")
    watch.without("console: Failed to load resource")


def test_a_hundred_columns_of_any_name_fit_a_phone(browser, server, script, tmp_path):
    path = tmp_path / "wide.parquet"
    columns = {f"variable {at}": [str(n % (at + 2)) for n in range(60)] for at in range(120)}
    pl.DataFrame({NASTY: ["<b>x</b>", "y"] * 30, **columns}).write_parquet(path)
    table = script.table("wide.parquet", path.read_bytes())
    study = script.done("profile", table=table)["study"]
    quasi = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    id = script.study({**study, "columns": {NASTY: quasi}, "person": False}, "wide")
    with person(browser, server, viewport=NARROW) as (page, watch):
        page.goto(f"/studies/{id}/data")
        page.get_by_label(f"Role of {NASTY}").wait_for()
        page.get_by_text("121 of 121 columns").wait_for()
        settle(page)
        assert faults(page) == []
        assert page.locator("[data-column]").count() == 40
        page.get_by_role("button", name="Show 40 more columns").click()
        assert page.locator("[data-column]").count() == 80
        page.get_by_label("Find a column").fill("variable 119")
        page.get_by_label("Role of variable 119").select_option("insensitive")
        page.get_by_text("variable 119: insensitive.").wait_for()
        assert watch.found == []


def test_a_table_is_forgotten_only_after_a_second_question(script, page, file):
    script.table("gone.csv", file.read_bytes())
    page.goto("/tables")
    page.get_by_role("button", name="Forget gone.csv").click()
    page.get_by_role("button", name="Cancel").click()
    assert "gone.csv" in {one["name"] for one in script.ask("GET", "/tables")}
    page.get_by_role("button", name="Forget gone.csv").click()
    page.get_by_role("button", name="Forget it").click()
    page.get_by_role("link", name="gone.csv").wait_for(state="detached")
    assert "gone.csv" not in {one["name"] for one in script.ask("GET", "/tables")}


def test_studies_are_copied_renamed_brought_and_forgotten(script, page, file):
    table = script.table("mine.csv", file.read_bytes())
    study = script.done("profile", table=table)["study"]
    script.study(study, "first")
    page.goto("/")
    page.get_by_role("button", name="Duplicate first").click()
    page.get_by_role("button", name="Rename first (copy)").click()
    page.get_by_label("Name", exact=True).fill("second")
    page.get_by_role("button", name="Rename", exact=True).click()
    page.get_by_role("button", name="Forget second").click()
    page.get_by_role("button", name="Forget it").click()
    page.get_by_role("link", name="second").wait_for(state="detached")

    page.get_by_role("button", name="Bring a study").click()
    page.get_by_label("Study", exact=True).fill("columns: {age: {role: sensitve}}")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_text("Did you mean 'sensitive'?").wait_for()
    page.get_by_label("Study", exact=True).fill(json.dumps({**study, "data": "elsewhere.csv"}))
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_url("**/data")


def test_a_table_comes_from_a_database_that_the_server_knows(browser, tmp_path):
    with closing(sqlite3.connect(tmp_path / "archive.db")) as database, database:
        database.execute("CREATE TABLE people (name TEXT, age INTEGER)")
        database.executemany("INSERT INTO people VALUES (?, ?)", [(f"p{n}", n) for n in range(99)])
    (tmp_path / "connections.yaml").write_text("hospital: sqlite:///archive.db\n")
    words = ("--workers", "1", "--connections", str(tmp_path / "connections.yaml"))
    with serving(tmp_path, *words) as server, person(browser, server) as (page, watch):
        page.goto("/tables")
        page.get_by_label("The answer to a query").click()
        page.get_by_label("SELECT …").fill("DROP TABLE people")
        page.get_by_role("button", name="Take the table").click()
        page.get_by_role("alert").filter(has_text="begins with SELECT").wait_for()
        assert "archive.db" not in page.content()
        page.get_by_label("SELECT …").fill("SELECT * FROM people WHERE age > 50")
        page.get_by_role("button", name="Take the table").click()
        page.wait_for_url("**/tables?table=*")
        page.get_by_text("48 records, 2 columns").wait_for()
        assert watch.found == []
