"""The columns of the page: their level, what it means, and their values before and after."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from markupsafe import Markup

from shoal.report import charts, words
from shoal.report.flat import as_mapping
from shoal.report.local_section import spread_of
from shoal.report.method_section import meaning_by_cell
from shoal.report.numbers import count_of, is_number, percent, share_of_total
from shoal.report.types.summary import Report, ReportColumn, Summary

Distribution = list[tuple[str, float]]  # labels with their numbers of records
SHOWN = 8  # the most frequent values that fit beside each other and can still be read
QUASI_IDENTIFIER = "quasi-identifier"


class ColumnRow(TypedDict):
    """A column, as the page shows it."""

    name: str
    role: str
    type: str | None
    generalized: bool
    kept: bool
    level: int | None
    top: int | None
    scale: Markup | None
    spread: str | None
    meaning: str
    examples: list[str]
    loss: float | None
    before_distinct: int | None
    after_distinct: int | None
    before: Markup | None
    after: Markup | None


def columns_of(report: Report) -> list[ColumnRow]:
    """The columns as the page shows them; reports without columns show the quasi-identifiers."""
    summary = as_mapping(report.get("summary"))
    return [_column_row(column, summary) for column in report.get("columns") or _bare(summary)]


def _bare(summary: Summary) -> list[ReportColumn]:
    """The quasi-identifiers, with nothing but their names."""
    names = [*(summary.get("quasi_identifiers") or summary.get("levels") or [])]
    return [{"name": name, "role": QUASI_IDENTIFIER} for name in names]


def _column_row(column: ReportColumn, summary: Summary) -> ColumnRow:
    """A column as the page shows it; what the report lacks is taken from the summary, or None."""
    name, top = column.get("name"), column.get("max_level")
    levels, losses = summary.get("levels") or {}, summary.get("loss_by_column") or {}
    level = column["level"] if is_number(column.get("level")) else levels.get(name)
    before, after = _distribution(column.get("before")), _distribution(column.get("after"))
    spread = spread_of(name, summary)
    meaning = words.level_meaning(level, top, column.get("after_distinct"))
    if level is None and (blanked := meaning_by_cell(name, summary)):
        level, meaning = blanked
    return {
        "name": words.label(name),
        "role": words.label(column.get("role") or "not available"),
        "type": column.get("type") and words.label(_type_name(column["type"])),
        "generalized": column.get("role", QUASI_IDENTIFIER) == QUASI_IDENTIFIER,
        "kept": column.get("role") in {"sensitive", "insensitive"},
        "level": level,
        "top": top,
        "scale": spread["chart"] if spread else _scale(name, level, top),
        "spread": spread and spread["text"],
        "meaning": spread["meaning"] if spread else meaning,
        "examples": _examples(
            0 if spread and spread["untouched"] else level, after, column.get("after_distinct")
        ),
        "loss": column.get("loss") if is_number(column.get("loss")) else losses.get(name),
        "before_distinct": column.get("before_distinct"),
        "after_distinct": column.get("after_distinct"),
        "before": _panel(words.label(name), "before", before, column.get("before_distinct")),
        "after": _panel(words.label(name), "after", after, column.get("after_distinct")),
    }


def _scale(name: object, level: object, top: object) -> Markup | None:
    if not (is_number(level) and is_number(top)):
        return None
    return charts.scale(f"Level of {words.label(name)}", int(level), int(top))


def _examples(level: object, after: Distribution, distinct: object) -> list[str]:
    """Two labels of the release, if the level has changed the values and there are several."""
    if level == 0 or distinct == 1:
        return []
    return [words.label(name, 28) for name, _ in after[:2]]


def _panel(name: str, side: str, rows: Distribution, distinct: object) -> Markup | None:
    """The most frequent values as bars, and a line about the others; None without values."""
    if not rows:
        return None
    total = sum(count for _, count in rows)
    named, rest = _top(rows)
    bars = [
        charts.Bar(label, count, percent(share_of_total(count, total))) for label, count in named
    ]
    if rest:
        others = (distinct if is_number(distinct) else len(rows)) - len(named)
        share = share_of_total(sum(count for _, count in rest), total)
        bars.append(charts.Bar(f"{count_of(others, 'other value')}", None, percent(share)))
    longest = max(count for _, count in named)
    return charts.bars(f"{name}, {side}", bars, longest=longest, kind=side)


def _top(rows: Distribution) -> tuple[Distribution, Distribution]:
    """The values that get a bar, and the rest.

    If they fit, all get one, by number where each begins with one; else the most frequent do.
    """
    if len(rows) > SHOWN + 2:
        return rows[:SHOWN], rows[SHOWN:]
    ordered = all(_number_of(row) for row in rows if row[0] != words.MISSING)
    return (sorted(rows, key=_natural) if ordered else rows), []


def _natural(row: tuple[str, float]) -> tuple[bool, float, str]:
    """The natural order of values: by their first number; a missing value comes last."""
    match = _number_of(row)
    return row[0] == words.MISSING, float(match[1]) if match else 0.0, row[0]


def _number_of(row: tuple[str, float]) -> re.Match[str] | None:
    """The number at the beginning of a value's label, if it has one."""
    return re.match(r"[^\w-]*(-?\d+(?:\.\d+)?)", row[0])


def _distribution(pairs: Iterable[tuple[Any, Any]] | None) -> Distribution:
    return [(words.label(name, 400), count) for name, count in pairs or () if is_number(count)]


def _type_name(kind: object) -> object:
    return kind.get("type", "not available") if isinstance(kind, Mapping) else kind
