"""The profile of a table as one self-contained HTML page, in the look of a run's report."""

from functools import cache

from jinja2 import Template
from markupsafe import Markup

from shoal.report import charts, numbers
from shoal.report.templates import template
from shoal.report.types.profile import ProfileColumn, ProfileReport, TypeMatch
from shoal.report.words import label

ROLES = {
    "identifier": "Names one person. Never released.",
    "quasi-identifier": "Others may know it. Made coarser until nobody stands out.",
    "sensitive": "Nobody should learn it about a person. Released as it is.",
    "insensitive": "Harmless. Released as it is.",
    "undecided": "Nothing is known about it. A person decides before anything is released.",
}


class ColumnRow(ProfileColumn):
    """A column as the page shows it."""

    others: list[str]
    chart: Markup | None


def render_profile(profile: ProfileReport) -> str:
    """The page for a profile (the dict of `shoal.data.profile`)."""
    columns = [_column(column, profile["records"]) for column in profile["columns"]]
    return _template().render(
        data=label(profile["data"]),
        records=profile["records"],
        columns=columns,
        groups=[(role, says, _with_role(columns, role)) for role, says in ROLES.items()],
        suspicious=[column for column in columns if column["suspicions"]],
        sampled=any(column["sampled"] for column in columns),
        note=profile["note"],
        encoding=profile.get("encoding"),
        assumed=profile.get("assumed"),
    )


def _with_role(columns: list[ColumnRow], role: str) -> list[ColumnRow]:
    return [column for column in columns if column["role"] == role]


def _column(column: ProfileColumn, records: int) -> ColumnRow:
    return {
        **column,
        "name": label(column["name"]),
        "others": [_other(other) for other in column["other_types"][:3]],
        "chart": _values(column, records),
    }


def _other(other: TypeMatch) -> str:
    form = f" ({other['format']})" if other["format"] else ""
    return f"{other['type']}{form} in {numbers.percent(other['share'])}"


def _values(column: ProfileColumn, records: int) -> Markup | None:
    """The frequent values as bars; their lengths are shares of all records."""
    frequent = column["frequent"]
    if not frequent or not records:
        return None
    bars = [charts.Bar(value, count / records, numbers.number(count)) for value, count in frequent]
    longest = max(bar.length or 0 for bar in bars)
    return charts.bars("The most frequent values", bars, longest=longest, kind="after")


@cache
def _template() -> Template:
    return template("profile.html")
