"""The verifier's own reading of files: every CSV cell is text, nothing is guessed.

CSV (also .gz and .zst), Parquet and Arrow through Polars; workbooks and FHIR have their own files.
CSV cells are read straight into categoricals, so that ten million records need four bytes a cell.
"""

import codecs
import csv
import gzip
from collections.abc import Callable, Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import polars as pl
import zstandard
from polars.exceptions import PolarsError
from polars.selectors import by_name

from shoal.errors import DataError
from shoal.verify.tables.fhir import read_fhir
from shoal.verify.tables.workbooks import read_workbook

FORMATS = {
    ".csv": "csv",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".ipc": "arrow",
    ".feather": "arrow",
    ".xlsx": "excel",
}
_UNREADABLE = (
    *(OSError, PolarsError, csv.Error, UnicodeError, EOFError, LookupError),
    zstandard.ZstdError,
)
_END = 1 << 20  # bytes looked at for blank lines at the end


def read_file(
    path: Path,
    dialect: Mapping[str, Any],
    wanted: tuple[str, ...] | None,
    *,
    first: int | None = None,
    without: tuple[str, ...] = (),
) -> pl.DataFrame:
    """The wanted columns of a file; DataError if they cannot be read.

    Args:
        path: The file.
        dialect: The settings of the study, which say how the file is written; empty for a release.
        wanted: The columns; None for all.
        first: How many records to read; None for all.
        without: Columns to leave out where all others are wanted.
    """
    kind = dialect.get("format") or format_of(path)
    try:
        if kind == "csv":
            return _read_csv(path, dialect, wanted, first, without)
        readers: dict[str, Callable[[], pl.DataFrame]] = {
            "parquet": lambda: pl.read_parquet(BytesIO(path.read_bytes()), n_rows=first),
            "arrow": lambda: _read_arrow(path.read_bytes()),
            "excel": lambda: read_workbook(path, dialect.get("sheet")),
            "fhir": lambda: read_fhir(path, str(dialect.get("resource") or "Patient")),
        }
        if kind not in readers:
            raise DataError(f"{path.name} has an unknown format. Expected CSV, Parquet or Arrow.")
        frame = _select(readers[kind](), wanted, path)
        frame = frame.drop(name for name in without if name in frame.columns)
        return frame if first is None else frame.head(first)
    except FileNotFoundError:
        raise DataError(f"There is no file {path.name}.") from None
    except _UNREADABLE:
        # The cause is not repeated: a parser's message may quote a cell.
        raise DataError(f"{path.name} cannot be read as {kind}.") from None


def format_of(path: Path) -> str:
    """The format by the ending of a file's name, compression left aside; or `unknown`."""
    endings = [ending.lower() for ending in path.suffixes if ending.lower() not in {".gz", ".zst"}]
    return FORMATS.get(endings[-1] if endings else ".csv", "unknown")


def read_content(path: Path, encoding: str = "utf-8") -> BytesIO:
    """The bytes of a file, decompressed by the ending of its name, in UTF-8."""
    raw = path.read_bytes()
    if path.suffix.lower() == ".gz":
        raw = gzip.decompress(raw)
    if path.suffix.lower() == ".zst":
        raw = zstandard.ZstdDecompressor().stream_reader(BytesIO(raw)).read()
    return BytesIO(raw if _is_utf8(encoding) else raw.decode(encoding).encode())


def _is_utf8(encoding: str) -> bool:
    """Whether texts in an encoding are UTF-8 already."""
    return codecs.lookup(encoding).name in {"utf-8", "utf-8-sig", "ascii"}


