"""One column in detail: its statistics and the distribution of its values, before and after."""

from nicegui import ui

from shoal.report.numbers import count_of, number
from shoal.report.types.comparison import ComparisonReport, StatisticSides, ValueCounts
from shoal.report.words import label
from shoal.web.charts.chart import Chart
from shoal.web.explain import explanation, heading
from shoal.web.pages.utility import charts, figures
from shoal.web.table import plain_table

WAYS = {"beside": "Side by side", "overlaid": "In one chart"}
APART = "The release has less precise values than the input, so each has a chart of its own."
HALF_WAY = "Numbers of the release are those of the middles of its ranges."


def show_one_column(report: ComparisonReport) -> None:
    """Show the choice of a column, and its details."""
    names = list(report["values"])
    gone = report["quality"].get("removed_columns") or ()
    begin = next((name for name in names if name not in gone), names[0])
    chosen = {"column": begin, "way": "beside"}

    def show() -> None:
        place.clear()
        with place:
            _show_column(report, chosen["column"], chosen["way"])

    def choose(key: str, value: str) -> None:
        chosen[key] = value
        show()

    with ui.element("div").classes("line wrap"):
        heading("One column closely", "distribution")
        ui.element("span").classes("grow")
        options = {name: label(name) for name in names}
        ui.select(
            options,
            value=begin,
            label="Column",
            on_change=lambda event: choose("column", event.value),
        ).props("outlined dense options-dense").classes("choice").mark("column")
        ui.toggle(WAYS, value="beside", on_change=lambda event: choose("way", event.value)).props(
            'aria-label="How distributions are shown"'
        )
    place = ui.element("div").classes("stack")
    show()


def _show_column(report: ComparisonReport, name: str, way: str) -> None:
    """Show values and statistics of a column; `way` is one of WAYS."""
    values, statistics = report["values"][name], report["statistics"].get(name) or {}
    before, after = values["before"], values["after"]
    both = charts.have_the_same_values(before, after)
    if way == "overlaid" and both:
        Chart(charts.overlay(before, after), f"Values of {name}, input and release")
    else:
        if way == "overlaid":
            ui.label(APART).classes("quiet small")
        with ui.element("div").classes("halves"):
            for title, side in ((charts.INPUT, before), (charts.RELEASE, after)):
                _show_side(title, side, name)
    _show_statistics(statistics)
    with ui.expansion("Values as a table").classes("full"), ui.element("div").classes("halves"):
        for title, side in ((charts.INPUT, before), (charts.RELEASE, after)):
            lines = [[label(one, 40), number(count)] for one, count in side["records"]]
            plain_table((title, "Records"), lines, f"Values of {name}: {title.lower()}")


def _show_side(title: str, side: ValueCounts, name: str) -> None:
    with ui.element("div").classes("stack tight"):
        heading(title, level=3)
        distinct = f"{count_of(side['distinct'], 'different value')}"
        ui.label(distinct).classes("quiet small")
        Chart(charts.bars(side, title), f"How frequent the values of {name} are: {title}")


def _show_statistics(found: StatisticSides) -> None:
    lines = figures.statistics(found)
    if not lines:
        return
    heading("Summary statistics", level=3)
    with ui.element("div").classes("scroll").props('tabindex="0" role="region"') as place:
        place.props["aria-label"] = "Summary statistics, before and after"
        with ui.element("table").classes("plain compact"):
            _show_line("th", ("Statistic", charts.INPUT, charts.RELEASE))
            for title, term, before, after in lines:
                _show_line("td", (title, before, after), term)
    if (found.get("after") or {}).get("from_middles"):
        ui.label(HALF_WAY).classes("quiet small")


def _show_line(kind: str, cells: tuple[str, ...], term: str = "") -> None:
    """Show a line of the table; the first cell has the explanation, the others are numbers."""
    with ui.element("tr"):
        for at, text in enumerate(cells):
            with (
                ui.element(kind).classes("number" if at else ""),
                ui.element("span").classes("line"),
            ):
                ui.label(text)
                if term and not at:
                    explanation(term)
