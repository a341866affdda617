"""Where a table comes from: the key `data` of a study."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from shoal.data.database_url import resolve_url
from shoal.data.plain import DataKeys
from shoal.data.source_rules import FORMATS, problems
from shoal.errors import StudyError

__all__ = ["FORMATS", "Source", "format_of"]

_COMPRESSED = (".gz", ".zst")


@dataclass(frozen=True)
class Source:
    """A file or a query with a table; keys that are None are found out by looking at the file.

    Attributes:
        path: The file; for FHIR it may be a folder of files.
        format: csv, parquet, arrow, excel or fhir.
        separator: The character between two cells.
        quote: The character that encloses cells with a separator; empty if there is none.
        encoding: The name of the encoding, as Python knows it.
        decimal: The decimal mark of numbers: a point or a comma.
        skip: How many lines stand before the header.
        comment: The text with which comment lines begin.
        sheet: The sheet of a workbook, by name or by number from 1.
        resource: The FHIR resources that become records.
        time_zone: Whose clock tells the local time of moments that have a time zone.
        url: The database; `${NAME}` stands for a variable of the environment.
        query: The query whose answer is the table.
        credentials: A file with `user`, `password` or other names that the URL uses.
    """

    path: Path | None = None
    format: str | None = None
    separator: str | None = None
    quote: str | None = None
    encoding: str | None = None
    decimal: str | None = None
    skip: int | None = None
    comment: str | None = None
    sheet: str | int | None = None
    resource: str | None = None
    time_zone: str | None = None
    url: str | None = None
    query: str | None = None
    credentials: Path | None = None

    @classmethod
    def of(cls, data: str | Path | Mapping[str, Any], folder: Path = Path()) -> "Source":
        """The source that the key `data` describes; paths are relative to the folder.

        All problems with the keys are raised together, as one `StudyError`.
        """
        keys = dict(data) if isinstance(data, Mapping) else {"path": data}
        wrong = problems(keys, {field.name for field in fields(cls)})
        if wrong:
            raise StudyError(*wrong)
        places = {key: folder / keys[key] for key in ("path", "credentials") if keys.get(key)}
        url = {"url": resolve_url(str(keys["url"]), folder)} if keys.get("url") else {}
        return cls(**{**keys, **places, **url})

    def settings(self) -> DataKeys:
        """The key `data` that describes this source, with the keys that are not None."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        known: Any = {key: _plain(value) for key, value in values.items() if value is not None}
        keys: DataKeys = known
        return keys

    @property
    def name(self) -> str:
        """What messages call the source; never a password, because a URL holds none."""
        return self.path.name if self.path else "the database"

    @property
    def file(self) -> Path:
        """The path of a source that is a file; a `StudyError` if it is a database."""
        if self.path is None:
            raise StudyError("`data` names a database; expected the `path` of a file.")
        return self.path


def format_of(path: Path) -> str | None:
    """The format that the end of a file's name stands for, compressed or not; None if unknown."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


def _plain(value: object) -> object:
    """A path as text; any other value as it is."""
    return str(value) if isinstance(value, Path) else value
