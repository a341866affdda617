"""The page give: report, second check, release and certificate, sharing, files for new records."""

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredRun
from shoal.web.explain import explanation, heading
from shoal.web.page import story_page
from shoal.web.pages.give.giving import Giving
from shoal.web.pages.give.sharing import show_sharing
from shoal.web.pages.give.verifying import show_verification
from shoal.web.pages.release.tabs import open_run, summary_of
from shoal.web.problems import show_problems_in, show_warnings
from shoal.web.story import Story
from shoal.web.sure import confirm
from shoal.web.visit import Visit
from shoal.web.work import work

FORGOTTEN = "Its release, report and certificate are removed. What was given stays in the ledger."


@story_page("give", "Give")
async def show_give(visit: Visit, story: Story) -> None:
    """Show the page."""
    run = await open_run(visit, story, "give")
    if run is None:
        return
    with ui.element("section").classes("card"):
        _show_report(run)
    with ui.element("section").classes("card"):
        show_verification(visit, run)
    with ui.element("section").classes("card"):
        Giving(visit, run, await visit.call(summary_of, run.id)).build()
    with ui.element("section").classes("card"):
        await show_sharing(visit, run)
    with ui.element("section").classes("card"):
        show_exports(visit, story, run)
    with ui.element("section").classes("card"):
        _show_forget(visit, story, run)


def _show_report(run: StoredRun) -> None:
    """Show links that open and download the report."""
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


def _show_forget(visit: Visit, story: Story, run: StoredRun) -> None:
    """Show a button that forgets the run once the person has confirmed it."""
    heading("Forget this run", "forget-run")
    problems = ui.element("div")

    async def forget() -> None:
        if not await confirm("Forget this run?", FORGOTTEN, "Forget it"):
            return
        with show_problems_in(problems, "Not forgotten"):
            await visit.call(stored.forget_run, run.id)
            ui.navigate.to(story.address("release"))

    with ui.element("div"):
        ui.button("Forget this run", icon="delete", on_click=forget).props("outline").mark("forget")


def show_exports(visit: Visit, story: Story, run: StoredRun) -> None:
    """Show a button for each kind of file that new records need, and links to what was written."""
    heading("For new records", "export")
    asked = {
        "export-mapping": ("Export the mapping", {"study": story.id, "run": run.id}),
        "hierarchy-export": ("Export the hierarchies", {"study": story.id}),
    }
    for action, (text, arguments) in asked.items():
        _show_export(visit, action, text, arguments)
    with ui.element("div").classes("line wrap"):
        ui.link("Study file", f"/api/v1/runs/{run.id}/study").props("download")
        ui.link("Summary as JSON", f"/api/v1/runs/{run.id}/summary", new_tab=True)


def _show_export(visit: Visit, action: str, text: str, arguments: dict[str, str]) -> None:
    """Show a button that runs one action, and links to the files that it wrote."""
    with ui.element("div").classes("stack tight"):
        with ui.element("div").classes("line wrap"):
            button = ui.button(text, icon="file_download").props("outline").mark(action)
            explanation(action)
        place = ui.element("div").classes("stack tight")

    async def begin() -> None:
        job = await work(visit, action, arguments, text, place)
        if job is None:
            return
        with place:
            show_warnings(job.result.get("warnings") or ())
            with ui.element("div").classes("line wrap"):
                for name in job.result["files"]:
                    ui.link(name, f"/api/v1/jobs/{job.id}/files/{name}").props("download")

    button.on_click(begin)
