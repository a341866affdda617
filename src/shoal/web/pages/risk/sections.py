"""The parts of the page risk that are read from one measurement."""

from nicegui import ui

from shoal.report.game_section import ATTACKERS
from shoal.report.numbers import number, percent
from shoal.report.types.measured_risk import RiskReport
from shoal.report.types.sections import GameFacts
from shoal.web.charts.chart import Chart, chart_section
from shoal.web.explain import explanation, heading
from shoal.web.pages.risk import charts, figures
from shoal.web.pages.utility.bar_table import bar_table
from shoal.web.slide import Slide
from shoal.web.table import plain_table

RISKS = {
    "Highest risk": "risk-highest",
    "Success on average": "attack-success",
    "Lowest risk": "attack-lowest",
    "Records at risk": "attack-at-risk",
}
LABEL = "Risk above which a record is at risk"


def show_attackers(report: RiskReport) -> None:
    """Show prosecutor, journalist and marketer, before and after."""
    heading("Three attackers", "attackers")
    attack = report["attackers"]
    ui.label(
        f"A record is at risk if its risk is above {percent(attack['threshold'])}. The journalist's"
        f" population: {attack['population']}."
    ).classes("quiet small")
    label = "Risk by attacker, input and release"
    bar_table(("Attacker", *RISKS), figures.attackers(report), label, bad=tuple(RISKS))
    _show_terms({**attacker_terms(), **RISKS})


def attacker_terms() -> dict[str, str]:
    """The attackers, each with its term in the glossary."""
    return {title: f"attacker-{name}" for name, title in figures.ATTACKERS.items()}


def show_profile(report: RiskReport) -> None:
    """Show how many records have which risk."""
    named = figures.sides(report)
    with ui.element("div").classes("line wrap"):
        heading("Distribution of risks", "risk-distribution")
        ui.element("span").classes("grow")
        scale = ui.toggle({False: "Linear", True: "Logarithmic"}, value=False)
        scale.props('aria-label="Scale of the chart"')
    label = "Share of records by their risk, in the input and in the release"
    chart = Chart(charts.profile(named, False), label, "20rem")
    scale.on_value_change(lambda event: chart.show(charts.profile(named, event.value)))
    with ui.expansion("As a table").classes("full"):
        heads = ["Risk", *(f"{name}, {kind}" for name, _ in named for kind in ("here", "up to"))]
        plain_table(heads, charts.lines(named), "Distribution of risks")


def show_uniques(report: RiskReport) -> None:
    """Show unique records, and estimates of unique people."""
    heading("Unique records and people", "uniques")
    heads = ("", *(name for name, _ in figures.sides(report)))
    plain_table(heads, figures.uniques(report), "Unique records, and estimates of unique people")
    _show_uniqueness_curves(report)
    if report["uniqueness"].get("population") is None:
        ui.label("Give the size of the population above to estimate unique people.").classes(
            "quiet small"
        )


def _show_uniqueness_curves(report: RiskReport) -> None:
    """Show unique people over sampling fractions; nothing without a record."""
    named = dict(figures.sides(report))
    if not report["uniqueness"].get("by_fraction"):
        return
    with ui.element("div").classes("line wrap"):
        heading("If the data were a part of a population", "uniqueness-curves", 3)
        ui.element("span").classes("grow")
        # Without unique records, every curve is 0: the input then tells more.
        first = "Release" if report["uniqueness"]["sample"] else next(iter(named))
        side = ui.toggle(list(named), value=first).props('aria-label="Which table"')
    label = "Estimated share of unique people by the share of the population in the data"
    chart = Chart(charts.uniqueness(named[first]), label, "20rem")
    side.on_value_change(lambda event: chart.show(charts.uniqueness(named[event.value])))
    with ui.expansion("As a table").classes("full"):
        lines = figures.uniqueness_lines(report)
        plain_table(("Part in the data", *figures.estimators(report)), lines, label)


def show_payouts(game: GameFacts) -> None:
    """Show what publisher and adversary get by the input and by the release."""
    heading("Publisher and adversary", "payouts")
    attacker = ATTACKERS.get(game["attacker"], "")
    ui.label(
        f"What both get if an adversary {attacker} tries every record that is worth it."
    ).classes("quiet small")
    label = "Payouts of publisher and adversary, for the input and for the release"
    Chart(charts.payouts(game), label, "14rem")
    plain_table(("", "Input", "Release"), figures.payouts(game), label)


