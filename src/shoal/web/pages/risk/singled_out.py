"""Records that few columns single out (SUDA); measured only if somebody asks, it may take long."""

from nicegui import ui

from shoal.report.types.measured_risk import RiskReport
from shoal.server.stored import StoredRun
from shoal.web.explain import heading
from shoal.web.pages.release.remembered import measured
from shoal.web.pages.risk import figures
from shoal.web.table import plain_table
from shoal.web.visit import Visit


def singled_out(visit: Visit, run: StoredRun) -> None:
    """A button that begins the search, and what it found."""
    heading("Special uniques", "special-uniques")
    progress = ui.element("div")
    place = ui.element("div").classes("stack")
    asked = {"run": run.id, "own_study": True, "before": run.table, "special": True}

    async def begin() -> None:
        job = await measured(visit, "risk", asked, "Looking for special uniques", progress)
        if job is not None:
            place.clear()
            with place:
                _shown(job.result)

    with place:
        ui.label("Records that are unique already by very few columns are the easiest to find.")
        ui.button("Look for them", icon="search", on_click=begin).props("outline").mark("special")


def _shown(report: RiskReport) -> None:
    heads = ("", *(name for name, _ in figures.sides(report)))
    plain_table(heads, figures.special(report), "Special uniques in input and release")
