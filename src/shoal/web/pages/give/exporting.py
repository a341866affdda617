"""Files that bring new records into the form of this release: mapping and hierarchies."""

from nicegui import ui

from shoal.server.stored import StoredRun
from shoal.web.explain import explanation, heading
from shoal.web.problems import show_warnings
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.work import work


def exporting(visit: Visit, story: Story, run: StoredRun) -> None:
    """A button for each, and links to what was written."""
    heading("For new records", "export")
    asked = {
        "export-mapping": ("Export the mapping", {"study": story.id, "run": run.id}),
        "hierarchy-export": ("Export the hierarchies", {"study": story.id}),
    }
    for action, (text, arguments) in asked.items():
        _export(visit, action, text, arguments)
    with ui.element("div").classes("line wrap"):
        ui.link("Study file", f"/api/v1/runs/{run.id}/study").props("download")
        ui.link("Summary as JSON", f"/api/v1/runs/{run.id}/summary", new_tab=True)


def _export(visit: Visit, action: str, text: str, arguments: dict[str, str]) -> None:
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
