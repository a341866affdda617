"""Roles, types and hierarchies for tables whose columns are known beforehand: FHIR and OMOP.

A preset is a proposal: the part `columns` of a study, for a person to look at and change.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from shoal.data.presets.fhir import FHIR
from shoal.data.presets.omop import OMOP
from shoal.data.table import exact_column

Columns = dict[str, dict[str, Any]]

_DAYS = ("%Y-%m-%d", "%Y%m%d", "%m/%d/%Y", "%d.%m.%Y")
_MOMENTS = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
_COARSER = ("month", "quarter", "year", "decade")


def preset(frame: pl.DataFrame) -> Columns | None:
    """The key `columns` of a study of a known table; None for any other table.

    Columns without any value and columns that the preset does not know are left out, so they are
    not released.
    """
    names = {name.lower(): name for name in frame.columns}
    known = next((table for table in (*FHIR, *OMOP) if _has_first_columns(table, names)), None)
    if known is None:
        return None
    return {
        names[name]: column_keys(exact_column(frame, names[name]), meaning)
        for name, meaning in known.items()
        if name in names and frame[names[name]].null_count() < frame.height
    }


def column_keys(values: pl.Series, meaning: str) -> dict[str, Any]:
    """The keys of a column: its role and, if it is a quasi-identifier, type and hierarchy.

    Args:
        values: The cells of the column.
        meaning: A role, and for a quasi-identifier the form after a colon: `date`, `year`, or the
            name of a builder ("quasi-identifier: masking").
    """
    role, _, form = meaning.partition(": ")
    if role != "quasi-identifier":
        return {"role": role}
    return {"role": role, **_hierarchy_keys(values, form)}


def _has_first_columns(table: Mapping[str, str], names: Mapping[str, str]) -> bool:
    """Whether the first two columns of a known table are there; no two known tables share both."""
    return all(name in names for name in list(table)[:2])


def _hierarchy_keys(values: pl.Series, form: str) -> dict[str, Any]:
    """The keys `type` and `hierarchy` of a quasi-identifier of this form."""
    if form == "date":
        return _date_keys(values)
    if form == "year":
        return {"type": "integer", "hierarchy": {"builder": "intervals", "width": 5, "levels": 4}}
    return {"hierarchy": {"builder": form}}


def _date_keys(values: pl.Series) -> dict[str, Any]:
    """A date by its format; partial or mixed dates get a hierarchy from their values."""
    format = "%Y-%m-%d" if values.dtype == pl.Date else next(_formats(values), None)
    if format is None:
        return {"hierarchy": {"builder": "automatic"}}
    levels = ("day", *_COARSER) if "%H" in format else _COARSER
    dates = {"builder": "dates", "granularities": list(levels), "always_root": True}
    declared = {} if format == "%Y-%m-%d" else {"format": format}
    return {"type": "date", **declared, "hierarchy": dates}


def _formats(values: pl.Series) -> Iterator[str]:
    """The formats in which all values are dates, if they are texts."""
    if values.dtype == pl.String:
        known = values.drop_nulls().unique()
        for format in (*_DAYS, *_MOMENTS):
            if known.str.to_datetime(format, strict=False).null_count() == 0:
                yield format
