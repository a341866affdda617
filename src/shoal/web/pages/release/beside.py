"""Input and release side by side: the same records on the same lines, scrolling together."""

from nicegui import ui

from shoal.report.numbers import count_of, number
from shoal.server.jobs import Job
from shoal.server.stored import StoredRun
from shoal.web.explain import heading
from shoal.web.grid import Grid
from shoal.web.pages.release.remembered import find_done_job
from shoal.web.visit import Visit
from shoal.web.work import work

VIEWS = {
    "table": "In the order of the table",
    "class": "Grouped by class",
    "suppressed": "Only suppressed records",
}
SIDES = {"input": "Input", "release": "Release"}


async def show_beside(visit: Visit, run: StoredRun) -> None:
    """Show both sides if a job has aligned them before; otherwise a button that does so."""
    with ui.element("section").classes("card beside"):
        heading("Input and release side by side", "side-by-side")
        place = ui.element("div").classes("stack")
        progress = ui.element("div")
    known = await visit.call(find_done_job, "align", {"run": run.id})
    if known is not None:
        with place:
            _show_grids(known, run)
        return

    async def show() -> None:
        job = await work(visit, "align", {"run": run.id}, "Putting them side by side", progress)
        if job is not None:
            place.clear()
            with place:
                _show_grids(job, run)

    with place:
        ui.label(
            "The release is shuffled and leaves suppressed records out. For you alone, its records"
            " can be put beside those of the table again."
        ).classes("quiet")
        ui.button("Show side by side", icon="compare", on_click=show).mark("align")


def _show_grids(job: Job, run: StoredRun) -> None:
    """Show both grids, the choice of records, and a switch that highlights what changed."""
    roles = {
        name: str(keys.get("role", ""))
        for name, keys in run.body.get("columns", {}).items()
        if name in job.result["columns"]
    }
    shown = {name: role for name, role in roles.items() if name in job.result["released_columns"]}
    grids: dict[str, Grid] = {}

    def look(view: str) -> None:
        for side, grid in grids.items():
            grid.show(_source(job, view, side))

    with ui.element("div").classes("line wrap"):
        views = {
            key: words
            for key, words in VIEWS.items()
            if key != "suppressed" or _count_suppressed(job)
        }
        choice = ui.toggle(views, value="table", on_change=lambda event: look(event.value))
        choice.props('aria-label="Which records, in which order"').classes("views")
        lit = ui.switch("Highlight what changed", value=True)
    ui.label(_alignment_words(job)).classes("quiet small")
    with ui.element("div").classes("halves lit") as both:
        for side, title in SIDES.items():
            with ui.element("div").classes(f"stack tight {side}"):
                heading(title, level=3)
                grids[side] = Grid(
                    _source(job, "table", side),
                    f"{title}: the same records on the same lines as on the other side",
                    {**(roles if side == "input" else shown), "class": "(size)"},
                    link="beside",
                    filterable=False,
                )
    lit.on_value_change(lambda: both.classes(toggle="lit"))


def _source(job: Job, view: str, side: str) -> str:
    """The address of the records of one side, in the order of a view."""
    return f"/api/v1/jobs/{job.id}/aligned/{view}/{side}"


def _count_suppressed(job: Job) -> int:
    return int(job.result["suppressed"])


def _alignment_words(job: Job) -> str:
    """How many records, classes and suppressed records there are, in words."""
    result = job.result
    outside = f" {number(result['outside'])} are not in the subset." if result["outside"] else ""
    classes = count_of(result["classes"], "class", "classes")
    return (
        f"{count_of(result['records'], 'record')} in {classes}, of which each"
        f" is told with its size; {number(result['suppressed'])} are suppressed.{outside}"
        " Both sides are checked to be the table and the written release."
    )
