"""The step columns in a browser: builders with a live preview, the editor, bulk edits, undo."""

import io
import re

import polars as pl
import pytest
from playwright.sync_api import expect

from web.browser import NARROW, person
from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
ODD = 'a "b" <i>c</i> d=1'
WRONG = "34;young;*\n45;young\n66;old;*\n66;old;*\n"


@pytest.fixture(scope="module")
def script(server):
    script = Script(server)
    yield script
    script.close()


@pytest.fixture(scope="module")
def table(script):
    """The id of a small table."""
    many = range(120)
    people = pl.DataFrame(
        {
            "id": [f"p{at}" for at in many],
            "age": [20 + at % 60 for at in many],
            "zip": [str(40250 + at % 9) for at in many],
            "born": [f"2020-0{1 + at % 9}-11" for at in many],
            "dis": ["flu" if at % 3 else "hiv" for at in many],
            ODD: ["x" if at % 2 else "y" for at in many],
        }
    )
    people.write_parquet(file := io.BytesIO())
    return script.table("people.parquet", file.getvalue())


@pytest.fixture
def study(script, table):
    """A study of the table, with a column for each role and type."""
    quasi = {"role": "quasi-identifier"}
    return script.study(
        {
            "data": {"table": table},
            "columns": {
                "id": {"role": "identifier"},
                "age": {**quasi, "type": "integer"},
                "zip": quasi,
                "born": {"role": "sensitive", "type": "date"},
                "dis": {"role": "sensitive"},
                ODD: quasi,
            },
            "privacy": [{"model": "k-anonymity", "k": 2}],
        },
        "columns",
    )


@pytest.fixture
def keys(script, study):
    """What the study says now of a column."""
    return lambda name: script.ask("GET", f"/studies/{study}")["body"]["columns"][name]


def opened(page, study, column=""):
    page.goto(f"/studies/{study}/columns?column={column}")
    settle(page)


def test_a_builder_is_chosen_and_its_settings_are_shown_and_kept_as_one_types(page, study, keys):
    opened(page, study, "age")
    page.get_by_text("Choose another way").click()
    expect(page.get_by_role("button", name=re.compile("^Dates"))).to_be_disabled()
    page.get_by_role("button", name=re.compile("^Intervals")).click()
    width = page.get_by_label("Width")
    width.fill("20")
    expect(page.get_by_role("cell", name="[20, 40[").first).to_be_visible()
    settle(page)
    assert keys("age")["hierarchy"]["width"] == 20
    width.fill("-3")
    expect(page.get_by_text("Should be greater than 0")).to_be_visible()
    settle(page)
    assert keys("age")["hierarchy"]["width"] == 20


def test_a_release_may_use_the_levels_between_two_sliders(page, study, keys):
    opened(page, study, "zip")
    page.get_by_label("Lowest level").press("ArrowRight")
    page.get_by_label("Highest level").press("ArrowLeft")
    settle(page)
    assert (keys("zip")["min_level"], "max_level" in keys("zip")) == (1, True)


def test_a_hierarchy_is_edited_by_hand_undone_and_kept(page, study, keys, script):
    opened(page, study, "dis")
    page.get_by_role("switch", name="It has a hierarchy").click()
    page.get_by_role("button", name="Edit by hand").click()
    page.get_by_role("button", name="Add a level above").click()
    label = page.get_by_label("level 1 of hiv")
    label.fill("chronic")
    label.press("Tab")
    settle(page)
    page.get_by_role("button", name="Undo", exact=True).last.click()
    expect(page.get_by_label("level 1 of hiv")).not_to_have_value("chronic")
    page.get_by_label("level 1 of hiv").fill("lasting")
    page.get_by_label("level 1 of hiv").press("Tab")
    page.get_by_label("Pick flu").check()
    page.get_by_label("Label", exact=True).fill("passing")
    page.get_by_role("button", name="Group or move picked values").click()
    page.get_by_role("button", name="Keep this hierarchy").click()
    expect(page.get_by_text("Its hierarchy: 2 levels")).to_be_visible()
    settle(page)
    kept = script.done("hierarchy-show", hierarchy=keys("dis")["hierarchy"]["table"])
    assert sorted(kept["lines"]) == [["flu", "passing", "*"], ["hiv", "lasting", "*"]]


def test_a_wrong_file_is_told_and_repaired(watched, study, keys, tmp_path):
    page, watch = watched
    (tmp_path / "age.csv").write_text(WRONG)
    opened(page, study, "age")
    page.get_by_text("Upload a hierarchy").click()
    with page.expect_response("**/hierarchies?name=age.csv") as refused:
        page.get_by_label("Upload a table of labels (CSV)").set_input_files(tmp_path / "age.csv")
    assert refused.value.status == 422
    expect(page.get_by_role("alert").filter(has_text="do not have 3 labels")).to_be_visible()
    page.get_by_role("button", name="Repair").click()
    expect(page.get_by_role("alert").filter(has_text="Not right yet")).to_have_count(0)
    page.get_by_role("button", name="Keep this hierarchy").click()
    settle(page)
    assert "table" in keys("age")["hierarchy"]
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Download").click()
    assert all("422" in one for one in watch.found)
    watch.found.clear()
    assert "45;young;*" in downloaded.value.path().read_text()


