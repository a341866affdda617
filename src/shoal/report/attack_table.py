"""Simulated attacks on the terminal: before and after, beside guessing."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from shoal.report.numbers import count_of, number, percent
from shoal.report.types.measured_risk import AttackReport, AttackRow
from shoal.report.words import label


def attack_table(report: AttackReport) -> RenderableType:
    """Every attack with its success on the table as it was, on the release, and by guessing."""
    table = Table(title="Attacks, and how often they succeed", title_justify="left")
    table.add_column("Attack")
    for name in ("Before", "Release", "Guessing", "Gain"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in report["attacks"]:
        if row["after"]["reason"] is None:
            table.add_row(Text(label(row["name"], 60)), *_cells(row))
    return Group(*map(Text, _about(report)), table, *map(Text, _reasons(report)))


def _cells(row: AttackRow) -> Iterator[str]:
    before, after = row["before"], row["after"]
    yield percent(before["success"]) if before["reason"] is None else "not tried"
    yield f"{percent(after['success'])} ({percent(after['low'])} to {percent(after['high'])})"
    yield percent(after["baseline"])
    yield percent(after["gain"])


def _about(report: AttackReport) -> Iterator[str]:
    released = number(report["released_records"])
    yield f"{released} of {count_of(report['records'], 'record')} released"
    yield report["note"]


def _reasons(report: AttackReport) -> Iterator[str]:
    yield "Gain: what the release adds to guessing, from 0% (nothing) to 100% (everything)."
    for row in report["attacks"]:
        if row["tried"] is not None:
            yield f"Tried: {label(row['name'], 60)}; {row['tried']}."
    for row in report["attacks"]:
        if row["after"]["reason"] is not None:
            yield f"Not tried: {label(row['name'], 60)}; {row['after']['reason']}."
