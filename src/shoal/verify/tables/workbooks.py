"""The verifier's own reading of Excel workbooks, and how their cells are written."""

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import DataError
from shoal.verify.tables.dynamic import frame_of_cells


def read_workbook(path: Path, sheet: str | None) -> pl.DataFrame:
    """The table in a sheet, without blank lines and columns; without a name, in the first sheet."""
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
    return frame_of_cells(names, records)


def _name(cell: object) -> str:
    """A cell of the header as a name."""
    return (f"{cell:.0f}" if isinstance(cell, float) and cell.is_integer() else str(cell)).strip()


def workbook_bytes(frame: pl.DataFrame) -> bytes:
    """The bytes of a workbook with nothing but these cells."""
    import xlsxwriter  # noqa: PLC0415  (an extra)

    written, plain = BytesIO(), ("formulas", "urls", "numbers")
    options: dict[str, Any] = {f"strings_to_{kind}": False for kind in plain}
    with xlsxwriter.Workbook(written, {**options, "constant_memory": True}) as book:
        book.set_properties({"created": datetime(2000, 1, 1)})
        forms = {kind: book.add_format({"num_format": form}) for kind, form in _FORMS.items()}
        sheet = book.add_worksheet("release")
        sheet.write_row(0, 0, frame.columns)
        kinds = [forms.get(kind.base_type()) for kind in frame.dtypes]
        for number, record in enumerate(frame.iter_rows(), start=1):
            for at, cell in enumerate(record):
                if cell is not None:
                    sheet.write(number, at, cell, kinds[at])
    return written.getvalue()


_FORMS = {pl.Date: "yyyy-mm-dd", pl.Datetime: "yyyy-mm-dd hh:mm:ss.000"}
