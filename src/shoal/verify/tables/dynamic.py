"""Columns of cells that each have a type of their own, as workbooks and SQLite have them.

If all known cells are of one kind, the column is of that kind; otherwise cells are texts.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Any

import polars as pl


def frame_of_cells(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> pl.DataFrame:
    """A table from its records; empty cells are missing."""
    columns = zip(*rows, strict=True)
    named = zip(names, columns, strict=False)
    series = [_series(name, cells) for name, cells in named]
    return pl.DataFrame(series or [pl.Series(name, [], pl.String) for name in names])


def _series(name: str, cells: Sequence[Any]) -> pl.Series:
    """A column of the kind that all its known cells have."""
    known = [cell for cell in cells if cell is not None and cell != ""]
    kind = _kind(known)
    values = [None if cell is None or cell == "" else _as_kind(kind, cell) for cell in cells]
    return pl.Series(name, values, pl.Datetime("us") if kind == pl.Datetime else kind())


def _as_kind(kind: type[pl.DataType], cell: Any) -> Any:  # noqa: ANN401  (any kind of cell)
    """A cell as a value of a kind."""
    if kind == pl.Datetime:
        return _moment(cell)
    return _text(cell) if kind == pl.String else int(cell) if kind == pl.Int64 else cell


def _kind(known: list[Any]) -> type[pl.DataType]:
    """The kind of a column, from its known cells."""
    kinds = {type(cell) for cell in known}
    if kinds == {bool}:
        return pl.Boolean
    if kinds == {date}:
        return pl.Date
    if kinds and kinds <= {date, datetime}:
        return pl.Datetime
    if kinds and kinds <= {int, float}:
        return _number(known)
    return pl.String


def _number(known: list[float]) -> type[pl.DataType]:
    """The kind of a column of numbers: texts if a float would not be exact."""
    if all(float(cell).is_integer() and -(2**63) < cell < 2**63 for cell in known):
        return pl.Int64
    # Beyond 2^53, a floating number may not be the integer that was stored.
    large = any(isinstance(cell, int) and abs(cell) > 2**53 for cell in known)
    return pl.String if large else pl.Float64


def _moment(cell: date) -> datetime:
    """A date as the moment at which it begins."""
    return cell if isinstance(cell, datetime) else datetime(cell.year, cell.month, cell.day)


def _text(cell: object) -> str:
    """A cell as text."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**63:
        return f"{cell:.0f}"
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)
