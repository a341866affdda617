"""Fingerprints by which ledger and accounts recognize an input: SHA-256 in hexadecimal digits."""

import hashlib
from pathlib import Path

import polars as pl
from polars.selectors import by_name

from shoal.data.table import exact_column

PARTS = (".csv", ".parquet")  # folders of parts are named like one file


def input_identity(sha256: str | None, frame: pl.DataFrame) -> str:
    """The fingerprint of the file, or of the content if the input is not a file.

    Unlike `content_identity`, the one of the content depends on the order of records and columns.

    Args:
        sha256: The fingerprint of the input's file; None if it is not a file.
        frame: The input as it was read.
    """
    if sha256 is not None:
        return sha256
    return _content(frame)


def content_identity(frame: pl.DataFrame) -> str:
    """The fingerprint of the values of a table, however they are stored.

    It does not depend on separator, encoding, or the order of records and columns: the people in
    the table are the same, and so is the privacy budget that was spent on them.
    """
    names = sorted(frame.columns)
    return _content(frame.select(by_name(names).cast(pl.String)).sort(by_name(names)))


def _content(frame: pl.DataFrame) -> str:
    """The fingerprint of names and values, in the order of the frame."""
    digest = hashlib.sha256()
    for name in frame.columns:
        texts = exact_column(frame, name).cast(pl.String)
        digest.update(f"{name}\0{len(texts)}\0".encode())
        # The lengths tell where each text ends; a missing text has the length -1.
        lengths = texts.str.len_bytes().cast(pl.Int64).fill_null(-1)
        digest.update(lengths.to_numpy().tobytes())
        digest.update("".join(texts.drop_nulls()).encode())
    return digest.hexdigest()


def fingerprint(path: Path | None) -> str | None:
    """The fingerprint of a file, or of a release in parts; None for a database and any other path.

    A folder `release.csv` or `.parquet` has the fingerprint of the lines `fingerprint  name` of
    its files, in order of their names, as `sha256sum * | sha256sum` prints it.
    """
    if path is not None and path.is_dir() and path.suffix in PARTS:
        lines = (f"{fingerprint(part)}  {part.name}\n" for part in sorted(path.iterdir()))
        return hashlib.sha256("".join(lines).encode()).hexdigest()
    if path is None or not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
