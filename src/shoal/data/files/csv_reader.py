"""Reads CSV (RFC 4180) into texts, and refuses files that are not a table.

Polars reads every cell as a text. It silently fills short records with missing values, so
separators are counted: r records under a header of c columns have exactly (r + 1)(c - 1)
separators outside their cells.
"""

import codecs
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
from polars.exceptions import PolarsError

from shoal.data.dialect import Dialect, after_lines, is_comment
from shoal.data.files.csv_faults import Raw, explain_fault, header, without_nameless_end
from shoal.data.text_file import (
    explain_read_errors,
    is_compressed,
    read_content,
    read_head,
    text_codec,
)
from shoal.errors import DataError

LONGEST_CELL = 1 << 20
_BLOCK = 1 << 22


def read_csv(path: Path, dialect: Dialect) -> pl.DataFrame:
    """All cells of a CSV file as texts; an empty cell is missing."""
    with explain_read_errors(path), _open_as_utf8(path, dialect) as raw:
        if raw.find(b"\0") >= 0:
            raise DataError(_zero_bytes_problem(path))
        names = header(path, raw, dialect)
        frame = _parse_records(path, raw, dialect, names)
        if frame is None or not _is_even(raw, frame, dialect):
            raise DataError(explain_fault(path, raw, dialect, len(names)))
    frame = without_nameless_end(path, frame)
    _refuse_empty(path, frame)
    _refuse_long_cells(path, frame)
    return frame


def names_of(path: Path, dialect: Dialect) -> list[str]:
    """The names of a CSV file's columns, without reading the records.

    As in `header`, the last name may be empty.
    """
    with explain_read_errors(path):
        text = read_head(path).decode(text_codec(dialect.encoding), errors="ignore")
        beginning = after_lines(text.removeprefix("\ufeff"), dialect.skip)
        return header(path, beginning.encode(), dialect)


@contextmanager
def _open_as_utf8(path: Path, dialect: Dialect) -> Iterator[Raw]:
    """The file from the header on, in UTF-8; mapped into memory if it need not be converted."""
    if path.stat().st_size == 0:
        raise DataError(f"{path.name} is empty. Expected a header and at least one record.")
    if not _is_directly_readable(path, dialect):
        text = read_content(path).decode(text_codec(dialect.encoding)).removeprefix("\ufeff")
        yield _without_comments(after_lines(text, dialect.skip), dialect).encode()
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
        yield raw


def _is_directly_readable(path: Path, dialect: Dialect) -> bool:
    """Whether Polars can read the file directly."""
    utf8 = codecs.lookup(dialect.encoding).name in {"utf-8", "utf-8-sig", "ascii"}
    return utf8 and not dialect.skip and not dialect.comment and not is_compressed(path)


def _without_comments(text: str, dialect: Dialect) -> str:
    """The text without comment lines; a line inside a quoted cell is not a comment."""
    if not dialect.comment:
        return text
    kept, inside = [], False
    for line in text.splitlines(keepends=True):
        if inside or not is_comment(line, dialect.comment):
            kept.append(line)
            inside ^= bool(dialect.quote) and line.count(dialect.quote) % 2 == 1
    return "".join(kept)


def _parse_records(path: Path, raw: Raw, dialect: Dialect, names: list[str]) -> pl.DataFrame | None:
    """The records under the header, or None if Polars cannot tell their cells apart."""
    frame = _read_under_header(path, raw, dialect, names)
    quote = dialect.quote
    if frame is None and quote and any(quote in name for name in names):
        # Polars leaves doubled quotes doubled in the names of columns, and only there.
        frame = _read_under_header(
            path, raw, dialect, [name.replace(quote, quote * 2) for name in names]
        )
        frame = (
            None if frame is None else frame.rename(dict(zip(frame.columns, names, strict=True)))
        )
    return (
        None if frame is None else frame.head(frame.height - _blank_lines_at_end(raw, len(names)))
    )


def _read_under_header(
    path: Path, raw: Raw, dialect: Dialect, names: list[str]
) -> pl.DataFrame | None:
    """The records under a header with these names, as Polars reads it; None if it cannot."""
    try:
        return pl.read_csv(
            raw if isinstance(raw, bytes) else path,
            schema=dict.fromkeys(names, pl.String()),
            separator=dialect.separator,
            quote_char=dialect.quote or None,
            null_values="",  # cells that are empty inside quotes, too
            glob=False,
        )
    except PolarsError:  # its message may quote a cell
        return None


def _blank_lines_at_end(raw: Raw, columns: int) -> int:
    """How many to drop: Polars reads them as records, which only a table of one column means."""
    if columns == 1:
        return 0
    end = raw[-_BLOCK:]
    return max(end[len(end.rstrip(b"\r\n")) :].count(b"\n") - 1, 0)


def _is_even(raw: Raw, frame: pl.DataFrame, dialect: Dialect) -> bool:
    """Whether every record has as many cells as the header."""
    inside = 0
    if dialect.quote and raw.find(dialect.quote.encode()) >= 0:
        mark = dialect.separator
        cells = frame.select(pl.all().str.count_matches(mark, literal=True).sum())
        inside = sum(cells.row(0)) + sum(name.count(mark) for name in frame.columns)
    return _occurrences(raw, dialect.separator) - inside == (frame.height + 1) * (frame.width - 1)


def _occurrences(raw: Raw, mark: str) -> int:
    """How often a character occurs; in blocks, so that counting needs little memory."""
    import numpy as np  # noqa: PLC0415  (starts threads, which importing verbs must not do)

    code, count = ord(mark), 0
    for start in range(0, len(raw), _BLOCK):
        block = np.frombuffer(raw, np.uint8, min(_BLOCK, len(raw) - start), start)
        count += int(np.count_nonzero(block == code))
    return count


def _refuse_empty(path: Path, frame: pl.DataFrame) -> None:
    if frame.height == 0:
        raise DataError(f"{path.name} has a header but no records. Expected at least one record.")


def _refuse_long_cells(path: Path, frame: pl.DataFrame) -> None:
    lengths = frame.select(pl.all().str.len_bytes().max()).row(0)
    for name, length in zip(frame.columns, lengths, strict=True):
        if (length or 0) > LONGEST_CELL:
            raise DataError(
                f"{path.name}: column {name!r} has a cell of {length} bytes; at most {LONGEST_CELL}"
                " are read. Check that quotes are closed, or leave the column out of the file."
            )


def _zero_bytes_problem(path: Path) -> str:
    return (
        f"{path.name} contains zero bytes, so it is not a text file in the encoding it was read"
        " with. Export it again as CSV, or set `encoding` (for example utf-16)."
    )
