"""Two columns together: the share of each pair of values, before, after, and the difference."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from shoal.report.numbers import percent
from shoal.report.types.comparison import ComparisonReport, Contingency
from shoal.report.words import label
from shoal.web.charts.chart import Chart
from shoal.web.explain import heading
from shoal.web.pages.release.remembered import measure_once
from shoal.web.pages.utility import charts, figures
from shoal.web.table import plain_table
from shoal.web.visit import Visit

OTHERS = "The release has less precise values than the input, so they have no cells in common."


def show_two_columns(visit: Visit, report: ComparisonReport, asked: Mapping[str, object]) -> None:
    """Show the choice of two columns, and their heat maps.

    Pairs that the report does not have are counted by a job.

    Args:
        visit: Who is at the page.
        report: The comparison.
        asked: The arguments of the action that made the report.
    """
    names = list(report["values"])
    known = figures.pairs(report)
    if len(names) < 2:
        return
    first, second = known[0] if known else (names[0], names[1])
    options = {name: label(name) for name in names}

    async def show() -> None:
        one, two = first_choice.value, second_choice.value
        if one == two:
            place.clear()
            with place:
                ui.label("Choose two different columns.").classes("quiet")
            return
        pair = _find_pair(report, one, two)
        if pair is None:
            given = {**asked, "pairs": [[one, two]]}
            job = await measure_once(visit, "compare", given, "Counting pairs of values", progress)
            pair = None if job is None else _find_pair(job.result, one, two)
        place.clear()
        with place:
            if pair is not None:
                _show_maps(pair)

    with ui.element("div").classes("line wrap"):
        heading("Two columns together", "contingency")
        ui.element("span").classes("grow")
        first_choice = _choice(options, first, "First column", show)
        second_choice = _choice(options, second, "Second column", show)
    progress = ui.element("div")
    place = ui.element("div").classes("stack")
    pair = _find_pair(report, first, second)
    with place:
        if pair is not None:
            _show_maps(pair)


def _choice(options: dict[str, str], value: str, name: str, show: Any) -> ui.select:  # noqa: ANN401
    select = ui.select(options, value=value, label=name, on_change=show)
    return select.props("outlined dense options-dense").classes("choice")


def _find_pair(report: ComparisonReport, one: str, two: str) -> Contingency | None:
    """The contingency of two columns in a report, in this order; None if it is not there."""
    for pair in report.get("contingency") or ():
        if pair["columns"] == [one, two]:
            return pair
    return None


def _show_maps(pair: Contingency) -> None:
    """Show input, release and difference as heat maps, and input and release as tables."""
    names = " and ".join(map(label, pair["columns"]))
    before, after = pair["before"], pair["after"]
    with ui.element("div").classes("thirds"):
        for title, side in ((charts.INPUT, before), (charts.RELEASE, after)):
            with ui.element("div").classes("stack tight"):
                heading(title, level=3)
                options = charts.heat_map(side, pair["largest"])
                Chart(options, f"Pairs of {names}: {title.lower()}", "22rem")
        with ui.element("div").classes("stack tight"):
            heading("Difference", "contingency-difference", 3)
            options_of_both = charts.difference(before, after)
            if options_of_both is None:
                ui.label(OTHERS).classes("quiet")
            else:
                Chart(options_of_both, f"How the shares of {names} changed", "22rem")
    with ui.expansion("As a table").classes("full"), ui.element("div").classes("halves"):
        for title, side in ((charts.INPUT, before), (charts.RELEASE, after)):
            heads = (title, *(label(name, 20) for name in side["columns"]))
            lines = [
                [label(row, 20), *map(percent, shares)]
                for row, shares in zip(side["rows"], side["shares"], strict=True)
            ]
            plain_table(heads, lines, f"Shares of pairs: {title.lower()}")
