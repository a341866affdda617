"""Classes with levels of their own on the page."""

from shoal.report.local_section import local_of, spread_of, step_of
from shoal.report.page import render_report

SUMMARY = {
    "quasi_identifiers": ["age", "sex"],
    "levels": None,
    "recoding": {
        "mode": "local",
        "level_vectors": 3,
        "passes": None,
        "records_by_level": {"age": [60, 30, 10], "sex": [100, 0]},
    },
}


def test_cells_are_counted_over_all_columns():
    found = local_of(SUMMARY)
    assert found["kept"] == 0.8
    assert found["general"] == 0.05
    assert found["vectors"] == 3


def test_global_recoding_has_no_such_section():
    assert local_of({"levels": {"age": 1}}) is None
    assert spread_of("age", {"levels": {"age": 1}}) is None


def test_a_column_tells_which_levels_its_cells_have():
    found = spread_of("age", SUMMARY)
    assert found["text"] == "0 to 2"
    assert "60% of the cells as they were, 10% in the most general form" in found["meaning"]
    assert "Level 1: 30%" in found["chart"]


def test_a_column_that_stays_as_it_was_says_so():
    found = spread_of("sex", SUMMARY)
    assert found["text"] == "0 of 1"
    assert found["meaning"] == "Every cell is as it was."


def test_shades_do_not_depend_on_the_height_of_a_hierarchy():
    assert [step_of(0, 2), step_of(1, 2), step_of(2, 2)] == ["step0", "step3", "step6"]
    assert step_of(9, 9) == "step6"


def test_the_page_has_the_section_and_the_bars():
    page = render_report({"summary": SUMMARY, "study": {}})
    assert "Every class has its own levels" in page
    assert "Levels of age" in page
    assert "no single level" not in page
