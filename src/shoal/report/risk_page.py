"""The risk of a table as one self-contained HTML page with pictures."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Template
from markupsafe import Markup

from shoal.report import charts, numbers
from shoal.report.risk_charts import cumulative_chart, profile_chart
from shoal.report.risk_details import KEYS, sides
from shoal.report.templates import template
from shoal.report.words import label

SETS = 25
Row = dict[str, Any]
ATTACKERS = {
    "prosecutor": "knows that a certain person is in the table",
    "journalist": "knows that a certain person is in the population",
    "marketer": "wants to find as many people as possible, no matter whom",
}


def render_risk(report: Mapping[str, Any]) -> str:
    """The page for a report of `shoal.service.risk.risk`."""
    shown = sides(report)
    return _template().render(
        report=report,
        name=label(report["data"]),
        before=label(report["before"]["data"]) if "before" in report else None,
        sides=[(name or "after", side) for name, side in shown],
        keys=KEYS,
        attackers=ATTACKERS,
        profile=[
            (name or "after", profile_chart(name or "after", side["profile"]))
            for name, side in shown
        ],
        cumulative=cumulative_chart([(name, side["profile"]) for name, side in shown]),
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
    return template("risk.html")
