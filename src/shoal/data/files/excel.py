"""Excel workbooks (.xlsx, and for reading .xlsm, .xlsb, .xls and .ods): one sheet is one table.

The first row that is not blank is the header; other blank rows are skipped. Cells keep their types,
as in Parquet. A workbook counts days from 1900 and takes that year for a leap year
(ECMA-376-1, 18.17.4.1), so columns with earlier dates are written as texts.
"""

from collections import Counter
from datetime import date, datetime
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.cells import frame_of, text_of
from shoal.data.extras import extra
from shoal.data.files.workbook_size import refuse_sparse
from shoal.data.table import exact_column
from shoal.data.text_file import explain_read_errors
from shoal.errors import DataError, StudyError, did_you_mean

# What a sheet (below its header) and a cell hold at most.
RECORDS, COLUMNS, CHARACTERS = 1_048_575, 16_384, 32_767
FIRST_DATE = date(1900, 3, 1)
LARGEST = 10**15  # a workbook keeps fifteen digits


def read_excel(path: Path, sheet: str) -> pl.DataFrame:
    """The table in a sheet, each column with the type of its cells.

    Columns without a name and without cells are left out; names must differ.
    """
    rows = [
        row for row in _workbook(path).get_sheet_by_name(sheet).to_python() if _has_content(row)
    ]
    if len(rows) < 2:
        raise DataError(f"{path.name}: the sheet has no records. Expected a header and records.")
    names = [text_of(cell).strip() for cell in rows[0]]
    columns = list(zip(*rows[1:], strict=True))
    used = [at for at, name in enumerate(names) if name or _has_content(columns[at])]
    _refuse_names(path, [names[at] for at in used])
    return frame_of([names[at] for at in used], [columns[at] for at in used])


def sheet_of(path: Path, sheet: str | int | None) -> str:
    """The name of the sheet to read; if several have cells, the study has to name one.

    Args:
        path: The workbook.
        sheet: Its name or its number from 1; None for the only sheet with cells.
    """
    book = _workbook(path)
    names: list[str] = book.sheet_names
    if isinstance(sheet, str) and sheet in names:
        return sheet
    if isinstance(sheet, int) and sheet <= len(names):
        return names[sheet - 1]
    filled = [name for name in names if book.get_sheet_by_name(name).height]
    if sheet is None and len(filled) == 1:
        return filled[0]
    if sheet is None:
        choice = f"Set `sheet` to one of: {', '.join(filled)}." if filled else "Expected a table."
        raise StudyError(f"{path.name} has {len(filled)} sheets with cells. {choice}")
    raise StudyError(f"{path.name} has no such sheet.{did_you_mean(str(sheet), names)}")


def write_excel(frame: pl.DataFrame, path: Path) -> None:
    """Write a workbook with one sheet; texts stay texts, so that none is run as a formula."""
    with extra("excel", "Writing an Excel workbook"):
        import xlsxwriter  # noqa: PLC0415  (an extra)
    frame = _storable(frame)
    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(path, {**options, "constant_memory": True}) as book:
        # Equal tables give equal files, so the time of writing is not stored.
        book.set_properties({"created": datetime(2000, 1, 1)})
        formats = {kind: book.add_format({"num_format": form}) for kind, form in _FORMS.items()}
        sheet = book.add_worksheet("release")
        sheet.write_row(0, 0, frame.columns)
        cell_formats = [formats.get(kind.base_type()) for kind in frame.dtypes]
        for number, record in enumerate(frame.iter_rows(), start=1):
            for at, value in enumerate(record):
                if value is not None:
                    sheet.write(number, at, value, cell_formats[at])


_FORMS = {pl.Date: "yyyy-mm-dd", pl.Datetime: "yyyy-mm-dd hh:mm:ss.000"}


