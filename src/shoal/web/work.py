"""Runs jobs from a page: a bar shows the progress, a button cancels the job."""

from collections.abc import Awaitable, Mapping
from typing import Any

from nicegui import background_tasks, ui

from shoal.errors import ShoalError
from shoal.server.jobs import Job
from shoal.web.problems import show_problems
from shoal.web.visit import Visit

STAGES = {"read": "Reading", "encode": "Encoding", "search": "Searching", "write": "Writing"}


async def work(
    visit: Visit, action: str, arguments: Mapping[str, Any], title: str, place: ui.element
) -> Job | None:
    """Run a job and show its progress in `place`, instead of what stood there.

    Returns the job when it is done; `place` is then empty. Returns None if the job failed or was
    canceled; `place` then says why.
    """
    bar = _bar(visit, title, place)
    return await _end(visit.job(action, arguments, bar.show), place)


async def watch_job(visit: Visit, id: str, title: str, place: ui.element) -> Job | None:
    """Show the progress of a job that runs already, to somebody who comes back to the page.

    Returns the same as `work`.
    """
    bar = _bar(visit, title, place)
    return await _end(visit.follow_job(id, bar.show), place)


def _bar(visit: Visit, title: str, place: ui.element) -> "Bar":
    """Show a progress bar in a place, instead of what stood there."""
    place.clear()
    with place:
        return Bar(visit, title)


async def _end(job: Awaitable[Job], place: ui.element) -> Job | None:
    """Wait for a job; afterwards the place is empty, or says what went wrong."""
    try:
        done = await job
    except ShoalError as error:
        place.clear()
        with place:
            show_problems(error, "Not done")
        return None
    place.clear()
    return done


def progress_words(job: Job) -> str:
    """How far a job is: its stage, with percent where the end is known, else with a count."""
    progress = job.progress
    if not progress:
        return job.state.capitalize()
    stage = STAGES.get(progress["stage"], progress["stage"].capitalize())
    total, percent = progress["total"] or 0, progress.get("percent")
    if percent is not None:
        return f"{stage} {percent}%"
    return f"{stage} {progress['done']:,} of at most {total:,}" if total > 1 else stage


class Bar:
    """The progress of one job, with a button that cancels it."""

    def __init__(self, visit: Visit, title: str) -> None:
        self._visit, self._job, self._ends = visit, "", False
        with ui.element("div").classes("box work").props('role="status"').mark("progress"):
            with ui.element("div").classes("line"):
                ui.label(title).classes("strong")
                self._stage = ui.label("Waiting").classes("quiet")
                ui.element("span").classes("grow")
                ui.button("Cancel", on_click=self._cancel).props("flat dense").mark("cancel")
            self._bar = ui.linear_progress(value=0, show_value=False)
            self._bar.props(f'indeterminate aria-label="{title}"')

    def show(self, job: Job) -> None:
        """Show the present state of the job; after Cancel was pressed, it stays at "Canceling"."""
        if self._ends:
            if not self._job:  # Cancel was pressed before the job had an id
                background_tasks.create(self._visit.cancel(job.id))
            self._job = job.id
            return
        self._job = job.id
        percent = job.progress.get("percent") if job.progress else None
        known = percent is not None
        self._bar.props(remove="indeterminate") if known else self._bar.props("indeterminate")
        self._bar.value = (percent or 0) / 100
        self._stage.text = progress_words(job)

    async def _cancel(self) -> None:
        """Cancel the job; if it has no id yet, `show` cancels it as soon as it has one."""
        self._ends, self._stage.text = True, "Canceling"
        if self._job:
            await self._visit.cancel(self._job)
