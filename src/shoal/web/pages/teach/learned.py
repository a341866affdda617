"""What was learned: weights with their uncertainty, and the release with these weights."""

import math
from collections.abc import Mapping
from typing import Any

from nicegui import ui

from shoal.report.numbers import number, percent
from shoal.web.charts import Options
from shoal.web.charts.chart import chart_section
from shoal.web.explain import figure, heading
from shoal.web.table import plain_table

INTERVAL = {"width": 2, "type": "solid", "color": "#8d7a5f"}  # visible on bars, in light and dark


def show_learned(learned: Mapping[str, Any]) -> None:
    """Show the weights of all columns, the largest first."""
    doubts = learned["contradicting"]
    with ui.element("section").classes("card"):
        with ui.element("div").classes("figures"):
            figure("Answers", f"{learned['answers']:,}", "answers")
            figure("That do not fit", f"{len(doubts):,}", "contradictions")
        label = "The weight of each column, and where nine of ten possible weights are"
        height = f"{4 + 1.9 * len(learned['weights']):.1f}rem"
        chart_section(
            "Weights so far", weights_chart(learned), label, "learned-weight", height=height
        )
        with ui.expansion("As a table"):
            lines = [
                [name, percent(weight), *map(percent, learned["interval"][name])]
                for name, weight in _by_weight(learned)
            ]
            plain_table(["Column", "Weight", "90 % above", "90 % below"], lines, "Weights")


def weights_chart(learned: Mapping[str, Any]) -> Options:
    """Bars of the weights, the largest first, each with a thin line for its interval."""
    order = _by_weight(learned)
    ends = [[{"coord": [end, name]} for end in learned["interval"][name]] for name, _ in order]
    line = {"symbol": "none", "silent": True, "lineStyle": INTERVAL}
    return {
        "grid": {"left": 8, "right": 24, "top": 8, "bottom": 8, "containLabel": True},
        "tooltip": {},
        "xAxis": {"type": "value", "min": 0, "max": _axis_end(learned)},
        "yAxis": {"type": "category", "inverse": True, "data": [name for name, _ in order]},
        "series": [
            {
                "type": "bar",
                "barWidth": "55%",
                "data": [round(weight, 4) for _, weight in order],
                "markLine": {**line, "data": ends, "label": {"show": False}},
            }
        ],
    }


def show_release(release: Mapping[str, Any]) -> None:
    """Show what these weights change in the release: levels and losses, before and after."""
    with ui.element("section").classes("card").mark("taught-release"):
        heading("The release with these weights", "taught-release")
        if release["note"]:
            ui.label(release["note"]).classes("warn")
        if not release["changed"]:
            ui.label("With these weights the release stays as it is.")
            return
        plain_table(
            ["Column", "Weight", "Level", "Loss"],
            [_line(one) for one in release["columns"]],
            "The release before and after",
        )
        ui.label(f"Suppressed records: {_arrow(release['suppressed'], number)}")


def _line(one: Mapping[str, Any]) -> list[str]:
    level = _arrow(one["level"], str) if "level" in one else "–"
    return [one["column"], _arrow(one["weight"], number), level, _arrow(one["loss"], percent)]


def _arrow(pair: Any, words: Any) -> str:  # noqa: ANN401  (any of our number formats)
    """Before → after in words, or one of them if both are the same."""
    before, after = map(words, pair)
    return before if before == after else f"{before} → {after}"


def _by_weight(learned: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The columns with their weights, the largest first."""
    return sorted(learned["weights"].items(), key=lambda one: -one[1])


def _axis_end(learned: Mapping[str, Any]) -> float:
    """The end of the axis, which shows every interval completely."""
    highest = max(float(high) for _, high in learned["interval"].values())
    return math.ceil(20 * highest) / 20
