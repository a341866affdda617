"""A page about a run whose figures a job measures: choices above, results below."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from nicegui import ui

from shoal.server.stored import StoredRun
from shoal.web.onward import onward
from shoal.web.pages.release.remembered import measured
from shoal.web.pages.release.tabs import address, opened
from shoal.web.story import Story
from shoal.web.visit import Visit

Report = TypeVar("Report")


class MeasuredPage(ABC, Generic[Report]):
    """One run, and what was measured about it.

    Attributes:
        action: The action of the service that measures.
        title: What stands beside the progress bar meanwhile.
    """

    action: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, visit: Visit, run: StoredRun) -> None:
        self.visit, self.run = visit, run

    @property
    @abstractmethod
    def asked(self) -> dict[str, str | bool | int]:
        """The arguments of the action."""

    @abstractmethod
    def show_choices(self) -> None:
        """Show the choices above the results; whoever changes one measures again."""

    @abstractmethod
    def show_report(self, report: Report) -> None:
        """Show the results."""

    def build(self) -> None:
        """Show the choices, and places for progress and results."""
        with ui.element("section").classes("card"):
            with ui.element("div").classes("line wrap"):
                self.show_choices()
            self.progress = ui.element("div")
        self.place = ui.element("div").classes("stack wide-gap")

    async def measure(self) -> None:
        """Ask for the figures, and show them."""
        job = await measured(self.visit, self.action, self.asked, self.title, self.progress)
        if job is None:
            return
        self.place.clear()
        with self.place:
            self.show_report(job.result)


async def open_measured(
    visit: Visit, story: Story, step: str, page: type[MeasuredPage[Any]], next_step: str
) -> None:
    """Show a measured page of the run that the address names, if there is one."""
    run = await opened(visit, story, step)
    if run is None:
        return
    shown = page(visit, run)
    shown.build()
    onward(next_step, address(story, next_step, run))
    ui.timer(0.05, shown.measure, once=True)  # the page is there before the work begins
