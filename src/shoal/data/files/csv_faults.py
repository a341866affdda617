"""Says what is wrong with a CSV file that is not a table: line numbers and counts, never a cell.

These functions read the file again, slowly, and only after reading it has failed.
"""

import codecs
import csv
import io
import mmap
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
from polars.selectors import by_name

from shoal.data.dialect import Dialect
from shoal.data.text_file import SAMPLE
from shoal.errors import DataError

Raw = bytes | mmap.mmap


def header(path: Path, raw: Raw, dialect: Dialect) -> list[str]:
    """The names of the columns, or a `DataError` with everything that is wrong with them.

    The last name may be empty: every line may end with a separator.

    Args:
        path: The file, for messages.
        raw: Its bytes from the header on, in UTF-8.
        dialect: How cells are separated.
    """
    beginning, line = _text(raw[:SAMPLE], final=len(raw) <= SAMPLE)
    if line:
        raise DataError(_encoding_problem(path, dialect, line))
    names = next((record for _, record in _records(beginning, dialect) if record), [])
    if not names:
        raise DataError(f"{path.name} is empty. Expected a header and at least one record.")
    at_end = len(names) > 1 and not names[-1].strip()
    problems = [*_nameless_problems(names[:-1] if at_end else names), *_repetition_problems(names)]
    if problems:
        raise DataError(*(f"{path.name}: {problem}" for problem in problems))
    return names


def without_nameless_end(path: Path, frame: pl.DataFrame) -> pl.DataFrame:
    """The table without the empty column that a separator at the end of every line makes."""
    last = frame.columns[-1]
    if last.strip() or frame.width == 1:
        return frame
    if frame[last].null_count() < frame.height:
        raise DataError(
            *(f"{path.name}: {problem}" for problem in _nameless_problems(frame.columns))
        )
    return frame.drop(by_name(last))


def explain_fault(path: Path, raw: Raw, dialect: Dialect, columns: int) -> str:
    """The message that says why records under a header with this many columns cannot be read."""
    text, line = _text(raw[:])
    if line:
        return _encoding_problem(path, dialect, line)
    if b"\n" not in raw[:SAMPLE] and b"\r" in raw[:SAMPLE]:
        return f"{path.name} ends its lines with CR only. Save it with the line end LF or CRLF."
    return _uneven_problem(path, text, dialect, columns) or (
        f"{path.name}: some quotes are not closed, or stand inside cells without being doubled."
        " Export the file again, or set `quote` to the character that encloses cells."
    )


def _uneven_problem(path: Path, text: str, dialect: Dialect, columns: int) -> str | None:
    """The message about records with too many or too few cells; None if there are none."""
    try:
        records = list(_records(text.rstrip("\r\n"), dialect))
    except csv.Error:
        return None
    lines = [line for line, cells in records[1:] if len(cells) != columns]
    if not lines:
        return None
    return (
        f"{path.name}: {len(lines)} of {len(records) - 1} records do not have {columns} cells"
        f" like the header; the first ends on line {lines[0] + dialect.skip}."
        " Quote cells that contain the separator, or set `separator`."
    )


def _records(text: str, dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """Each record with the number of the line it ends on; the text begins with line 1."""
    with _cells_of_any_length():
        reader = csv.reader(
            io.StringIO(text, newline=""),
            delimiter=dialect.separator,
            quotechar=dialect.quote or None,
            quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
        )
        for record in reader:
            yield reader.line_num, record


@contextmanager
def _cells_of_any_length() -> Iterator[None]:
    """Lift the limit of Python's csv module for the length of a cell."""
    before = csv.field_size_limit(1 << 30)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _text(raw: bytes, *, final: bool = True) -> tuple[str, int]:
    """The text and 0, or an empty text and the number of the line that is not UTF-8."""
    try:
        return codecs.getincrementaldecoder("utf-8-sig")().decode(raw, final), 0
    except UnicodeDecodeError as error:
        return "", raw.count(b"\n", 0, error.start) + 1


def _encoding_problem(path: Path, dialect: Dialect, line: int) -> str:
    return (
        f"{path.name} is not {dialect.encoding} on line {line}."
        " Set `encoding` (utf-8, utf-16, cp1252, …) to the one it was saved in."
    )


def _nameless_problems(names: list[str]) -> Iterator[str]:
    """At most one sentence: which columns have no name."""
    places = [str(place) for place, name in enumerate(names, start=1) if not name.strip()]
    if places:
        yield (
            f"columns without a name: number {', '.join(places)} of {len(names)}."
            " Name every column, or set `skip` to the number of lines before the header."
        )


def _repetition_problems(names: list[str]) -> Iterator[str]:
    """A sentence for each name that several columns share."""
    for name, count in Counter(names).items():
        if count > 1 and name.strip():
            yield f"{count} columns are called {name!r}. Give every column its own name."
