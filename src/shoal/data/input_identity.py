"""The identity of an input in ledger and accounts."""

import hashlib
from pathlib import Path

import polars as pl
from polars.selectors import by_name

from shoal.data.table import exact_column

PARTS = (".csv", ".parquet")  # folders of parts are named like one file


def input_identity(sha256: str | None, frame: pl.DataFrame) -> str:
    """The fingerprint of the file, or of the content where the input is no file.

    Args:
        sha256: The fingerprint of the input's file, if it is one.
        frame: The input as it was read.
    """
    if sha256 is not None:
        return sha256
    return _content(frame)


def content_identity(frame: pl.DataFrame) -> str:
    """The fingerprint of what a table says, however it is stored.

    Another separator or encoding, another order of records or columns is the same content: the
    people in it are the same, and so is what was spent on them.
    """
    names = sorted(frame.columns)
    return _content(frame.select(by_name(names).cast(pl.String)).sort(by_name(names)))


def _content(frame: pl.DataFrame) -> str:
    found = hashlib.sha256()
    for name in frame.columns:
        texts = exact_column(frame, name).cast(pl.String)
        found.update(f"{name}\0{len(texts)}\0".encode())
        # The lengths make it certain where a text ends; a missing one has the length -1.
        lengths = texts.str.len_bytes().cast(pl.Int64).fill_null(-1)
        found.update(lengths.to_numpy().tobytes())
        found.update("".join(texts.drop_nulls()).encode())
    return found.hexdigest()


def fingerprint(path: Path | None) -> str | None:
    """The fingerprint of a file, or of a release in parts; a database has none.

    That of a folder `release.csv` or `.parquet` is the one of the lines `fingerprint  name` of its
    files in their order, as `sha256sum * | sha256sum` prints it.
    """
    if path is not None and path.is_dir() and path.suffix in PARTS:
        lines = (f"{fingerprint(part)}  {part.name}\n" for part in sorted(path.iterdir()))
        return hashlib.sha256("".join(lines).encode()).hexdigest()
    if path is None or not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
