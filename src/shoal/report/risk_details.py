"""The sections of `shoal risk` on the terminal: attackers, profile, columns, kinds of the law."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from shoal.report.numbers import count_of, number, percent
from shoal.report.types.measured_risk import (
    AttackerRisk,
    ExpectedRisk,
    IdentifyingColumns,
    IndividualRisk,
    RiskReport,
    RiskSide,
    SafeHarborColumn,
    SpecialUniques,
    UniquePeople,
)
from shoal.report.types.sections import Risk
from shoal.report.words import label

Key = Literal["highest", "success", "lowest", "at_risk"]
ATTACKERS: tuple[Literal["prosecutor", "journalist", "marketer"], ...] = (
    "prosecutor",
    "journalist",
    "marketer",
)

SETS = 15  # sets of columns that a terminal shows
VALUES = 5  # values that a terminal shows
BAR = 24  # characters of the longest bar
KEYS: dict[Key, str] = {
    "highest": "Highest risk",
    "success": "Success on average",
    "lowest": "Lowest risk",
    "at_risk": "Records at risk",
}


def details(report: RiskReport) -> Iterator[RenderableType]:
    """Every section that the report has."""
    yield attackers_table(report)
    yield profile_table(report)
    yield from map(Text, _uniqueness(report["uniqueness"]))
    yield from map(Text, _wildcards(report["missing_matches_anything"]))
    if "columns" in report:
        yield from _columns(report["columns"])
    if "special_uniques" in report:
        yield from map(Text, _special(report["special_uniques"]))
    if "individual" in report:
        yield from map(Text, _individual(report["individual"]))
    if "safe_harbor" in report:
        yield safe_harbor_table(report["safe_harbor"])


def sides(report: RiskReport) -> list[tuple[str, RiskSide]]:
    """The sides of the report with their names: "before" and "after", or one without a name.

    The side before is there if the report knows from which table this one was made.
    """
    before = report.get("before")
    return [*([("before", before)] if before else []), ("after" if before else "", report)]


def attackers_table(report: RiskReport) -> Table:
    """Prosecutor, journalist and marketer, before and after."""
    threshold = report["attackers"]["threshold"]
    title = f"Attackers; at risk above {percent(threshold)}"
    table = Table(title=title, title_justify="left")
    table.add_column("Attacker", no_wrap=True)
    for said in KEYS.values():
        table.add_column(said, justify="right")
    for attacker in ATTACKERS:
        for name, side in sides(report):
            risk = side["attackers"][attacker]
            title = f"{attacker.capitalize()}{', ' + name if name else ''}"
            table.add_row(title, *(_share(risk, key) for key in KEYS))
    return table


def _share(risk: AttackerRisk, key: Key) -> str:
    return percent(risk[key]) if key in risk else "–"


def profile_table(report: RiskReport) -> Table:
    """How many records have which risk, with bars."""
    table = Table("Risk up to", title="Risk profile", title_justify="left")
    shown = sides(report)
    for name, _ in shown:
        table.add_column(f"Records{', ' + name if name else ''}", justify="right")
        table.add_column("", width=BAR)
    for place, row in enumerate(report["profile"]):
        rows = [side["profile"][place] for _, side in shown]
        if any(each["share"] for each in rows):
            cells = [
                text for each in rows for text in (percent(each["share"]), _bar(each["share"]))
            ]
            table.add_row(percent(row["up_to"]), *cells)
    return table


def _bar(share: float) -> str:
    return "█" * round(BAR * share)


def _uniqueness(uniqueness: UniquePeople) -> Iterator[str]:
    """How many records are unique in the table, and, by estimates, in the population if known."""
    yield f"Unique records: {number(uniqueness['sample'])} ({percent(uniqueness['sample_share'])})"
    if uniqueness["population"] is None:
        return
    people = count_of(uniqueness["population"], "person", "people")
    estimates = ", ".join(
        f"{name} {'no solution' if uniques is None else number(uniques)}"
        for name, uniques in uniqueness["estimated_uniques"].items()
    )
    yield f"Unique among {people}, estimated: {estimates}"


def _wildcards(risk: Risk | None) -> Iterator[str]:
    """The risk if a missing or suppressed cell matches any value; nothing if not measured."""
    if risk is not None:
        yield (
            f"If missing and suppressed cells match anything: highest {percent(risk['highest'])},"
            f" average {percent(risk['average'])}, lowest {percent(risk['lowest'])}"
        )


def _columns(identifying: IdentifyingColumns) -> Iterator[RenderableType]:
    """Which sets of columns identify, which column contributes how much, and risky values."""
    table = Table("Columns", title="Which columns identify", title_justify="left")
    for name in ("Distinction", "Separation"):
        table.add_column(name, justify="right")
    for row in identifying["sets"][:SETS]:
        names = ", ".join(map(label, row["columns"]))
        table.add_row(Text(names), percent(row["distinction"]), percent(row["separation"]))
    yield table
    if identifying["contributions"]:
        shares = _shares(identifying["contributions"])
        yield Text(f"Share of each column in the distinction of all: {shares}")
    yield from map(Text, _values(identifying))


def _values(identifying: IdentifyingColumns) -> Iterator[str]:
    """Values whose records are easiest to find, and columns that would find more."""
    for row in identifying["risky_values"][:VALUES]:
        where = f"{label(row['column'])} = {label(row['value'])}"
        risk = percent(row["average_risk"])
        yield f"{where}: {count_of(row['records'], 'record')}, {risk} on average"
    for name, distinction in identifying["other_columns"].items():
        yield f"With {label(name)} as well, distinction would be {percent(distinction)}"


def _shares(contributions: Mapping[str, float]) -> str:
    """Each column with its share of the sum, the largest first."""
    total = sum(contributions.values()) or 1
    order = sorted(contributions, key=lambda name: -contributions[name])
    return ", ".join(f"{label(name)} {percent(contributions[name] / total)}" for name in order)


def _special(special: SpecialUniques) -> Iterator[str]:
    """What SUDA found: records that few columns already single out."""
    yield (
        f"Special uniques (SUDA): {count_of(special['records'], 'record')},"
        f" highest score {number(special['highest_score'])},"
        f" a match is right with up to {percent(special['dis']['highest'])}"
    )
    if special["records"]:
        yield f"Columns in what singles them out: {_shares(special['contributions'])}"


def _individual(individual: IndividualRisk) -> Iterator[str]:
    """A sentence about the risk by sampling weights, and one about households if measured."""
    both: list[tuple[str, ExpectedRisk | None]] = [("Individual", individual)]
    for name, risks in [*both, ("Household", individual.get("household"))]:
        if risks:
            expected = count_of(risks["expected_reidentifications"], "record is", "records are")
            yield (
                f"{name} risk by sampling weights: highest {percent(risks['highest'])},"
                f" median {percent(risks['p50'])}; {expected} expected to be found"
                f" ({percent(risks['rate'])})"
            )


def safe_harbor_table(columns: Sequence[SafeHarborColumn]) -> Table:
    """The columns that Safe Harbor would remove or change."""
    title = f"Safe Harbor: {count_of(len(columns), 'finding')}"
    table = Table("Column", "Kind", "By", "Values", title=title, title_justify="left")
    for row in columns:
        form = f"{percent(row['share'])} look like {row['form']}" if row["form"] else ""
        table.add_row(Text(label(row["column"])), f"{row['number']} {row['kind']}", row["by"], form)
    return table
