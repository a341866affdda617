"""A comparison of two tables as one self-contained HTML page, in the look of a run's report."""

from functools import cache
from typing import Literal, TypedDict

from jinja2 import Template
from markupsafe import Markup

from shoal.report import charts, numbers
from shoal.report.compare_table import TITLES
from shoal.report.heat_map import heat_map
from shoal.report.quality_table import quality_rows
from shoal.report.templates import template
from shoal.report.types.comparison import (
    Association,
    Associations,
    ComparedTable,
    ComparisonReport,
    Contingency,
    NotAvailable,
    StatisticSides,
    ValueCounts,
)
from shoal.report.types.sections import SIDES, Side
from shoal.report.words import label
from shoal.utility.frequencies import SIGN

SHOWN = 10  # values of a column that can still be read beside each other
PAIRS = 12  # pairs of columns that the page lists
Only = Literal["only_in_input", "only_in_output", "not_compared"]

STATISTICS = {
    "records": "Records",
    "distinct": "Distinct",
    "mode": "Mode",
    "minimum": "Minimum",
    "median": "Median",
    "maximum": "Maximum",
    "mean": "Mean",
    "standard_deviation": "Std. deviation",
    "sample_variance": "Variance",
    "population_variance": "Var. (population)",
    "range": "Range",
    "kurtosis": "Kurtosis",
    "geometric_mean": "Geom. mean",
}


def render_comparison(report: ComparisonReport) -> str:
    """The page for a comparison (the dict of `shoal.service.compare`)."""
    quality = report["quality"]
    return _template().render(
        input=_table(report["input"]),
        output=_table(report["output"]),
        records=report["records"],
        kept_share=numbers.share_of_total(report["records"]["kept"], report["records"]["input"]),
        how=report["how"],
        tone="open" if report["pairing"] == "unknown" else "good",
        quality=quality_rows(quality),
        granularity=quality["granularity"]["arithmetic-mean"],
        classes=report["classes"],
        columns=[_column(name, report) for name in report["values"]],
        statistics=STATISTICS,
        middles=any(map(_from_middles, report["statistics"].values())),
        list_wise=report["include"]["list_wise"],
        include=report["include"],
        associations=_associations(report["associations"]),
        contingency=[_contingency(pair) for pair in report["contingency"]],
        only={key: [label(name) for name in report[key]] for key in ONLY},
        says=ONLY,
        reasons=[_reason(missing) for missing in report["not_available"]],
        version=label(report["shoal_version"]),
        note=report["note"],
    )


ONLY: dict[Only, str] = {
    "only_in_input": "Only in the input",
    "only_in_output": "Only in the output, not compared",
    "not_compared": "Not in the study, not compared",
}


def _table(table: ComparedTable) -> ComparedTable:
    return {**table, "name": label(table["name"])}


class ColumnRow(TypedDict):
    """A column: its values as charts, and its statistics, before and after."""

    name: str
    role: str
    sides: list[tuple[Side, int, Markup | None]]
    statistics: list[tuple[Side, list[str]]]


def _column(name: str, report: ComparisonReport) -> ColumnRow:
    values, statistics = report["values"][name], report["statistics"][name]
    role = report["roles"].get(name)
    return {
        "name": label(name),
        "role": role or report["quality"]["columns"][name]["type"],
        "sides": [
            (side, values[side]["distinct"], _panel(name, side, values[side])) for side in SIDES
        ],
        "statistics": [
            (side, [_statistic(statistics[side].get(key)) for key in STATISTICS]) for side in SIDES
        ],
    }


def _panel(name: str, side: str, counts: ValueCounts) -> Markup | None:
    """The values of a column as bars, in their order; None if there are no records.

    Of more than `SHOWN` values only the most frequent, and one line about the others.
    """
    rows = counts["records"]
    total = sum(records for _, records in rows) + counts.get("others", 0)
    if not total:
        return None
    if len(rows) > SHOWN:
        least = sorted((records for _, records in rows), reverse=True)[SHOWN - 2]
        rows = [row for row in rows if row[1] >= least][: SHOWN - 1]
    bars = [
        charts.Bar(label(value), records, numbers.percent(records / total))
        for value, records in rows
    ]
    rest = total - sum(records for _, records in rows)
    if rest:
        others = counts["distinct"] - sum(value != SIGN for value, _ in rows)
        name = numbers.count_of(others, "other value")
        bars.append(charts.Bar(name, None, numbers.percent(rest / total)))
    longest = max(records for _, records in rows)
    return charts.bars(f"{label(name)}, {side}", bars, longest=longest, kind=side)


def _statistic(value: object) -> str:
    if value is None:
        return "—"
    return numbers.number(value) if numbers.is_number(value) else label(value, 28)


def _from_middles(statistics: StatisticSides) -> bool:
    """Whether the statistics after were computed from the middles of ranges."""
    return bool(statistics["after"].get("from_middles"))


class PairRow(TypedDict):
    """How strongly two columns go together, before and after."""

    kind: str
    names: list[str]
    before: str
    after: str
    before_meter: Markup | None
    after_meter: Markup | None


class PairRows(TypedDict):
    """The pairs that went together most, and how many more there are."""

    rows: list[PairRow]
    more: int


def _associations(associations: Associations) -> PairRows:
    """The pairs that went together most, before and after."""
    known = [("Pearson", pair) for pair in associations["pearson"]]
    known += [("Cramér’s V", pair) for pair in associations["cramers_v"]]
    known = [(kind, pair) for kind, pair in known if pair["before"] is not None]
    known.sort(key=lambda known_pair: -abs(known_pair[1]["before"] or 0))
    rows = [_pair(kind, pair) for kind, pair in known[:PAIRS]]
    return {"rows": rows, "more": max(len(known) - PAIRS, 0)}


def _pair(kind: str, pair: Association) -> PairRow:
    names = [label(name, 28) for name in pair["columns"]]
    before, after = pair["before"], pair["after"]
    name = " and ".join(names)
    return {
        "kind": kind,
        "names": names,
        "before": "—" if before is None else f"{before:.2f}",
        "after": "—" if after is None else f"{after:.2f}",
        "before_meter": None if before is None else _strength(name, before, "before"),
        "after_meter": None if after is None else _strength(name, after, "after"),
    }


def _strength(name: str, value: float, side: str) -> Markup:
    """How strong an association is, as a small bar, whatever its sign."""
    return charts.meter(f"{name}, {side}", abs(value), f"{value:.2f}", side)


class ContingencyRow(TypedDict):
    """Two columns together, before and after."""

    names: list[str]
    before: Markup
    after: Markup
    largest: float


def _contingency(pair: Contingency) -> ContingencyRow:
    """Two heat maps of a pair of columns, before and after, with the same scale of colors."""
    names = [label(name) for name in pair["columns"]]
    maps = [
        heat_map(
            f"{names[0]} and {names[1]}, {side}",
            pair[side]["rows"], pair[side]["columns"], pair[side]["shares"], pair["largest"],
        )
        for side in SIDES
    ]  # fmt: skip
    return {"names": names, "before": maps[0], "after": maps[1], "largest": pair["largest"]}


def _reason(missing: NotAvailable) -> NotAvailable:
    """Why a measure is not available, as harmless texts."""
    column = label(missing["column"]) if missing["column"] else ""
    measure = TITLES.get(missing["measure"], missing["measure"])
    return {"column": column, "measure": measure, "reason": label(missing["reason"], 300)}


@cache
def _template() -> Template:
    return template("compare.html")
