"""Runs the study: a button, progress, and the figures of the run."""

from collections.abc import Awaitable, Callable, Mapping

from nicegui import ui

from shoal.report.numbers import count_of
from shoal.report.types.summary import Summary
from shoal.server.jobs import Job
from shoal.server.stored.study_keys import StoredKeys
from shoal.web.explain import figure, heading
from shoal.web.headline import show_headline
from shoal.web.pages.data.deciding import undecided_columns
from shoal.web.pages.data.profiles import Profile, earlier_profile
from shoal.web.pages.explore.figures_text import count, count_and_share, of_summary, percent
from shoal.web.problems import show_warnings
from shoal.web.story import STEPS, Story
from shoal.web.visit import Visit
from shoal.web.work import watch_job, work

TITLE = "Running the study"
After = Callable[[], Awaitable[None]]


class RunPart:
    """A button, a place for progress, and the figures of the run.

    `after` is called after each run.
    """

    def __init__(self, visit: Visit, story: Story, after: After) -> None:
        self._visit, self._story, self._after = visit, story, after
        with ui.element("section").classes("card"):
            heading("Run the study", "explore-run")
            ui.label(
                "Finds the best candidate for what the study promises, writes the release and"
                " verifies it. Nobody gets it until you give it."
            ).classes("quiet")
            with ui.element("div").classes("line wrap"):
                self._button = ui.button("Run the study", icon="play_arrow", on_click=self._run)
                self._button.mark("run")
                self._missing = ui.element("div").classes("line wrap").props('role="status"')
            self._work = ui.element("div")
            self._result = ui.element("div").classes("stack")

        ui.timer(0.1, self._resume, once=True)  # show the page before looking for jobs

    async def _run(self) -> None:
        arguments = {"study": self._story.id}
        await self._show(work(self._visit, "run", arguments, TITLE, self._work))

    async def _resume(self) -> None:
        """Show what is missing, and the progress of a run that began in an earlier visit."""
        table = self._story.table
        profile = await earlier_profile(self._visit, table) if table else None
        self._say_missing(missing_decisions(self._story.body, profile))
        job = await self._visit.find_running("run", {"study": self._story.id})
        if job is not None:
            await self._show(watch_job(self._visit, job.id, TITLE, self._work))

    def _say_missing(self, sentences: list[tuple[str, str]]) -> None:
        """Show what must be decided before a run, with a link to the step for it."""
        self._button.set_enabled(not sentences)
        with self._missing:
            for sentence, step in sentences:
                ui.label(sentence).classes("warn").mark("missing")
                ui.link(f"Decide in the step {STEPS[step].title}", self._story.address(step))

    async def _show(self, job: Awaitable[Job | None]) -> None:
        """Wait for a job while the button is disabled, and show its figures if it is done."""
        self._button.disable()
        self._result.clear()
        try:
            _show_done(self._story, await job, self._result)
        finally:
            self._button.enable()
        await self._after()


def missing_decisions(body: StoredKeys, profile: Profile | None) -> list[tuple[str, str]]:
    """What a person must decide before a run, as sentences with the step for it."""
    names = undecided_columns(body.get("columns", {}))
    decisions = []
    if names and body.get("undecided") != "drop":
        many = count_of(len(names), "column is", "columns are")
        decisions.append((f"{many} undecided: {', '.join(names)}.", "data"))
    person = profile["study"].get("person") if profile else None
    if person is not None and body.get("person") is None:
        decisions.append((f"{person} repeats: do people count, or records?", "promises"))
    return decisions


async def apply_levels(
    visit: Visit, story: Story, levels: Mapping[str, int], working: ui.element, result: ui.element
) -> None:
    """Run the study with the levels of a candidate: progress in `working`, figures in `result`."""
    asked = {"study": story.id, "levels": levels}
    done = await work(visit, "apply", asked, "Applying the candidate", working)
    _show_done(story, done, result)


def _show_done(story: Story, done: Job | None, place: ui.element) -> None:
    """Show the figures of a run in `place`; None, a job that failed, has shown its problems."""
    if done is not None:
        place.clear()
        with place:
            show_run(story, str(done.result["run"]), done.result["summary"])


def show_run(story: Story, run: str, summary: Summary) -> None:
    """Show the figures of a run, and a link to its analysis."""
    records = of_summary(summary, "input", "records")
    before, after = (of_summary(summary, "risk", side, "highest") for side in ("before", "after"))
    show_headline(summary)
    with ui.element("div").classes("figures").mark("run-result"):
        figure("Loss", percent(summary.get("loss_normalized")), "loss")
        gone = count_and_share(summary.get("suppressed_records"), records)
        figure("Suppressed", gone, "suppressed")
        figure("Classes", count(of_summary(summary, "classes", "count")), "explore-classes")
        figure("Highest risk", f"{percent(before)} → {percent(after)}", "explore-risk")
    show_warnings(summary.get("warnings") or [])
    target = f"{story.address('release')}?run={run}"
    with ui.element("div").classes("line wrap"):
        ui.link("Analyze this run", target).classes("strong").mark("analyze-run")
