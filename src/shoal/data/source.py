"""Where a table comes from: the key `data` of a study."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from shoal.errors import NotYetAvailable, StudyError, did_you_mean

FORMATS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".ipc": "arrow",
    ".feather": "arrow",
}
_COMPRESSED = (".gz", ".zst")
_LATER = {
    "url": "Reading from a database",
    "query": "Reading from a database",
    "sheet": "Reading a spreadsheet",
}


@dataclass(frozen=True)
class Source:
    """A file with a table; what is None is found out from the file.

    Attributes:
        path: The file.
        format: csv, parquet or arrow.
        separator: What stands between two cells.
        quote: What encloses cells that contain the separator; empty if nothing does.
        encoding: The name of the encoding, as Python knows it.
        decimal: The decimal mark of numbers: a point or a comma.
    """

    path: Path
    format: str | None = None
    separator: str | None = None
    quote: str | None = None
    encoding: str | None = None
    decimal: str | None = None

    @classmethod
    def of(cls, data: str | Path | Mapping[str, Any], folder: Path = Path()) -> "Source":
        """The source that the key `data` describes; paths are relative to the folder."""
        keys = dict(data) if isinstance(data, Mapping) else {"path": data}
        _refuse_keys(keys)
        problems = [text for key, text in _RULES.items() if not _holds(key, keys.get(key))]
        if problems:
            raise StudyError(*problems)
        return cls(**{**keys, "path": folder / keys["path"]})

    def settings(self) -> dict[str, str]:
        """The key `data` that describes this source."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {key: str(value) for key, value in given.items() if value is not None}


def format_of(path: Path) -> str | None:
    """The format that a file's name promises, compressed or not; None if it promises none."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


_RULES = {
    "path": "`data` needs a `path`, the name of a file.",
    "format": "`data.format` must be csv, parquet or arrow.",
    "separator": "`data.separator` must be one character, such as a comma or a semicolon.",
    "quote": "`data.quote` must be one character, or empty if the file has no quotes.",
    "encoding": "`data.encoding` is not an encoding. Try utf-8, utf-16, cp1252 or latin-1.",
    "decimal": "`data.decimal` must be a point or a comma.",
}


def _holds(key: str, value: object) -> bool:
    if key == "path":
        return isinstance(value, str | Path) and bool(str(value))
    if value is None:
        return True
    if not isinstance(value, str):
        return False
    return {
        "format": value in FORMATS.values(),
        "separator": len(value) == 1 and value.isascii() and value not in "\r\n\0",
        "quote": len(value) <= 1 and value.isascii() and value not in {"\r", "\n", "\0"},
        "encoding": _is_encoding(value),
        "decimal": value in {".", ","},
    }[key]


def _is_encoding(name: str) -> bool:
    try:
        return codecs.lookup(name)._is_text_encoding
    except (LookupError, ValueError):
        return False


def _refuse_keys(keys: Mapping[str, Any]) -> None:
    for key, feature in _LATER.items():
        if keys.get(key) is not None:
            raise NotYetAvailable(f"`data.{key}`: {feature} is not yet available. Give a file.")
    known = {field.name for field in fields(Source)}
    unknown = [str(key) for key in keys if key not in known]
    if unknown:
        raise StudyError(
            *(f"`data` has no key {key!r}.{did_you_mean(key, known)}" for key in unknown)
        )
