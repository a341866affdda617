"""The verifier's own reading of Excel workbooks."""

from pathlib import Path

import polars as pl

from shoal.errors import DataError
from shoal.verify.dynamic import frame


def read_workbook(path: Path, sheet: str | None) -> pl.DataFrame:
    """The table in a sheet; without a name, in the only one."""
    # Loaded here, because most releases are no workbooks.
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415

    try:
        book = CalamineWorkbook.from_path(str(path))
        cells = book.get_sheet_by_name(sheet or book.sheet_names[0]).to_python()
    except (CalamineError, OSError, ValueError, IndexError):
        raise DataError(f"{path.name} cannot be read as a workbook.") from None
    rows = [row for row in cells if set(row) != {""}]
    if not rows:
        raise DataError(f"{path.name} has no header.")
    columns = [at for at in range(len(rows[0])) if any(row[at] != "" for row in rows)]
    header, *records = ([row[at] for at in columns] for row in rows)
    names = [_name(cell) for cell in header]
    if len(set(names)) < len(names):
        raise DataError(f"{len(names) - len(set(names))} column names occur more than once.")
    return frame(names, records)


def _name(cell: object) -> str:
    return (f"{cell:.0f}" if isinstance(cell, float) and cell.is_integer() else str(cell)).strip()
