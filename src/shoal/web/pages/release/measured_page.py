"""A page about a run whose figures a job measures: choices above, results below."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from nicegui import ui

from shoal.server.stored import StoredRun
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.release.remembered import measure_once
from shoal.web.pages.release.tabs import address, open_run
from shoal.web.story import Story
from shoal.web.visit import Visit

Report = TypeVar("Report")


class MeasuredPage(ABC, Generic[Report]):
    """One run, and what was measured about it; `register_page` makes it a page.

    Attributes:
        action: The action of the service that measures.
        work_title: What stands at the progress bar meanwhile.
        visit: Who is at the page.
        run: The run.
    """

    action: ClassVar[str]
    work_title: ClassVar[str]

    def __init__(self, visit: Visit, run: StoredRun) -> None:
        self.visit, self.run = visit, run

    @property
    @abstractmethod
    def arguments(self) -> dict[str, str | bool | int]:
        """The arguments of the action, with what was chosen."""

    @abstractmethod
    def show_choices(self) -> None:
        """Show the choices above the results; each calls `measure` when it is changed."""

    @abstractmethod
    def show_report(self, report: Report) -> None:
        """Show the results, which are what the action returned."""

    def build(self) -> None:
        """Show the choices, and places for progress and results."""
        with ui.element("section").classes("card"):
            with ui.element("div").classes("line wrap"):
                self.show_choices()
            self.progress = ui.element("div")
        self.place = ui.element("div").classes("stack wide-gap")

    async def measure(self) -> None:
        """Measure, or take what an earlier job measured, and show it.

        Problems stand at the choices.
        """
        job = await measure_once(
            self.visit, self.action, self.arguments, self.work_title, self.progress
        )
        if job is None:
            return
        self.place.clear()
        with self.place:
            self.show_report(job.result)


Page = TypeVar("Page", bound=MeasuredPage[Any])


def register_page(step: str, title: str, next_step: str) -> Callable[[type[Page]], type[Page]]:
    """Register a class as the page of a step; at its end, people are led to the next one."""

    def register(page: type[Page]) -> type[Page]:
        async def build(visit: Visit, story: Story) -> None:
            run = await open_run(visit, story, step)
            if run is None:
                return
            shown = page(visit, run)
            shown.build()
            show_next(next_step, address(story, next_step, run))
            ui.timer(0.05, shown.measure, once=True)  # show the page before the work begins

        story_page(step, title)(build)
        return page

    return register
