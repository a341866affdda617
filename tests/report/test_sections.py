import pytest

from shoal.report.sections import recipe, sections


def test_the_figures_on_top_follow_from_the_summary(report):
    figures = sections(report)["figures"]
    assert (figures["kept"], figures["records"]) == (38472, 39676)
    assert figures["kept_share"] == pytest.approx(38472 / 39676)
    assert (figures["risk_before"], figures["risk_after"]) == (1.0, 0.2)


def test_the_study_limits_how_many_records_may_go(report):
    left_out = sections(report)["left_out"]
    assert (left_out["gone"], left_out["allowed"]) == (1204, 1983)  # floor of 5% of 39,676


def test_a_study_without_a_limit_allows_none(report):
    del report["study"]["suppression_limit"]
    assert sections(report)["left_out"]["allowed"] == 0


def test_nested_measurements_are_told_one_by_one(report):
    report["summary"]["privacy"][0]["measured"] = {"k": 5, "classes": {"count": 1083}}
    measured = sections(report)["promises"][0]["measured"]
    assert measured == [{"name": "k", "value": 5}, {"name": "classes count", "value": 1083}]


def test_the_time_is_told_in_the_order_of_the_run(report):
    report["summary"]["seconds"] = {"total": 3, "extra": 1, "search": 2, "read": 1}
    report["summary"]["cpu_seconds"] = None
    timing = sections(report)["timing"]
    assert [row["name"] for row in timing] == ["read", "search", "total", "extra"]


@pytest.mark.parametrize(
    ("created", "shown"),
    [
        ("2025-03-04T10:32:07+00:00", "2025-03-04 10:32 UTC"),
        ("2025-03-04T10:32:07.123456Z", "2025-03-04 10:32 UTC"),
        ("2025-03-04T10:32:07", "2025-03-04 10:32"),
        ("yesterday", "yesterday"),
        (None, None),
    ],
)
def test_the_time_of_the_run_is_short(created, shown):
    assert sections({"created": created})["created"] == shown


def test_the_recipe_shortens_what_is_enormous():
    assert len(recipe({"columns": {"x" * 10_000: {"role": "y" * 10_000}}})) < 1000
