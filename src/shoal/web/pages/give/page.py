"""The page give: report, certificate, release; who has it, and a second check whenever you like."""

from nicegui import ui

from shoal.errors import ShoalError
from shoal.server import stored
from shoal.server.stored import StoredRun
from shoal.web.explain import heading
from shoal.web.page import story_page
from shoal.web.pages.give.exporting import exporting
from shoal.web.pages.give.giving import Giving
from shoal.web.pages.give.sharing import sharing
from shoal.web.pages.give.verifying import verifying
from shoal.web.pages.release.tabs import opened, summary_of
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.sure import sure
from shoal.web.visit import Visit


@story_page("give", "Give")
async def give(visit: Visit, story: Story) -> None:
    """The page."""
    run = await opened(visit, story, "give")
    if run is None:
        return
    summary = await visit.call(summary_of, run.id)
    with ui.element("section").classes("card"):
        _report(run)
    with ui.element("section").classes("card"):
        verifying(visit, run)
    with ui.element("section").classes("card"):
        Giving(visit, run, summary).build()
    with ui.element("section").classes("card"):
        await sharing(visit, run)
    with ui.element("section").classes("card"):
        exporting(visit, story, run)
    with ui.element("section").classes("card"):
        _forget(visit, story, run)


def _report(run: StoredRun) -> None:
    heading("The report", "report")
    ui.label("It tells about the input, so it is yours: do not share it with the release.").classes(
        "quiet"
    )
    address = f"/api/v1/runs/{run.id}/report"
    with ui.element("div").classes("line wrap"):
        with ui.link(target=address, new_tab=True).classes("file"):
            ui.icon("summarize").props('aria-hidden="true"')
            ui.label("Open the report")
        with ui.link(target=address).classes("file").props('download="report.html"'):
            ui.icon("download").props('aria-hidden="true"')
            ui.label("Download the report")


def _forget(visit: Visit, story: Story, run: StoredRun) -> None:
    heading("Forget this run", "forget-run")
    problems = ui.element("div")

    async def forget() -> None:
        told = (
            "Its release, report and certificate are removed. What was given stays in the ledger."
        )
        if not await sure("Forget this run?", told, "Forget it"):
            return
        problems.clear()
        try:
            await visit.call(stored.forget_run, run.id)
        except ShoalError as error:
            with problems:
                show_problems(error, "Not forgotten")
            return
        ui.navigate.to(story.address("release"))

    with ui.element("div"):
        ui.button("Forget this run", icon="delete", on_click=forget).props("outline").mark("forget")
