"""The risk of a table as one self-contained HTML page with pictures."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from shoal.report import charts, numbers
from shoal.report.learning_charts import Line, curves
from shoal.report.risk_details import KEYS, sides
from shoal.report.words import label

SETS = 25
Row = dict[str, Any]
ATTACKERS = {
    "prosecutor": "knows that a certain person is in the table",
    "journalist": "knows that a certain person is in the population",
    "marketer": "wants to find as many people as possible, no matter whom",
}


def render_risk(report: Mapping[str, Any]) -> str:
    """The page for a report of `shoal.service.risk`."""
    shown = sides(report)
    return _template().render(
        report=report,
        name=label(report["data"]),
        before=label(report["before"]["data"]) if "before" in report else None,
        sides=[(name or "after", side) for name, side in shown],
        keys=KEYS,
        attackers=ATTACKERS,
        profile=[(name or "after", _profile(name or "after", side)) for name, side in shown],
        cumulative=_cumulative(shown),
        quasi_identifiers=[label(name) for name in report["quasi_identifiers"]],
        sets=[_set(row) for row in report.get("columns", {}).get("sets", ())[:SETS]],
        contributions=_contributions(report.get("columns", {}).get("contributions")),
        values=[_value(row) for row in report.get("columns", {}).get("risky_values", ())],
        others={
            label(name): share
            for name, share in report.get("columns", {}).get("other_columns", {}).items()
        },
        special=_contributions(report.get("special_uniques", {}).get("contributions")),
        kinds=[{**row, "column": label(row["column"])} for row in report.get("safe_harbor", ())],
        version=label(report["shoal_version"]),
    )


def _profile(side: str, report: Mapping[str, Any]) -> Markup:
    """The share of records in each interval of risk that has any, the highest risk first."""
    rows = [row for row in reversed(report["profile"]) if row["share"]]
    bars = [
        charts.Bar(
            f"up to {numbers.percent(row['up_to'])}", row["share"], numbers.percent(row["share"])
        )
        for row in rows
    ]
    longest = max((row["share"] for row in rows), default=1)
    return charts.bars(f"Risk profile, {side}", bars, longest=longest, kind=side)


def _cumulative(shown: list[tuple[str, Mapping[str, Any]]]) -> Markup:
    """The share of records whose risk is at most so high."""
    kinds = {"before": "baseline", "after": "released", "": "released"}
    lines = [
        Line(
            kinds[name],
            f"{name.capitalize() or 'Table'}: {_up_to_a_fifth(side)} have a risk of at most 20%",
            list(_steps(side["profile"])),
        )
        for name, side in shown
    ]
    axes = ("Risk at most", "Share of records")
    return curves("Records with at most a risk", lines, axes, diagonal=False)


def _steps(profile: list[Mapping[str, float]]) -> Iterator[tuple[float, float]]:
    """Within an interval nothing is known: the share rises at its upper edge."""
    share = 0.0
    yield 0.0, share
    for row in profile:
        yield row["up_to"], share
        share = row["cumulative"]
        yield row["up_to"], share


def _up_to_a_fifth(side: Mapping[str, Any]) -> str:
    return numbers.percent(next(r["cumulative"] for r in side["profile"] if r["up_to"] == 0.2))


def _value(row: Mapping[str, Any]) -> Row:
    return {**row, "column": label(row["column"]), "value": label(row["value"])}


def _set(row: Mapping[str, Any]) -> Row:
    return {**row, "columns": [label(name) for name in row["columns"]]}


def _contributions(found: Mapping[str, float] | None) -> Markup | None:
    if not found or not sum(found.values()):
        return None
    total = sum(found.values())
    order = sorted(found, key=lambda name: -found[name])
    bars = [
        charts.Bar(label(name), found[name], numbers.percent(found[name] / total)) for name in order
    ]
    longest = max(found.values())
    return charts.bars("Share of each column", bars, longest=longest, kind="after")


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": numbers.number, "percent": numbers.percent}
    return environment.get_template("risk.html")
