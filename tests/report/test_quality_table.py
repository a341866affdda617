"""What a table is worth, as rows for a page."""

from compared_toy import BARE, toy
from shoal.report.page import render_report
from shoal.report.quality_table import COLUMN, quality_rows
from shoal.utility import qualities


def test_every_column_has_a_row_of_figure_7_and_all_together_come_last():
    shown = quality_rows(qualities(toy()))
    assert [row["name"] for row in shown["columns"]] == ["age", "sex"]
    assert all(len(row["cells"]) == len(COLUMN) for row in shown["columns"])
    assert [round(cell["share"], 6) for cell in shown["columns"][0]["cells"]] == [
        *(0.142857, 0.428571, 0.571429, 0.50519, 0.757039)
    ]
    assert [round(cell["share"], 6) for cell in shown["together"]] == [
        *(0.642857, 0.685714, 0.671264, 0.757133)
    ]


def test_what_is_not_available_has_a_reason_instead_of_a_bar():
    shown = quality_rows(qualities(toy(known=BARE)))
    cell = shown["columns"][0]["cells"][1]
    assert cell["meter"] is None
    assert "no hierarchy" in cell["reason"]
    assert "without age" in shown["together"][0]["reason"]
    assert shown["whole"][0]["reason"] == ""


def test_the_report_of_a_run_shows_the_table(report):
    page = render_report({**report, "quality": qualities(toy())})
    assert 'class="quality"' in page
    assert "57.1%" in page
    assert "Not available" not in page


def test_a_report_without_measures_shows_what_its_summary_has(report):
    page = render_report(report)
    assert 'class="quality"' not in page
    assert "58.6%" in page
