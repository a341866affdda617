"""The risk of a table as one self-contained HTML page with pictures."""

from collections.abc import Mapping
from functools import cache

from jinja2 import Template
from markupsafe import Markup

from shoal.report import charts, numbers
from shoal.report.risk_charts import cumulative_chart, profile_chart
from shoal.report.risk_details import KEYS, sides
from shoal.report.templates import template
from shoal.report.types.measured_risk import ColumnSet, RiskReport, RiskyValue
from shoal.report.words import label

SETS = 25
ATTACKERS = {
    "prosecutor": "knows that a certain person is in the table",
    "journalist": "knows that a certain person is in the population",
    "marketer": "wants to find as many people as possible, no matter whom",
}


def render_risk(report: RiskReport) -> str:
    """The page for a report of `shoal.service.risk.risk`."""
    shown, columns = sides(report), report.get("columns")
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
        sets=[_set(row) for row in columns["sets"][:SETS]] if columns else [],
        contributions=_contributions(columns["contributions"] if columns else None),
        values=[_value(row) for row in columns["risky_values"]] if columns else [],
        others={label(name): share for name, share in columns["other_columns"].items()}
        if columns
        else {},
        special=_contributions(
            report["special_uniques"]["contributions"] if "special_uniques" in report else None
        ),
        kinds=[{**row, "column": label(row["column"])} for row in report.get("safe_harbor", ())],
        version=label(report["shoal_version"]),
    )


def _value(row: RiskyValue) -> RiskyValue:
    return {**row, "column": label(row["column"]), "value": label(row["value"])}


def _set(row: ColumnSet) -> ColumnSet:
    return {**row, "columns": [label(name) for name in row["columns"]]}


def _contributions(contributions: Mapping[str, float] | None) -> Markup | None:
    if not contributions or not sum(contributions.values()):
        return None
    total = sum(contributions.values())
    order = sorted(contributions, key=lambda name: -contributions[name])
    bars = [
        charts.Bar(label(name), contributions[name], numbers.percent(contributions[name] / total))
        for name in order
    ]
    longest = max(contributions.values())
    return charts.bars("Share of each column", bars, longest=longest, kind="after")


@cache
def _template() -> Template:
    return template("risk.html")