def show_columns(report: RiskReport) -> None:
    """Show which sets of quasi-identifiers tell people apart."""
    heading("Which columns identify", "column-sets")
    named = figures.sides(report)
    shares = [(name, figures.contributions(side)) for name, side in named]
    if all(found for _, found in shares):
        label = "Share of each column in what tells people apart"
        chart_section(
            "What each column adds", charts.contributions(shares), label, "contribution",
            height=f"{6 + 2 * len(shares[0][1])}rem",
        )  # fmt: skip
    kinds = ("Distinction", "Separation")
    heads = ["Columns", *(f"{kind}, {name.lower()}" for kind in kinds for name, _ in named)]
    lines = figures.sets(report)
    plain_table(heads, lines, "Distinction and separation of sets of columns")
    _show_terms({"Distinction": "distinction", "Separation": "separation"})
    values = figures.risky_values(report)
    if values:
        with ui.expansion("Released values whose records are easiest to find").classes("full"):
            heads = ["Column", "Value", "Records", "Average risk"]
            plain_table(heads, values, "Values that are easiest to find")


def show_models(report: RiskReport) -> None:
    """Show every promise that could be made: about sensitive columns, and about all records."""
    heading("What could be promised", "measured-models")
    names = [name for name, _ in figures.sides(report)]
    about = figures.models(report, True)
    if about:
        heading("Sensitive columns", "sensitive-measured", 3)
        plain_table(("Column", "Promise", *names), about, "Promises about sensitive columns")
    else:
        ui.label("The study has no sensitive column, so nothing about them was measured.").classes(
            "quiet"
        )
    whole = [line[1:] for line in figures.models(report, False)]
    if whole:
        heading("All records", level=3)
        plain_table(("Promise", *names), whole, "Promises about all records")
    with ui.expansion("What was not measured, and why").classes("full"):
        for sentence in figures.reasons_not_measured(report):
            ui.label(sentence).classes("quiet small")


def show_safe_harbor(report: RiskReport) -> None:
    """Show columns that look like identifiers of the law."""
    heading("HIPAA Safe Harbor", "safe-harbor")
    lines = figures.safe_harbor(report)
    if not lines:
        ui.label("No column looks like one of the eighteen kinds of identifiers.").classes("good")
        return
    heads = ("Column", "Kind", "How it was noticed", "Where")
    plain_table(heads, lines, "Columns that look like identifiers of the law")


def _show_terms(terms: dict[str, str]) -> None:
    """Show names with their explanations, below a table or chart."""
    with ui.element("div").classes("line wrap terms"):
        for name, term in terms.items():
            with ui.element("span").classes("line"):
                ui.label(name).classes("quiet small")
                explanation(term)


def show_threshold(report: RiskReport) -> None:
    """Show a slider for the threshold, and the share of records at risk on each side."""
    named = figures.sides(report)
    steps = report["profile"]
    begin = figures.place_of(steps, report["attackers"]["threshold"])

    async def move(place: float) -> None:
        show(int(place))

    heading("Records at risk, whatever you call a risk", "risk-threshold")
    with ui.element("div").classes("stack tight"):
        words = ui.label().classes("strong").mark("threshold-told").props('role="status"')
        slider = Slide(LABEL, (0, len(steps) - 1, 1), move)
    with ui.element("div").classes("figures wider"):
        values = [_figure(name) for name, _ in named]

    def show(place: int) -> None:
        up_to = steps[place]["up_to"]
        words.text = f"At risk: a risk above {percent(up_to)} (1 of {number(round(1 / up_to))})"
        for (_, side), value in zip(named, values, strict=True):
            value.text = percent(figures.above(side["profile"], place))

    slider.show(begin)
    show(begin)


def _figure(name: str) -> ui.label:
    """Show an empty figure of one side; returns the label for its value."""
    with ui.element("div").classes("figure"):
        ui.label(f"{name}: records at risk").classes("quiet")
        return ui.label().classes("value")
