"""The page utility: how much of the input is left in the release.

It shows figure 7 of paper 001, and what the analysis view of the desktop tool shows: summary
statistics, distributions and contingencies side by side, quality of columns and of the whole table.
"""

from nicegui import ui

from shoal.report.quality_table import COLUMN
from shoal.report.types.comparison import ComparisonReport
from shoal.web.charts.chart import chart_section
from shoal.web.explain import explanation, figure, heading
from shoal.web.pages.release.measured_page import MeasuredPage, register_page
from shoal.web.pages.utility import charts, figures
from shoal.web.pages.utility.bar_table import bar_table
from shoal.web.pages.utility.one_column import show_one_column
from shoal.web.pages.utility.two_columns import show_two_columns
from shoal.web.table import plain_table

EXCLUSIONS = {
    "exclude_suppressed": "Leave out suppressed cells",
    "exclude_missing": "Leave out missing cells",
}


@register_page("utility", "Utility", next_step="risk")
class UtilityPage(MeasuredPage[ComparisonReport]):
    """The comparison of one run with its table.

    Attributes:
        excluded: The kinds of cells that do not count (keys of EXCLUSIONS).
    """

    excluded: frozenset[str] = frozenset()
    action = "compare"
    work_title = "Comparing the release with the input"

    @property
    def arguments(self) -> dict[str, str | bool | int]:
        """The arguments of the action."""
        excluded = dict.fromkeys(sorted(self.excluded), True)
        return {"before": self.run.table, "run": self.run.id, "own_study": True, **excluded}

    def show_choices(self) -> None:
        """Show a switch for each kind of cell that can be left out."""
        heading("What counts", "counted-cells")
        for key, words in EXCLUSIONS.items():
            ui.switch(words, on_change=lambda event, key=key: self._exclude(key, event.value))

    async def _exclude(self, key: str, value: bool) -> None:
        """Measure again with or without one kind of cells."""
        self.excluded = self.excluded | {key} if value else self.excluded - {key}
        await self.measure()

    def show_report(self, report: ComparisonReport) -> None:
        """Show a card for each part of the report."""
        for part in (_show_whole, _show_columns, show_one_column):
            with ui.element("section").classes("card"):
                part(report)
        with ui.element("section").classes("card"):
            show_two_columns(self.visit, report, self.arguments)
        with ui.element("section").classes("card"):
            _show_classes(report)


def _show_whole(report: ComparisonReport) -> None:
    heading("What the release is still worth", "quality")
    with ui.element("div").classes("figures"):
        for name, value, term in figures.whole(report["quality"]):
            figure(name, value, term)
    ui.label(report["how"]).classes("quiet small")


def _show_columns(report: ComparisonReport) -> None:
    quality = report["quality"]
    with ui.element("div").classes("line wrap"):
        heading("Column by column", "quality-columns")
    heads = ["Column", "Type", *(name for name, _ in COLUMN.values())]
    bar_table(heads, figures.columns(quality), "What is left of each column", bad=("Missing",))
    with ui.element("div").classes("line wrap terms"):
        for key, (name, _) in COLUMN.items():
            with ui.element("span").classes("line"):
                ui.label(name).classes("quiet small")
                explanation(f"quality-{key}")
    for sentence in figures.reasons(report):
        ui.label(sentence).classes("quiet small")
    gone = quality.get("removed_columns") or ()
    if gone:
        with ui.element("div").classes("box hint").props('role="status"'):
            ui.icon("visibility_off").props('aria-hidden="true"')
            ui.label(
                f"No record tells anything any more in {', '.join(gone)}: the search gave up"
                " these columns to keep more of the others (automatic reduction of dimensions)."
            )
    label = "Bits that each column tells of a record, in the input and in the release"
    height = f"{6 + 2.2 * len(quality['detail']['columns'])}rem"
    chart_section(
        "Detail that is left", charts.detail(quality["detail"]), label, "detail-bits", height=height
    )


def _show_classes(report: ComparisonReport) -> None:
    heading("Classes", "classes")
    plain_table(("", "Input", "Release"), figures.classes(report), "Sizes of classes")
    lines = figures.associations(report)
    if lines:
        heading("How columns go together", "association", 3)
        heads = ("Columns", "Measure", "Input", "Release")
        plain_table(heads, lines, "The strongest relations between columns, before and after")
