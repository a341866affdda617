"""The frontier as numbers, picture, page and table: true to each other and safe to open."""

import io
import json
import re
from decimal import Decimal
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from bridge import problem_of
from golden.tables import column
from reference import Question
from shoal.report import frontier_table
from shoal.report.frontier import Asked, frontier_report
from shoal.report.frontier_chart import BOTTOM, LEFT, RIGHT, TOP, Axis, Line, Mark, stairs
from shoal.report.frontier_page import loss_by_k, loss_by_suppression, plain_svg, render_frontier
from shoal.search.frontier.answers import frontier_of
from shoal.search.frontier.pareto import pareto

TOY = (column("toy", "age"), column("toy", "sex"))
PLAIN = Axis("share", [(0, "none"), (1, "all")], lambda share: share)


@pytest.fixture(scope="module")
def frontier():
    return frontier_of(problem_of(Question(TOY, 2, "0.2")), maximum_k=5)


@pytest.fixture(scope="module")
def report(frontier):
    asked = Asked(2, Decimal("0.2"), {"model": "loss"})
    return frontier_report(frontier, pareto(frontier), asked, {"peak_memory_mb": None})


def test_the_report_is_plain_json_and_says_whose_it_is(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert "data steward's" in report["note"]


def test_every_k_and_limit_is_answered(report, frontier):
    asked = [(one["k"], one["suppression_limit"]) for one in report["answers"]]
    assert asked == [(k, limit) for k in (2, 3, 5) for limit in (0, 0.01, 0.02, 0.05, 0.1, 0.2, 1)]
    for one in report["answers"]:
        found = frontier.answer(one["k"], one["suppression_limit"])
        assert one["loss"] == found.loss
        assert list(one["levels"].values()) == list(found.levels)
        assert one["suppressed_share"] == found.suppressed / 7


def test_the_curves_say_what_the_answers_say(report):
    curves = {
        line["suppression_limit"]: dict(
            zip(report["losses"]["k"], line["loss_normalized"], strict=True)
        )
        for line in report["losses"]["by_limit"]
    }
    for one in report["answers"]:
        if one["smallest_class"]:
            loss = curves[one["suppression_limit"]][one["k"]]
            assert loss == pytest.approx(one["loss_normalized"], rel=1e-12)


def test_points_name_levels_risk_and_loss(report):
    assert report["pareto"]
    for point in report["pareto"]:
        assert point["highest_risk"] == 1 / point["smallest_class"]
        assert set(point["levels"]) == {"age", "sex"}


def test_the_page_is_self_contained_and_says_whose_it_is(report):
    page = render_frontier(report)
    assert "For the data steward only." in page
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", page)
    assert "default-src 'none'" in page


def test_strange_column_names_stay_names(frontier, report):
    strange = {**report, "quasi_identifiers": ["<script>alert(1)</script>", "sex"]}
    strange["answers"] = [
        {**one, "levels": dict.fromkeys(strange["quasi_identifiers"], 0)}
        for one in report["answers"]
    ]
    page = render_frontier(strange)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_the_page_shows_where_no_release_is_possible(frontier):
    eight = frontier_of(problem_of(Question(TOY, 8)), maximum_k=9)
    asked = Asked(8, Decimal(0), {"model": "loss"})
    report = frontier_report(eight, pareto(eight), asked, {})
    assert report["answers"][-1]["levels"] is not None  # all seven records may go
    assert "no release" in render_frontier(report)
    assert "the study" not in loss_by_k(report)


def test_the_pictures_are_well_formed_and_described(report):
    for picture in (loss_by_k(report), loss_by_suppression(report), plain_svg(report)):
        svg = ET.fromstring(str(picture))  # noqa: S314  (our own text)
        found = {part.tag.split("}")[-1] for part in svg.iter()}
        assert {"title", "desc", "path", "circle"} <= found
    assert "<style>" in plain_svg(report)


def path_of(lines, **more):
    return re.search(r' d="([^"]*)"', stairs("t", lines, PLAIN, **more))[1]


def test_stairs_stay_level_until_the_next_step():
    path = path_of([Line("l", [(0, 1.0), (0.5, 0.5)])])
    middle, half = (LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2
    assert path == f"M{LEFT}.0 {TOP}.0H{middle}L{middle} {half}H{RIGHT}.0"


def test_a_line_ends_where_there_is_no_release():
    path = path_of([Line("l", [(0, 1.0), (0.5, None)])])
    assert path == f"M{LEFT}.0 {TOP}.0H{(LEFT + RIGHT) / 2}"


def test_names_of_lines_that_end_together_do_not_overlap():
    lines = [Line(f"l{at}", [(0, 0.0)]) for at in range(8)]
    drawn = re.findall(r'class="end [^"]*" x="\d+" y="([\d.]+)"', stairs("t", lines, PLAIN))
    heights = sorted(map(float, drawn))
    assert len(heights) == 8
    assert min(b - a for a, b in pairwise(heights)) >= 15
    assert heights[-1] <= BOTTOM


def test_a_mark_stands_where_its_numbers_say():
    drawn = stairs("t", [Line("l", [(0, 1.0)])], PLAIN, Mark("here", 0.5, 0.5))
    assert f'cx="{(LEFT + RIGHT) / 2}" cy="{(TOP + BOTTOM) / 2}"' in drawn


def test_the_table_has_a_row_per_k(report):
    text = io.StringIO()
    frontier_table.show(report, Console(file=text, width=140))
    rows = [line.split("│")[1].strip() for line in text.getvalue().splitlines() if "│" in line]
    assert rows == ["2", "3", "5"]
    assert "≤ 20%" in text.getvalue()