def _read_csv(
    path: Path,
    dialect: Mapping[str, Any],
    wanted: tuple[str, ...] | None,
    first: int | None,
    without: tuple[str, ...],
) -> pl.DataFrame:
    """The records of a CSV file, as `read_file` is asked for them."""
    encoding = str(dialect.get("encoding") or "utf-8")
    before = int(dialect.get("skip") or 0)
    plain = path.suffix.lower() not in {".gz", ".zst"} and _is_utf8(encoding) and not before
    file = path if plain else _skip_lines(read_content(path, encoding), before)
    quote = dialect.get("quote")
    options: dict[str, Any] = {
        "comment_prefix": dialect.get("comment"),
        "separator": dialect.get("separator") or ",",
        "quote_char": '"' if quote is None else quote or None,
        "glob": False,  # a name may hold an asterisk
    }
    names = _header(file, options)
    _require(wanted or (), names, path)
    if without:
        wanted = tuple(name for name in names if name not in without)
    if without and not wanted:
        return pl.DataFrame()
    seen = dict(zip(names, _names_in_polars(file, names, options), strict=True))
    schema = dict.fromkeys(seen.values(), pl.Categorical)
    columns = None if wanted is None else [names.index(name) for name in wanted]
    frame = pl.read_csv(file, schema=schema, columns=columns, n_rows=first, **options)
    frame = frame.rename({seen[name]: name for name in wanted or names})
    if first is not None and frame.height == first:
        return frame
    return frame.head(frame.height - _blank_lines_at_end(file, len(names)))


def _read_arrow(raw: bytes) -> pl.DataFrame:
    """Arrow in a file, or as the stream that some programs save."""
    reader = pl.read_ipc if raw.startswith(b"ARROW1") else pl.read_ipc_stream
    return reader(BytesIO(raw))


def _skip_lines(file: BytesIO, lines: int) -> BytesIO:
    """The file without the lines before the header."""
    return BytesIO(file.getvalue().split(b"\n", lines)[-1]) if lines else file


def _blank_lines_at_end(file: Path | BytesIO, columns: int) -> int:
    """How many of the last records that Polars reads are blank lines.

    In a table of one column, blank lines are records.
    """
    if columns == 1:
        return 0
    with file.open("rb") if isinstance(file, Path) else file as opened:
        size = opened.seek(0, 2)
        opened.seek(max(size - _END, 0))
        end = opened.read()
    return max(end[len(end.rstrip(b"\r\n")) :].count(b"\n") - 1, 0)


def _header(file: Path | BytesIO, options: Mapping[str, Any]) -> list[str]:
    """The column names, read as a record so that Polars does not rename repeated ones."""
    names = _first_record(file, options)
    if len(set(names)) < len(names):
        raise DataError(f"{len(names) - len(set(names))} column names occur more than once.")
    return names


def _first_record(file: Path | BytesIO, options: Mapping[str, Any]) -> list[str]:
    """The first record of a file; only the beginning of the file is read."""
    quote, comment = options["quote_char"], options["comment_prefix"]
    style = {"quoting": csv.QUOTE_NONE} if quote is None else {"quotechar": quote}
    opened = file.open("rb") if isinstance(file, Path) else file
    lines = TextIOWrapper(opened, "utf-8-sig", newline="")
    records = (line for line in lines if not (comment and line.startswith(comment)))
    try:
        return next(csv.reader(records, delimiter=options["separator"], **style), [])
    finally:
        lines.detach()
        opened.seek(0) if opened is file else opened.close()


def _select(frame: pl.DataFrame, wanted: tuple[str, ...] | None, path: Path) -> pl.DataFrame:
    """The wanted columns of a frame; all for None."""
    _require(wanted or (), frame.columns, path)
    return frame if wanted is None else frame.select(by_name(wanted))


def _require(wanted: tuple[str, ...], names: list[str], path: Path) -> None:
    """Raise DataError if the file lacks a column."""
    absent = [name for name in wanted if name not in names]
    if absent:
        raise DataError(f"{path.name} has no column {', '.join(map(repr, absent))}.")


def _names_in_polars(
    file: Path | BytesIO, names: list[str], options: Mapping[str, Any]
) -> list[str]:
    """The names as Polars takes them from a header, where it leaves doubled quotes doubled."""
    if not any(str(options["quote_char"]) in name for name in names):
        return names
    header = pl.read_csv(file, n_rows=0, infer_schema=False, **options)
    if isinstance(file, BytesIO):
        file.seek(0)
    return header.columns
