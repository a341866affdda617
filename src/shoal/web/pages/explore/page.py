"""The step Explore: run the study, see what is possible, choose, and look at the runs so far."""

from nicegui import ui

from shoal.server import stored
from shoal.web.assets import STATIC
from shoal.web.explain import heading
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.explore.candidates_part import CandidatesPart
from shoal.web.pages.explore.explorer import Explorer
from shoal.web.pages.explore.run_part import RunPart
from shoal.web.pages.explore.runs_part import RunsPart
from shoal.web.pages.explore.settings import settings_of
from shoal.web.pages.explore.sources import Listed
from shoal.web.pages.explore.sweep_part import SweepPart
from shoal.web.pages.explore.sweeps import (
    Sweep,
    can_list_candidates,
    earlier_sweep,
    new_sweep,
    why_no_sweep,
)
from shoal.web.problems import show_problems
from shoal.web.story import STEPS, Story
from shoal.web.visit import Visit
from shoal.web.work import watch_job, work

LISTED = 5000  # candidates, where no sweep is possible


@story_page("explore")
async def show_explore(visit: Visit, story: Story) -> None:
    """Show the page of the step."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/explore.css">')
    ui.label(STEPS["explore"].purpose).classes("quiet")
    if not story.columns_with_role("quasi-identifier"):
        ui.label("No column is a quasi-identifier yet, so there is nothing to explore.").classes(
            "empty"
        )
        ui.link("Say what the columns are", story.address("data"))
        return
    page = Explore(visit, story)
    await page.begin()


class Explore:
    """The parts of the page, and what each tells the others."""

    def __init__(self, visit: Visit, story: Story) -> None:
        self._visit, self._story = visit, story
        self._run = RunPart(visit, story, self._after_run)
        self._place = ui.element("div").classes("stack possible")
        self._runs = RunsPart(visit, story)
        self._show_other_ways()
        show_next("Analyze & release", story.address("release"))

    def _show_other_ways(self) -> None:
        with ui.element("div").classes("line wrap quiet small"):
            ui.label("Other ways to a choice:")
            ui.link("let it learn what you find useful", self._story.address("teach"))
            ui.link("change one thing after the other by hand", self._story.address("steps"))

    async def begin(self) -> None:
        """Show an earlier sweep, or offer one, and the runs so far."""
        sweep = (
            None
            if why_no_sweep(self._story.body)
            else await earlier_sweep(self._visit, self._story)
        )
        with self._place:
            if sweep is None:
                self._offer()
            else:
                part = SweepPart(
                    self._visit, self._story, sweep, self._after_run, self._sweep_again
                )
                await part.begin()
        await self._runs.load()

    async def _after_run(self) -> None:
        await self._runs.load()

    def _offer(self) -> None:
        """Show the button that starts a sweep, or why no sweep is possible."""
        with ui.element("section").classes("card"):
            heading("What is possible", "explore-possible")
            why = why_no_sweep(self._story.body)
            if why is None:
                ui.label(
                    "Looks at every candidate once. Then every k, suppression limit and weight is"
                    " answered at once, and the best choices are shown as a frontier."
                ).classes("quiet")
                self._button = ui.button("See what is possible", icon="insights")
                self._button.on_click(self._sweep).mark("sweep")
                ui.timer(0.1, self._resume, once=True)
            else:
                with ui.element("div").classes("box hint").mark("no-sweep"):
                    ui.label(f"Sliders are not available. {why}")
            if why is not None and can_list_candidates(self._story.body):
                ui.label(
                    "Its candidates can be listed, each looked at by itself. This may take long."
                ).classes("quiet")
                ui.button("List the candidates", icon="list", on_click=self._list_candidates).mark(
                    "list"
                )
            self._working = ui.element("div")

    async def _resume(self) -> None:
        """Show the progress of a sweep that began in an earlier visit, then its result."""
        job = await self._visit.find_running("frontier", {"study": self._story.id})
        if job is None:
            return
        self._button.disable()
        await watch_job(self._visit, job.id, "Looking at every candidate", self._working)
        sweep = await earlier_sweep(self._visit, self._story)
        if sweep is None:
            self._button.enable()
        else:
            await self._show(sweep)

    async def _sweep(self) -> None:
        """Sweep the study, and show the result; if it failed, offer to list candidates instead."""
        self._button.disable()
        sweep = await new_sweep(self._visit, self._story, self._working)
        if sweep is None:
            self._button.enable()
            if can_list_candidates(self._story.body):
                with self._working:
                    ui.button(
                        "List the candidates", icon="list", on_click=self._list_candidates
                    ).mark("list")
            return
        await self._show(sweep)

    async def _show(self, sweep: Sweep) -> None:
        """Show the parts that a sweep answers, instead of the button."""
        self._place.clear()
        with self._place:
            part = SweepPart(self._visit, self._story, sweep, self._after_run, self._sweep_again)
        await part.begin()

    async def _sweep_again(self) -> None:
        self._place.clear()
        with self._place:
            self._offer()
        await self._sweep()

    async def _list_candidates(self) -> None:
        """Let a job list at most LISTED candidates, and show them without sliders."""
        arguments = {"study": self._story.id, "most": LISTED}
        title = "Looking at the candidates"
        done = await work(self._visit, "candidates", arguments, title, self._working)
        if done is None:
            return
        records = 0
        if self._story.table is not None:
            records = (await self._visit.call(stored.table, self._story.table)).records
        self._place.clear()
        with self._place:
            explorer = Explorer(Listed(done.result, records), settings_of(self._story.body),
                                show_problems)  # fmt: skip
            part = CandidatesPart(self._visit, self._story, explorer, self._after_run)
        await explorer.ask()
        await part.bookmarks.load()
