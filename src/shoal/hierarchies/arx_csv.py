"""Hierarchies as files in the form that ARX reads and writes; the builder `file` reads them back.

One line per value: `value;label of level 1;…;label of the top`, without a header. The missing value
and its labels are empty cells.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy


def write_arx(
    hierarchy: Hierarchy, path: Path, *, separator: str = ";", quote: str = '"', missing: str = ""
) -> None:
    """Write a hierarchy so that reading the file restores it; a `DataError` if that is impossible.

    Args:
        hierarchy: The hierarchy.
        path: The file; an existing one is replaced.
        separator: What stands between two labels.
        quote: What encloses a label that contains the separator, a quote or a line end.
        missing: What is written for the missing value; ARX itself calls it `NULL`.
    """
    problems = [f"Hierarchy {hierarchy.source}: {why}" for why in _writing_problems(hierarchy)]
    if problems:
        raise DataError(*problems)
    cells = [_quote_cells(level.fill_null(missing), separator, quote) for level in hierarchy.levels]
    lines = pl.select(pl.concat_str(cells, separator=separator)).to_series()
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{line}\n" for line in lines)


def _quote_cells(level: pl.Series, separator: str, quote: str) -> pl.Expr:
    """Cells with quotes if CSV needs them; an empty cell is quoted, so that no line is blank."""
    marks = "|".join(re.escape(mark) for mark in (separator, quote, "\n", "\r"))
    cell = pl.lit(level)
    quoted = quote + cell.str.replace_all(quote, quote * 2, literal=True) + quote
    return pl.when(cell.str.contains(f"{marks}|^$")).then(quoted).otherwise(cell)


def _writing_problems(hierarchy: Hierarchy) -> Iterator[str]:
    """Why a file would not restore the hierarchy: reading strips blanks, and empty is missing."""
    values = hierarchy.levels[0].drop_nulls()
    blank = _count(values.str.strip_chars() != values)
    if blank:
        yield f"{blank} values have blanks at their ends, which ARX removes. Remove them first."
    empty = sum(_count(level == "") for level in hierarchy.levels)
    if empty:
        yield f"{empty} cells are empty, which reads as missing. Give every value and label a text."


def _count(holds: pl.Series) -> int:
    return int(holds.sum())
