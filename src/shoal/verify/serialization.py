"""Is a release written byte for byte as its cells ask, so that nothing is hidden between them?

Quotes that nothing needs, line ends, blank lines, comments in a header of gzip and metadata of
Parquet are read by nobody and could carry anything. So the cells that were read are written again,
and the bytes must be the same. Compressed formats depend on the library that writes them: where
another version wrote the release, the finding says so.
"""

import gzip
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path

import polars as pl
import zstandard

from shoal.verify.findings.verdict import Finding
from shoal.verify.tables.files import format_of, read_content
from shoal.verify.tables.workbooks import workbook_bytes

WRITERS = {"parquet": ("polars",), "arrow": ("polars",), "excel": ("xlsxwriter",)}
BLOCK = 1 << 24  # bytes that are looked at together
LINES = 1 << 17  # records that are written together
GZIP = bytes.fromhex("1f8b08000000000002ff")  # a header without name, time and comment


def serialization_finding(
    path: Path,
    frame: pl.DataFrame,
    order: tuple[str, ...] | None,
    writers: Mapping[str, str] | None = None,
) -> Finding:
    """Whether a file has the same bytes as its cells when they are written again.

    Args:
        path: The file.
        frame: The cells that were read from it, in its own order of columns.
        order: The order of columns that the study asks for; None if it asks for none.
        writers: The versions of the libraries that wrote it; None if they are those of today.
    """
    kind = format_of(path)
    if order is not None and list(order) != frame.columns:
        return rewrite_finding(path, False, (), order=True)
    same = _is_csv_alike(path, frame) if kind == "csv" else path.read_bytes() == _FORMS[kind](frame)
    return rewrite_finding(
        path, same, [name for name in WRITERS.get(kind, ()) if is_other_version(name, writers)]
    )


def rewrite_finding(
    path: Path, same: bool | None, others: Sequence[str], *, order: bool = False
) -> Finding:
    """The finding about a rewritten file.

    Args:
        path: The file.
        same: Whether its bytes are the same; None if only the compression differs.
        others: Libraries that had another version when the file was written.
        order: Whether the order of columns is wrong, which says enough.
    """
    if same:
        return Finding("serialization", True)
    if order:
        reason = "The columns of the release do not stand in the order of the study."
    elif others or same is None:
        reason = (
            f"{path.name} was written by another version of {', '.join(others) or 'a library'}."
        )
        return Finding("serialization", "not_checked", reason)
    else:
        reason = f"{path.name} is not written as its cells ask: bytes were added or changed."
    return Finding("serialization", False, reason)


@dataclass(frozen=True)
class Inner:
    """What stands inside cells.

    Attributes:
        quoted: How many cells need quotes.
        commas: How many commas cells hold.
        lines: How many line ends cells hold.
    """

    quoted: int = 0
    commas: int = 0
    lines: int = 0


NOTHING = Inner()


def has_one_form(path: Path, names: list[str], records: int, inner: Inner = NOTHING) -> bool:
    """Whether a CSV file holds this many records, with no more quotes than its cells need.

    The file is only counted: its quotes, commas and line ends. False may also mean that counting is
    not enough: one column, odd names, carriage returns, or cells that hold quotes.
    """
    if len(names) == 1 or any(set(name) & set('",\n\r') for name in names):
        return False
    header, last = (",".join(names) + "\n").encode(), b""
    quotes = commas = lines = place = 0
    with path.open("rb") as file:
        for block in iter(lambda: file.read(BLOCK), b""):
            if (place == 0 and not block.startswith(header)) or b"\r" in block:
                return False
            lines, commas = lines + block.count(b"\n"), commas + block.count(b",")
            quotes, place, last = quotes + block.count(b'"'), place + len(block), block[-1:]
    wanted = (2 * inner.quoted, (records + 1) * (len(names) - 1) + inner.commas)
    return last == b"\n" and (quotes, commas, lines) == (*wanted, records + 1 + inner.lines)


def _count_inner(frame: pl.DataFrame) -> Inner | None:
    """What stands inside all cells, each different one looked at once; None if some hold quotes."""
    total = Inner()
    for column in frame:
        cells = column.cast(pl.Categorical) if column.dtype == pl.String else column
        counted = cells.alias("cell").value_counts(name="n")
        texts, times = counted["cell"].cast(pl.String).fill_null("-"), counted["n"]
        if texts.str.contains('"', literal=True).any():
            return None
        needs = texts.str.contains("[,\n]") | (texts == "")
        commas, lines = (texts.str.count_matches(mark, literal=True) for mark in (",", "\n"))
        sums = (int((each.cast(pl.Int64) * times).sum()) for each in (needs, commas, lines))
        total = Inner(*(a + b for a, b in zip(astuple(total), sums, strict=True)))
    return total


def is_other_version(name: str, writers: Mapping[str, str] | None) -> bool:
    """Whether another version of a library wrote the release than the one of today."""
    try:
        return writers is not None and writers.get(name) != version(name)
    except PackageNotFoundError:
        return True


def _is_csv_alike(path: Path, frame: pl.DataFrame) -> bool | None:
    """Whether a CSV file is written as its cells ask; None if only its compression differs."""
    ending = path.suffix.lower()
    if ending not in {".gz", ".zst"}:
        inner = _count_inner(frame)
        counted = inner and has_one_form(path, frame.columns, frame.height, inner)
        return counted or _is_alike_in_parts(path, frame)
    raw, plain = path.read_bytes(), read_content(path).getvalue()
    if plain != frame.write_csv().encode():
        return False
    if ending == ".zst":
        return raw == zstandard.ZstdCompressor().compress(plain) or None
    packed = zlib.decompressobj(wbits=31)
    packed.decompress(raw)
    if not raw.startswith(GZIP) or packed.unused_data:
        return False
    again = BytesIO()
    with gzip.GzipFile("", "wb", fileobj=again, mtime=0) as file:
        file.write(plain)
    return raw == again.getvalue() or None


def _is_alike_in_parts(path: Path, frame: pl.DataFrame) -> bool:
    """Whether a CSV file is what its cells are written as, part by part to spare memory."""
    with path.open("rb") as file:
        for start in range(0, max(frame.height, 1), LINES):
            written = frame.slice(start, LINES).write_csv(include_header=start == 0).encode()
            if file.read(len(written)) != written:
                return False
        return not file.read(1)


def _parquet_bytes(frame: pl.DataFrame) -> bytes:
    """The bytes of a Parquet file with these cells."""
    written = BytesIO()
    frame.rechunk().write_parquet(written)
    return written.getvalue()


def _arrow_bytes(frame: pl.DataFrame) -> bytes:
    """The bytes of an Arrow file with these cells."""
    written = BytesIO()
    frame.rechunk().write_ipc(written, compat_level=pl.CompatLevel.oldest())
    return written.getvalue()


_FORMS: Mapping[str, Callable[[pl.DataFrame], bytes]] = {
    "parquet": _parquet_bytes,
    "arrow": _arrow_bytes,
    "excel": workbook_bytes,
}
