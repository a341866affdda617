"""Attacks on the release, tried out: how often they succeed, in words."""

from nicegui import ui

from shoal.report.types.measured_risk import AttackReport
from shoal.server.stored import StoredRun
from shoal.web.charts.chart import Chart
from shoal.web.explain import heading
from shoal.web.pages.release.remembered import done_before
from shoal.web.pages.risk import charts, figures
from shoal.web.visit import Visit
from shoal.web.work import work


def attacking(visit: Visit, run: StoredRun) -> None:
    """A button that begins the attacks; results that are there are shown at once."""
    heading("Attacks, tried out", "attack")
    progress = ui.element("div")
    place = ui.element("div").classes("stack")

    async def begin() -> None:
        job = await work(visit, "attack", {"run": run.id}, "Attacking input and release", progress)
        if job is not None:
            show(job.result)

    def show(report: AttackReport) -> None:
        place.clear()
        with place:
            _shown(report)

    with place:
        ui.label("Simulated attackers try the input and the release, and you see who succeeds.")
        ui.button("Attack it", icon="bug_report", on_click=begin).props("outline").mark("attack")

    async def remember() -> None:
        known = await visit.call(done_before, "attack", {"run": run.id})
        if known is not None:
            show(known.result)

    ui.timer(0.05, remember, once=True)


def _shown(report: AttackReport) -> None:
    found = figures.attacks(report)
    ui.label(report["note"]).classes("quiet small")
    label = "How often each attack succeeds on the input, on the release, and by guessing"
    Chart(charts.attacks(found), label, f"{7 + 3.5 * len(found)}rem")
    with ui.element("ul").classes("told"):
        for one in found:
            with ui.element("li"):
                ui.label(f"{one['name'].capitalize()}.").classes("strong")
                ui.label(one["says"])
    for sentence in figures.untried(report):
        ui.label(sentence).classes("quiet small")
