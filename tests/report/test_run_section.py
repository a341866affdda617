from shoal.report.method_section import meaning_by_cell
from shoal.report.page import render_report
from shoal.report.run_section import group_warnings, moment_of, review_of, versions_of


def test_warnings_about_single_columns_stand_apart():
    warnings = ["Column 'a': odd.", "Only a part is released.", "Column 'b': odd."]
    assert group_warnings(warnings) == [
        ("About the release", ["Only a part is released."]),
        ("About single columns", ["Column 'a': odd.", "Column 'b': odd."]),
    ]


def test_warnings_of_one_kind_need_no_heading():
    assert group_warnings(["Column 'a': odd."]) == [("", ["Column 'a': odd."])]
    assert group_warnings([]) == []


def test_the_report_tells_versions_and_review_date(report):
    report["versions"] = {"shoal": "0.1.0", "numpy": "2.4"}
    page = render_report(report)
    assert "shoal 0.1.0, numpy 2.4" in page
    assert "2026-03-04" in page
    assert "shoal verify ." in page


def test_a_report_without_date_or_versions_is_shown_all_the_same(report):
    del report["created"]
    assert "Review by" not in render_report(report)
    assert versions_of({}) == ""
    assert review_of("soon", {}) is None
    assert review_of("2025-01-31", {"review_months": 1}) == "2025-02-28"
    assert moment_of("2025-01-31T10:11:12+00:00") == "2025-01-31 10:11 UTC"


def test_columns_of_a_method_tell_their_blank_cells():
    method = {"levels": {"age": 0, "sex": 1}, "blank_cells_by_column": {"age": 1042, "sex": 0}}
    summary = {"method": method}
    assert meaning_by_cell("age", summary) == (0, "Released as it was, but for 1,042 blank cells.")
    assert meaning_by_cell("sex", summary) == (1, "Grouped.")
    assert meaning_by_cell("zip", summary) is None
    assert meaning_by_cell("age", {}) is None
