"""What a table is still worth, as rows for a page: every column, then all together.

The table per column is figure 7 of Eicher et al. 2020 (doi:10.1186/s12911-020-1041-3).
"""

from typing import Literal, TypedDict

from markupsafe import Markup

from shoal.report import charts
from shoal.report.flat import as_mapping
from shoal.report.numbers import is_number, percent
from shoal.report.types.quality import (
    Aggregates,
    ColumnMeasure,
    ColumnQuality,
    Measured,
    Quality,
    Share,
    TableMeasure,
)
from shoal.report.words import label

COLUMN: dict[Literal["missing"] | ColumnMeasure, tuple[str, str]] = {
    "missing": ("Missing", "Cells that tell nothing: missing, suppressed or fully generalized."),
    "generalization_intensity": ("Gen. intensity", "How many of its levels a column kept"
                                 " (generalization intensity)."),
    "granularity": ("Granularity", "How small a part of all possible values a cell stands for."),
    "non_uniform_entropy": ("Entropy", "How well frequent and rare values can still be told apart"
                            " (non-uniform entropy)."),
    "squared_error": ("Squared error", "How near the numbers must be to what they were."),
}  # fmt: skip
WHOLE: dict[TableMeasure, tuple[str, str]] = {
    "average_class_size": ("Class size", "How small the groups of records that look alike are."),
    "ambiguity": ("Ambiguity", "How few combinations of values a record may stand for."),
    "discernibility": ("Discernibility", "How well records can be told apart."),
    "record_squared_error": ("Record distance", "How near each record must be to what it was, all"
                             " columns together."),
    "sse_sst": ("Variance kept", "1 − SSE/SST: how much of the spread of the numbers is left."),
}  # fmt: skip


MEASURES: tuple[ColumnMeasure, ...] = (
    "generalization_intensity",
    "granularity",
    "non_uniform_entropy",
    "squared_error",
)


class Meter(TypedDict):
    """A share, and how it is drawn."""

    share: object
    meter: Markup | None


class CellRow(Meter):
    """A share of a column, with a note, or the reason why there is none."""

    note: str
    reason: str


class ColumnCells(TypedDict):
    """A column with its shares."""

    name: str
    type: str
    cells: list[CellRow]


class WholeRow(Meter):
    """A measure of whole records."""

    name: str
    meaning: str
    value: float | None
    reason: str


class QualityRows(TypedDict):
    """What a table is still worth, as a page shows it."""

    headings: list[tuple[str, str]]
    columns: list[ColumnCells]
    together: list[CellRow]
    several: int
    whole: list[WholeRow]
    removed: list[str]


def quality_rows(quality: Quality | None) -> QualityRows | None:
    """Everything that the template of this table needs; None if nothing was measured."""
    if not quality or not quality.get("columns"):
        return None
    return {
        "headings": list(COLUMN.values()),
        "columns": [_column(name, column) for name, column in quality["columns"].items()],
        "together": [_together(quality.get(key)) for key in MEASURES],
        "several": len(quality.get("together") or ()),
        "whole": [_whole(key, quality.get(key)) for key in WHOLE],
        "removed": [label(name) for name in quality.get("removed_columns") or ()],
    }


def _column(name: str, column: ColumnQuality) -> ColumnCells:
    shown = label(name)
    cells = [_missing(shown, as_mapping(column.get("missing")))]
    cells += [
        _cell(f"{COLUMN[key][0]} of {shown}", as_mapping(column.get(key))) for key in MEASURES
    ]
    return {"name": shown, "type": label(column.get("type")), "cells": cells}


def _missing(name: str, share: Share) -> CellRow:
    """The share of cells that tell nothing after, with the share before as a note."""
    before, after = share.get("before"), share.get("after")
    was = f"was {percent(before)}" if before else ""
    return {**_meter(f"Missing in {name}", after, "before"), "note": was, "reason": ""}


def _cell(title: str, measured: Measured) -> CellRow:
    reason = measured.get("reason") or ""
    return {
        **_meter(title, measured.get("quality"), "after"),
        "note": "",
        "reason": label(reason, 300),
    }


def _meter(title: str, share: object, kind: str) -> Meter:
    drawn = charts.meter(title, share, percent(share), kind) if is_number(share) else None
    return {"share": share, "meter": drawn}


def _together(aggregates: Aggregates | None) -> CellRow:
    """The mean of a measure over all columns; the reason names columns that are left out."""
    share = as_mapping(aggregates).get("arithmetic-mean")
    without = as_mapping(aggregates).get("without") or []
    reason = f"without {', '.join(map(label, without))}" if without and is_number(share) else ""
    return {**_meter("All columns", share, "after"), "note": "", "reason": reason}


def _whole(key: TableMeasure, measured: Measured | None) -> WholeRow:
    title, meaning = WHOLE[key]
    known = as_mapping(measured)
    return {
        **_meter(title, known.get("quality"), "after"),
        "name": title,
        "meaning": meaning,
        "value": known.get("value"),
        "reason": _why(known),
    }


def _why(measured: Measured) -> str:
    """Why there is no figure; empty if there is one."""
    reason = measured.get("reason")
    return label(reason, 300) if reason else ""