def test_several_columns_change_at_once_and_back(page, study, keys):
    before = {name: keys(name) for name in ("age", "zip", ODD, "dis")}
    opened(page, study)
    page.get_by_role("button", name="Select all").click()
    page.get_by_label("Do with all of them").click()
    page.get_by_role("option", name="Masking, for codes").click()
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("dis: is no quasi-identifier")).to_be_visible()
    assert keys(ODD)["hierarchy"] == {"builder": "masking"}
    page.get_by_role("button", name="Undo: masking").click()
    expect(page.get_by_text("Undone: masking")).to_be_visible()
    assert {name: keys(name) for name in before} == before


def test_a_pseudonym_gets_a_key_that_is_made_here(page, study, keys):
    opened(page, study, "id")
    page.get_by_text("Keyed hash").click()
    page.get_by_label("Name of a new key").fill("trial")
    page.get_by_role("button", name="Make a key").click()
    settle(page)
    assert keys("id")["pseudonym"].keys() == {"method", "domain", "key"}


def test_dates_are_shifted_with_a_key(page, study, keys):
    opened(page, study, "born")
    page.get_by_role("switch", name="Shift its dates").click()
    page.get_by_label("Column that tells whose record it is").click()
    page.get_by_role("option", name="id").click()
    page.get_by_label("Name of a new key").fill("dates")
    page.get_by_role("button", name="Make a key").click()
    settle(page)
    assert keys("born")["shift"]["days"] == 365


def test_a_column_is_aggregated_and_generalized_again(page, study, keys):
    opened(page, study, "age")
    page.get_by_text("Aggregate: each class").click()
    page.get_by_label("Function").click()
    page.get_by_role("option", name="median").click()
    settle(page)
    assert keys("age")["aggregate"] == {"function": "median"}
    page.get_by_text("Generalize: values").click()
    expect(page.get_by_text("How its hierarchy is made")).to_be_visible()
    settle(page)
    assert "aggregate" not in keys("age")


def test_a_type_that_does_not_fit_is_told_in_the_words_of_the_library(page, study):
    opened(page, study, "dis")
    page.get_by_text("How its values are read").click()
    page.get_by_label("Type").click()
    page.get_by_role("option", name="whole number").click()
    expect(page.get_by_role("alert").filter(has_text="Column 'dis'")).to_be_visible()


def test_150_columns_are_found_by_a_text_and_looked_at_at_any_width(browser, server, script):
    names = [f"code {at}" for at in range(150)]
    text = "\n".join([",".join(names), *([",".join(["a"] * 150), ",".join(["b"] * 150)] * 5)])
    quasi = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    study = script.study(
        {
            "data": {"table": script.table("wide.csv", text.encode())},
            "columns": dict.fromkeys(names, quasi),
            "privacy": [{"model": "k-anonymity", "k": 2}],
        },
        "wide",
    )
    with person(browser, server, viewport=NARROW) as (page, watch):
        opened(page, study)
        page.get_by_label("Find a column").fill("code 149")
        page.get_by_role("button", name="code 149").click()
        page.get_by_role("heading", name="code 149").wait_for()
        settle(page)
        assert page.url.endswith("column=code%20149")
        assert faults(page) == []
        assert watch.found == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_every_state_looks_good(browser, server, study, scheme, width):
    size = {"width": width, "height": 844}
    with person(browser, server, viewport=size, color_scheme=scheme) as (page, watch):
        for column in ("age", "id", "born", "dis", "a%20%22b%22%20%3Ci%3Ec%3C/i%3E%20d%3D1"):
            opened(page, study, column)
            assert faults(page) == [], column
        opened(page, study, "age")
        for opening in ("How its values are read", "Choose another way", "All labels as a table"):
            page.get_by_text(opening).click()
        settle(page)
        assert faults(page) == []
        page.get_by_role("button", name="Edit by hand").click()
        settle(page)
        assert faults(page) == []
        assert watch.found == []


def test_the_next_step_is_promises(page, study):
    opened(page, study)
    page.get_by_role("button", name="Next: Promises").click()
    page.wait_for_url("**/promises")
    assert study in page.url


def test_groups_without_meaning_are_told_beside_the_button_that_edits_them(page, script):
    cities = ["Ulm", "Aalen", "Worms", "Trier", "Mainz", "Fulda", "Gotha"]
    often = [city for at, city in enumerate(cities) for _ in range(3 * at + 2)]
    pl.DataFrame({"city": often}).write_parquet(file := io.BytesIO())
    table = script.table("cities.parquet", file.getvalue())
    keys = {"data": {"table": table}, "columns": {"city": {"role": "quasi-identifier"}}}
    keys |= {"privacy": [{"model": "k-anonymity", "k": 2}]}
    opened(page, script.study(keys, "cities"), "city")
    expect(page.get_by_text("Nothing is known about these values")).to_be_visible()
    page.get_by_role("button", name="Edit by hand").click()
    expect(page.get_by_text("Nothing is known about these values")).to_be_hidden()
