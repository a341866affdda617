"""The frontier as a page: two pictures and a table, one file, no script and no network."""

import math
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from jinja2 import Template
from markupsafe import Markup

from shoal.report.frontier_chart import Axis, Line, Mark, stairs
from shoal.report.numbers import number, percent
from shoal.report.templates import template
from shoal.report.types.frontier import FrontierAnswer, FrontierPoint, FrontierReport
from shoal.report.words import label

HERE = Path(__file__).parent
# Numbers that may stand at the axes of the pictures.
SHARES = (0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
KS = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
MOST_LINES = 8


def render_frontier(report: FrontierReport) -> str:
    """The page for a frontier (the dict of `shoal.report.frontier`)."""
    return _template().render(
        report=report,
        by_k=loss_by_k(report),
        by_suppression=loss_by_suppression(report),
        rows=_rows(report),
        limits=_limits(report),
    )


def plain_svg(report: FrontierReport) -> str:
    """The text of an SVG file with the first picture, loss by k, and its style."""
    return str(loss_by_k(report, (HERE / "frontier.css").read_text("utf-8"))) + "\n"


def loss_by_k(report: FrontierReport, style: str = "") -> Markup:
    """What a larger k costs, one line per suppression limit."""
    ks, maximum = report["losses"]["k"], report["maximum_k"]
    lines = [
        Line(
            _limit_name(line["suppression_limit"]),
            _changes(list(zip(ks, line["loss_normalized"], strict=True))),
        )
        for line in report["losses"]["by_limit"]
        if any(loss is not None for loss in line["loss_normalized"])
    ]
    ends = [k for k in KS if k < 0.75 * maximum] + [maximum]
    axis = Axis("k: records that look alike, at least", [(k, number(k)) for k in ends], math.log)
    title = "Loss by k, one line per suppression limit"
    return stairs(title, lines[:MOST_LINES], axis, _mark(report, by="k"), style)


def loss_by_suppression(report: FrontierReport) -> Markup:
    """What leaving records out saves, one line per k."""
    ks = list(dict.fromkeys(answer["k"] for answer in report["answers"]))
    lines = [line for k in ks if (line := _line_of(report["pareto"], k)).steps]
    axis = Axis(
        "Records left out, share of all (drawn wider near 0%)",
        [(share, percent(share)) for share in SHARES],
        lambda share: math.log1p(share / SHARES[1]),
    )
    title = "Loss by records left out, one line per k"
    return stairs(title, lines[:MOST_LINES], axis, _mark(report, by="suppressed_share"))


def _line_of(points: Sequence[FrontierPoint], k: int) -> Line:
    """The least loss by suppressed share, from the Pareto points that keep the k."""
    within = sorted(
        (point["suppressed_share"], point["loss_normalized"])
        for point in points
        if (point["smallest_class"] or 0) >= k
    )
    steps: list[tuple[float, float | None]] = []
    for share, loss in within:
        if not steps or loss < (steps[-1][1] or 0):
            steps.append((share, loss))
    return Line(f"k = {number(k)}", steps)


def _changes(steps: Sequence[tuple[float, float | None]]) -> list[tuple[float, float | None]]:
    """Only the steps at which y changes."""
    return [next(same) for _, same in groupby(steps, key=lambda step: step[1])]


def _mark(report: FrontierReport, by: Literal["k", "suppressed_share"]) -> Mark | None:
    """The point of what the study itself asks; None if that has no release."""
    answer = _answer(report, report["study"]["k"], report["study"]["suppression_limit"])
    if answer is None or answer["levels"] is None:
        return None
    return Mark("the study", answer[by], answer["loss_normalized"])


def _answer(report: FrontierReport, k: int, suppression_limit: float) -> FrontierAnswer | None:
    """The answer to this k and limit; None if the report has none."""
    asked = k, suppression_limit
    answers = report["answers"]
    return next((row for row in answers if (row["k"], row["suppression_limit"]) == asked), None)


def _rows(report: FrontierReport) -> list[list[FrontierAnswer]]:
    """The answers, one list per k."""
    return [list(same) for _, same in groupby(report["answers"], key=lambda answer: answer["k"])]


def _limits(report: FrontierReport) -> list[str]:
    """The suppression limits in words, in the order of the answers."""
    return [_limit_name(answer["suppression_limit"]) for answer in _rows(report)[0]]


def _limit_name(limit: float) -> str:
    if limit in {0, 1}:
        return "any number left out" if limit else "none left out"
    return f"up to {percent(limit)} left out"


@cache
def _template() -> Template:
    return template("frontier.html", {"label": label})