def _workbook(path: Path) -> Any:  # noqa: ANN401  (a type of the extra)
    """The open workbook; a `DataError` if it cannot be read or would need too much memory."""
    with extra("excel", "Reading an Excel workbook"):
        import python_calamine  # noqa: PLC0415  (an extra)
    with explain_read_errors(path):
        path.open("rb").close()  # so that `explain_read_errors` explains why it cannot be opened
        status = path.stat()
        _refuse_sparse(path, status.st_size, status.st_mtime_ns)
        try:
            return python_calamine.CalamineWorkbook.from_path(str(path))
        except (python_calamine.CalamineError, ValueError, OSError):
            raise DataError(f"{path.name} is not a workbook that can be read.") from None


@lru_cache(maxsize=8)
def _refuse_sparse(path: Path, _size: int, _time: int) -> None:
    """Look through each file once, though it is opened twice: for its names and for its cells."""
    refuse_sparse(path)


def _has_content(cells: Any) -> bool:  # noqa: ANN401  (a row or a column of cells)
    """Whether any cell of a row or column is not empty."""
    return any(cell != "" for cell in cells)


def _refuse_names(path: Path, names: list[str]) -> None:
    """Raise one `DataError` for columns without a name and for repeated names."""
    nameless = names.count("")
    problems = [f"{nameless} columns have no name. Name them."] if nameless else []
    repeated = [name for name, count in Counter(names).items() if count > 1 and name]
    problems += [f"several columns are called {name!r}. Rename them." for name in repeated]
    if problems:
        raise DataError(*(f"{path.name}: {problem}" for problem in problems))


def _storable(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame as a workbook can hold it; values that it would change become texts."""
    if frame.height > RECORDS or frame.width > COLUMNS:
        raise DataError(
            f"A sheet holds {RECORDS:,} records and {COLUMNS:,} columns; the release has"
            f" {frame.height:,} and {frame.width:,}. Use `format: parquet` or `csv`."
        )
    blank = frame.select(pl.all_horizontal(pl.all().is_null()).sum()).item()
    if blank:
        raise DataError(
            f"{blank} records have no value at all, and a sheet cannot keep blank rows apart from"
            " none. Use `format: csv`, or `suppressed: left-out`."
        )
    frame = frame.select(
        _exact_or_text(exact_column(frame, name)).alias(name) for name in frame.columns
    )
    _refuse_long_texts(frame)
    return frame


def _exact_or_text(column: pl.Series) -> pl.Series:
    """The column as it is if a workbook keeps every value exactly; otherwise as texts."""
    kind = column.dtype
    if kind.is_temporal():
        is_day = kind in (pl.Date, pl.Datetime) and (column.dt.date() >= FIRST_DATE).all()
        return column if is_day and _to_the_millisecond(column) else _text(column)
    if kind.is_decimal() or (kind.is_integer() and (column.abs() >= LARGEST).any()):
        return column.cast(pl.String)
    return column.cast(pl.String) if kind.is_float() and not _in_sixteen_digits(column) else column


def _in_sixteen_digits(column: pl.Series) -> bool:
    """Whether sixteen digits, which a workbook stores, restore every number exactly."""
    numbers = column.drop_nulls().unique()
    return all(isfinite(number) and float(f"{number:.16G}") == number for number in numbers)


def _to_the_millisecond(column: pl.Series) -> bool:
    """Whether no moment has parts of a millisecond, which a workbook would drop."""
    return column.dtype == pl.Date or bool((column.dt.truncate("1ms") == column).all())


def _text(column: pl.Series) -> pl.Series:
    """The column as texts, moments in ISO form."""
    if isinstance(column.dtype, pl.Datetime):
        return column.dt.to_string("%Y-%m-%dT%H:%M:%S%.f")
    return column.cast(pl.String)


def _refuse_long_texts(frame: pl.DataFrame) -> None:
    for name in frame.select(pl.col(pl.String)).columns:
        longest = exact_column(frame, name).str.len_chars().max()
        if isinstance(longest, int) and longest > CHARACTERS:
            raise DataError(
                f"Column {name!r} has a text of {longest:,} characters; a cell of a"
                f" workbook holds {CHARACTERS:,}. Use `format: csv`."
            )
