"""The page risk: how likely people are recognized, by whom, and through what.

It shows what the risk view of the desktop tool shows (spec §7.7): attackers, distribution of risks,
sets of quasi-identifiers, population uniques, sensitive columns, identifiers of the law; and
attacks.
"""

from nicegui import ui

from shoal.report.types.measured_risk import RiskReport
from shoal.server.stored import StoredRun
from shoal.web.explain import heading
from shoal.web.page import story_page
from shoal.web.pages.release.measured_page import MeasuredPage, open_measured
from shoal.web.pages.risk import sections
from shoal.web.pages.risk.on_request import attacking, singled_out
from shoal.web.story import Story
from shoal.web.visit import Visit


@story_page("risk", "Risk")
async def risk(visit: Visit, story: Story) -> None:
    """Show the page."""
    await open_measured(visit, story, "risk", RiskPage, "learning")


class RiskPage(MeasuredPage[RiskReport]):
    """The risks of one run; `people` is the size of the population, where somebody gave it."""

    action = "risk"
    title = "Measuring the risk of input and release"

    def __init__(self, visit: Visit, run: StoredRun) -> None:
        super().__init__(visit, run)
        self.people: int | None = None

    @property
    def asked(self) -> dict[str, str | bool | int]:
        """The arguments of the action."""
        asked: dict[str, str | bool | int] = {
            "run": self.run.id, "own_study": True, "before": self.run.table,
            "models": True, "columns": True, "safe_harbor": True,
        }  # fmt: skip
        return asked if self.people is None else {**asked, "population_size": self.people}

    def show_choices(self) -> None:
        """Ask for the size of the population."""
        heading("Where the people are from", "population-size")
        size = ui.number("Size of the population", min=1, precision=0, format="%d")
        size.props("outlined dense clearable").classes("choice").mark("population")
        size.on("change", lambda: self._count(size.value))
        size.on("clear", lambda: self._count(None))
        ui.label("Not needed; with it, unique people are estimated.").classes("quiet small")

    async def _count(self, people: float | None) -> None:
        self.people = None if not people else int(people)
        await self.measure()

    def show_report(self, report: RiskReport) -> None:
        """Show a card for each part of the report, and for what is measured on request."""
        for part in (sections.attackers, sections.threshold, sections.profile, sections.uniques):
            with ui.element("section").classes("card"):
                part(report)
        with ui.element("section").classes("card"):
            attacking(self.visit, self.run)
        for part in (sections.columns, sections.models, sections.safe_harbor):
            with ui.element("section").classes("card"):
                part(report)
        with ui.element("section").classes("card"):
            singled_out(self.visit, self.run)
