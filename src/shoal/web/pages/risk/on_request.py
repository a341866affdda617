"""Attacks on the release, tried out: how often they succeed, in words."""

from nicegui import ui

from shoal.report.types.measured_risk import AttackReport, RiskReport
from shoal.server.stored import StoredRun
from shoal.web.charts.chart import Chart
from shoal.web.explain import heading
from shoal.web.pages.release.remembered import done_before, measured
from shoal.web.pages.risk import charts, figures
from shoal.web.table import plain_table
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
            _show_attacks(report)

    with place:
        ui.label("Simulated attackers try the input and the release, and you see who succeeds.")
        ui.button("Attack it", icon="bug_report", on_click=begin).props("outline").mark("attack")

    async def remember() -> None:
        known = await visit.call(done_before, "attack", {"run": run.id})
        if known is not None:
            show(known.result)

    ui.timer(0.05, remember, once=True)


def _show_attacks(report: AttackReport) -> None:
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
                _show_special(job.result)

    with place:
        ui.label("Records that are unique already by very few columns are the easiest to find.")
        ui.button("Look for them", icon="search", on_click=begin).props("outline").mark("special")


def _show_special(report: RiskReport) -> None:
    heads = ("", *(name for name, _ in figures.sides(report)))
    plain_table(heads, figures.special(report), "Special uniques in input and release")
