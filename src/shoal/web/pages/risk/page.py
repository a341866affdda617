"""The page risk: how likely people are recognized, by whom, and through what.

It shows what the risk view of ARX, a desktop tool, shows: attackers, distribution of risks,
sets of quasi-identifiers, population uniques, sensitive columns, identifiers of the law; and
attacks.
"""

from nicegui import ui

from shoal.report.types.measured_risk import AttackReport, RiskReport
from shoal.server.stored import StoredRun
from shoal.web.charts.chart import Chart
from shoal.web.explain import heading
from shoal.web.pages.release.measured_page import MeasuredPage, register_page
from shoal.web.pages.release.remembered import find_done_job, measure_once
from shoal.web.pages.release.tabs import summary_of
from shoal.web.pages.risk import charts, figures, sections
from shoal.web.table import plain_table
from shoal.web.visit import Visit
from shoal.web.work import work


@register_page("risk", "Risk", next_step="learning")
class RiskPage(MeasuredPage[RiskReport]):
    """The risks of one run.

    Attributes:
        people: The size of the population; None if nobody gave it.
    """

    action = "risk"
    work_title = "Measuring the risk of input and release"
    people: int | None = None

    @property
    def arguments(self) -> dict[str, str | bool | int]:
        """The arguments of the action."""
        asked: dict[str, str | bool | int] = {
            "run": self.run.id, "own_study": True, "before": self.run.table,
            "models": True, "columns": True, "safe_harbor": True,
        }  # fmt: skip
        return asked if self.people is None else {**asked, "population_size": self.people}

    def show_choices(self) -> None:
        """Ask for the size of the population."""
        heading("Where the people are from", "population-size")
        size = ui.number("Size of the population", min=1, precision=0, format="%d")
        size.props("outlined dense clearable").classes("choice").mark("population")
        size.on("change", lambda: self._count(size.value))
        size.on("clear", lambda: self._count(None))
        ui.label("Not needed; with it, unique people are estimated.").classes("quiet small")

    async def _count(self, people: float | None) -> None:
        """Measure again with another size of the population; None or 0 for none."""
        self.people = None if not people else int(people)
        await self.measure()

    def show_report(self, report: RiskReport) -> None:
        """Show a card for each part of the report, and for what is measured on request."""
        for part in (
            sections.show_attackers,
            sections.show_threshold,
            sections.show_profile,
            sections.show_uniques,
        ):
            with ui.element("section").classes("card"):
                part(report)
        show_game(self.visit, self.run)
        with ui.element("section").classes("card"):
            show_attacks(self.visit, self.run)
        for part in (sections.show_columns, sections.show_models, sections.show_safe_harbor):
            with ui.element("section").classes("card"):
                part(report)
        with ui.element("section").classes("card"):
            show_special_uniques(self.visit, self.run)


def show_game(visit: Visit, run: StoredRun) -> None:
    """Show payouts of publisher and adversary, where the summary of the run has them."""
    place = ui.element("section").classes("card")
    place.set_visibility(False)

    async def show() -> None:
        game = (await visit.call(summary_of, run.id)).get("game")
        if game:
            with place:
                sections.show_payouts(game)
            place.set_visibility(True)

    ui.timer(0.05, show, once=True)


def show_attacks(visit: Visit, run: StoredRun) -> None:
    """Show a button that starts the attacks; earlier results are shown at once."""
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
        known = await visit.call(find_done_job, "attack", {"run": run.id})
        if known is not None:
            show(known.result)

    ui.timer(0.05, remember, once=True)


def _show_attacks(report: AttackReport) -> None:
    attacks = figures.attacks(report)
    ui.label(report["note"]).classes("quiet small")
    label = "How often each attack succeeds on the input, on the release, and by guessing"
    Chart(charts.attacks(attacks), label, f"{7 + 3.5 * len(attacks)}rem")
    with ui.element("ul").classes("told"):
        for one in attacks:
            with ui.element("li"):
                ui.label(f"{one['name'].capitalize()}.").classes("strong")
                ui.label(one["says"])
    for sentence in figures.reasons_not_tried(report):
        ui.label(sentence).classes("quiet small")


def show_special_uniques(visit: Visit, run: StoredRun) -> None:
    """Show a button that looks for special uniques (SUDA), which may take long, and the result."""
    heading("Special uniques", "special-uniques")
    progress = ui.element("div")
    place = ui.element("div").classes("stack")
    asked = {"run": run.id, "own_study": True, "before": run.table, "special": True}

    async def begin() -> None:
        job = await measure_once(visit, "risk", asked, "Looking for special uniques", progress)
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
