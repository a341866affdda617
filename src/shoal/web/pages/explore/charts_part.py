"""The risk-utility frontier in three charts, which follow the sliders."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from nicegui import ui

from shoal.errors import ShoalError
from shoal.service.candidate_figures import Point
from shoal.web.charts import Options
from shoal.web.charts.chart import Chart, Clicked, chart_section
from shoal.web.pages.explore import frontier_charts as draw
from shoal.web.pages.explore.explorer import Explorer, Seen
from shoal.web.pages.explore.settings import Settings
from shoal.web.pages.explore.sweeps import Sweep
from shoal.web.table import plain_table

EMPTY: Options = {"series": []}
OnTake = Callable[[draw.Take], Awaitable[None]]


class Charts:
    """Loss against k, against suppressed records, against risk.

    `take` gets the settings and the candidate of a point that a person clicks.
    """

    def __init__(self, sweep: Sweep, explorer: Explorer, take: OnTake) -> None:
        self._sweep, self._explorer, self._take = sweep, explorer, take
        self._points = sweep.report["pareto"]
        self._drawn_for: tuple[float, dict[str, float]] | None = None
        self._line: list[Point] = []
        with ui.element("div").classes("halves"):
            self._by_k = chart_section(
                "Loss at every k", EMPTY, "The least loss for every k, as lines that rise with k",
                "explore-by-k", on_point=self._take_point,
            )  # fmt: skip
            self._by_suppressed = chart_section(
                "Loss against suppressed records", EMPTY,
                "The least loss at your k, falling as more records may be suppressed",
                "explore-by-suppressed", on_point=self._take_point,
            )  # fmt: skip
        self._by_risk = chart_section(
            "Risk against loss", EMPTY, "Pareto-optimal candidates by highest risk and loss",
            "explore-by-risk", height="22rem", on_point=self._take_point,
        )  # fmt: skip
        self._note = ui.label("").classes("quiet small")
        with ui.expansion("Loss at every k as a table", on_value_change=self._fill) as self._more:
            self._table = ui.element("div")

    def show(self, seen: Seen) -> None:
        """Draw the charts for an answer.

        After other weights, `settle` draws the line over k later.
        """
        columns = seen.answer["columns"]
        best = seen.point
        stairs = seen.answer["stairs"]
        self._by_suppressed.show(draw.by_suppressed(stairs, seen.answer["records"], best, columns))
        self._mark_choice(best, columns)
        note = f"{len(self._points):,} Pareto-optimal candidates."
        if not self._own_weights:
            note += " Their losses are for the weights that the study had when it was swept."
        self._note.set_text(note)

    def _mark_choice(self, best: Point | None, columns: list[str]) -> None:
        """Move the mark of the choice; redraw lines only if limit or weights have changed."""
        settings = self._explorer.settings
        drawn_for = (settings.limit, dict(settings.weights))
        if self._drawn_for is None:
            self._by_risk.show(draw.by_risk(self._points, best, columns))
        else:
            _move_mark(self._by_risk, draw.choice_mark(draw.risk_of(best), best, columns))
        if self._drawn_for == drawn_for:
            _move_mark(self._by_k, draw.choice_mark(settings.k, best, columns))
        elif self._own_weights:
            most = self._sweep.report["maximum_k"]
            self._line = draw.steps(self._points, most, settings.limit)
            self._draw_by_k(best, columns)
            self._fill()
        self._drawn_for = drawn_for

    async def settle(self) -> None:
        """Ask for the line over k after the weights were changed, and draw it.

        Nothing is asked while the weights are those of the sweep, or while a newer change waits.
        """
        settings = self._explorer.settings
        if self._own_weights or self._explorer.is_behind or self._explorer.seen is None:
            return
        most = self._sweep.report["maximum_k"]
        ks = [k for k in draw.KS if k <= most]
        try:
            answer = await self._explorer.source.ask({**settings.question, "curve": ks})
        except ShoalError:
            return  # the next move shows the problem
        if settings == self._explorer.settings:
            self._line = [one for one in answer["curve"] if one["levels"] is not None]
            seen = self._explorer.seen
            self._draw_by_k(seen.point, seen.answer["columns"])
            self._fill()

    @property
    def _own_weights(self) -> bool:
        """Whether the weights are those that the study had when it was swept."""
        return dict(self._explorer.settings.weights) == dict(self._sweep.settings.weights)

    def _draw_by_k(self, best: Point | None, columns: list[str]) -> None:
        """Draw loss against k: for the limit of the sliders, and for none and no limit if known."""
        settings, most = self._explorer.settings, self._sweep.report["maximum_k"]
        lines = {f"your limit, {100 * settings.limit:g}%": self._line}
        if self._own_weights:
            lines["none suppressed"] = draw.steps(self._points, most, 0.0)
            lines["no limit"] = draw.steps(self._points, most, 1.0)
        self._by_k.show(draw.by_k(lines, best, settings.k, columns, most))

    def _fill(self) -> None:
        """Fill the table, if it is open."""
        if self._more.value:
            self._table.clear()
            heads = ("k", "Loss", "Suppressed", "Levels")
            with self._table:
                lines = draw.table_by_k(self._line, self._sweep.report["input"]["records"])
                plain_table(heads, lines, "The least loss for every k")

    async def _take_point(self, point: Clicked) -> None:
        """Use the settings and the candidate of a mark that was clicked; a mark may have none."""
        data = point.get("data")
        take = data.get("take") if isinstance(data, dict) else None
        if isinstance(take, dict):
            await self._take(cast(draw.Take, take))  # its values are checked where they are used


def _move_mark(chart: Chart, series: Options) -> None:
    """Replace one series of a chart, by its id, and leave the others as they are drawn."""
    chart.run_chart_method("setOption", {"series": [series]})


def settings_after(settings: Settings, take: draw.Take, maximum_k: int) -> Settings:
    """The settings after a click on a point: its k, at most `maximum_k`, and its limit."""
    k = take.get("k")
    if isinstance(k, int):
        settings = replace(settings, k=max(2, min(k, maximum_k)))
    limit = take.get("limit")
    if isinstance(limit, int | float):
        # A limit is rounded up, so that the point itself stays within it.
        settings = replace(settings, limit=min(1.0, -(-limit * 10_000 // 1) / 10_000))
    return settings
