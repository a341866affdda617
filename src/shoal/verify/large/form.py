"""Is a large release written byte for byte as its cells ask? It is written again in parts."""

from collections.abc import Iterator, Mapping
from io import BytesIO, RawIOBase
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl
from polars.exceptions import PolarsError

from shoal.verify.findings.verdict import Finding
from shoal.verify.serialization import BLOCK, has_one_form, is_other_version, rewrite_finding
from shoal.verify.study.terms import Terms
from shoal.verify.tables.files import format_of


def form_finding(
    terms: Terms, path: Path | str, records: int, writers: Mapping[str, str] | None
) -> Finding:
    """Whether the file of a release has the same bytes when its cells are written again.

    Args:
        terms: What the study says.
        path: The file; a folder of parts, or a name of a table, is not checked.
        records: How many records it has.
        writers: The versions of the libraries that wrote it; None if they are those of today.
    """
    if isinstance(path, str) or path.is_dir():
        reason = "The release is in parts, which a cluster wrote with a library of its own."
        return Finding("serialization", "not_checked", reason)
    if format_of(path) == "csv":
        return _csv(terms, path, records)
    others = [name for name in ("polars", "pyarrow") if is_other_version(name, writers)]
    is_same = _is_arrow_alike if format_of(path) == "arrow" else _is_parquet_alike
    return rewrite_finding(path, is_same(path, terms.written), others)


def _csv(terms: Terms, path: Path, records: int) -> Finding:
    """The finding about a CSV file."""
    try:
        first = next(_blocks(path), b"").split(b"\n", 1)[0] + b"\n"
        if pl.read_csv(BytesIO(first), infer_schema=False).columns != list(terms.written):
            return rewrite_finding(path, False, (), order=True)
        same = has_one_form(path, list(terms.written), records) or all(
            map(_is_rewritten_alike, _blocks(path))
        )
        return rewrite_finding(path, same, ())
    except PolarsError:
        return rewrite_finding(path, False, ())


def _blocks(path: Path) -> Iterator[bytes]:
    """The bytes of a file, many whole lines at a time: a line end between quotes ends no line."""
    with path.open("rb") as file:
        rest = b""
        while block := file.read(BLOCK):
            rest += block
            cut = rest.rfind(b"\n") + 1
            while cut and rest.count(b'"', 0, cut) % 2:
                cut = rest.rfind(b"\n", 0, cut - 1) + 1
            if cut:
                yield rest[:cut]
            rest = rest[cut:]
        if rest:
            yield rest


def _is_rewritten_alike(block: bytes) -> bool:
    """Whether lines have the same bytes when their cells are written again."""
    cells = pl.read_csv(BytesIO(block), has_header=False, infer_schema=False)
    return cells.write_csv(include_header=False).encode() == block


class _Compared(RawIOBase):
    """Takes bytes that are written, and compares them with those of a file.

    `same` tells whether all of them were the same so far.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.same = file, True

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:  # noqa: ANN401  (whatever a library hands over)
        raw = bytes(content)
        self.same = self.same and self.file.read(len(raw)) == raw
        return len(raw)


def _is_arrow_alike(path: Path, order: tuple[str, ...]) -> bool:
    """Whether writing every part of an Arrow file again gives the same bytes."""
    import pyarrow as pa  # noqa: PLC0415  (comes with the engines that write in parts)

    with path.open("rb") as file, pa.memory_map(str(path)) as given:
        compared, source = _Compared(file), pa.ipc.open_file(given)
        schema = source.schema.remove_metadata()
        with pa.ipc.new_file(pa.PythonFile(compared, mode="w"), schema) as writer:
            for at in range(source.num_record_batches):
                writer.write_batch(source.get_batch(at).replace_schema_metadata(None))
        return compared.same and not file.read(1) and tuple(schema.names) == order


def _is_parquet_alike(path: Path, order: tuple[str, ...]) -> bool:
    """Whether writing every part of a Parquet file again gives the same bytes."""
    import pyarrow as pa  # noqa: PLC0415  (comes with the engines that write in parts)
    import pyarrow.parquet as pq  # noqa: PLC0415

    with path.open("rb") as file:
        compared, source = _Compared(file), pq.ParquetFile(path)
        schema = source.schema_arrow.remove_metadata()
        sink = pa.PythonFile(compared, mode="w")
        with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
            for at in range(source.num_row_groups):
                writer.write_table(source.read_row_group(at).replace_schema_metadata(None))
        return compared.same and not file.read(1) and tuple(schema.names) == order
