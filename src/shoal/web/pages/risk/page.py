"""The page risk: how likely people are recognized, by whom, and through what.

What the risk view of the desktop tool shows (spec §7.7): attackers, distribution of risks, sets of
quasi-identifiers, population uniques, sensitive columns, identifiers of the law; and attacks.
"""

from nicegui import ui

from shoal.report.types.measured_risk import RiskReport
from shoal.server.stored import StoredRun
from shoal.web.explain import heading
from shoal.web.onward import onward
from shoal.web.page import story_page
from shoal.web.pages.release.remembered import measured
from shoal.web.pages.release.tabs import address, opened
from shoal.web.pages.risk import sections
from shoal.web.pages.risk.attacking import attacking
from shoal.web.pages.risk.singled_out import singled_out
from shoal.web.pages.risk.threshold import threshold
from shoal.web.story import Story
from shoal.web.visit import Visit

TITLE = "Measuring the risk of input and release"


@story_page("risk", "Risk")
async def risk(visit: Visit, story: Story) -> None:
    """The page."""
    run = await opened(visit, story, "risk")
    if run is None:
        return
    board = Board(visit, run)
    board.build()
    onward("learning", address(story, "learning", run))
    ui.timer(0.05, board.measure, once=True)  # the page is there before the work begins


class Board:
    """The risks of one run."""

    def __init__(self, visit: Visit, run: StoredRun) -> None:
        self.visit, self.run = visit, run
        self.people: int | None = None

    @property
    def asked(self) -> dict[str, str | bool | int]:
        """The arguments of the action."""
        asked: dict[str, str | bool | int] = {
            "run": self.run.id, "own_study": True, "before": self.run.table,
            "models": True, "columns": True, "safe_harbor": True,
        }  # fmt: skip
        return asked if self.people is None else {**asked, "population_size": self.people}

    def build(self) -> None:
        """The question about the population, and places for what is found."""
        with ui.element("section").classes("card"):
            with ui.element("div").classes("line wrap"):
                heading("Where the people are from", "population-size")
                size = ui.number("Size of the population", min=1, precision=0, format="%d")
                size.props("outlined dense clearable").classes("choice").mark("population")
                size.on("change", lambda: self._count(size.value))
                size.on("clear", lambda: self._count(None))
                ui.label("Not needed; with it, unique people are estimated.").classes("quiet small")
            self.progress = ui.element("div")
        self.place = ui.element("div").classes("stack wide-gap")

    async def _count(self, people: float | None) -> None:
        self.people = None if not people else int(people)
        await self.measure()

    async def measure(self) -> None:
        """Ask for the risks, and show them."""
        job = await measured(self.visit, "risk", self.asked, TITLE, self.progress)
        if job is None:
            return
        self.place.clear()
        with self.place:
            self._show(job.result)

    def _show(self, report: RiskReport) -> None:
        for part in (sections.attackers, threshold, sections.profile, sections.uniques):
            with ui.element("section").classes("card"):
                part(report)
        with ui.element("section").classes("card"):
            attacking(self.visit, self.run)
        for part in (sections.columns, sections.models, sections.safe_harbor):
            with ui.element("section").classes("card"):
                part(report)
        with ui.element("section").classes("card"):
            singled_out(self.visit, self.run)
