"""The rules for the keys of `data`, each with the sentence that an error shows."""

import codecs
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shoal.data.database_url import problem_of
from shoal.errors import did_you_mean

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
    ".xlsx": "excel",
    ".xlsm": "excel",
    ".xlsb": "excel",
    ".xls": "excel",
    ".ods": "excel",
    ".json": "fhir",
    ".ndjson": "fhir",
    ".jsonl": "fhir",
}
RESOURCES = ("Patient", "Encounter", "Condition")
_DATABASE = {"url", "query", "credentials", "time_zone"}


def problems(keys: Mapping[str, Any], known: Iterable[str]) -> list[str]:
    """A sentence for everything wrong with the keys; unknown keys are told alone, before all else.

    Args:
        keys: The key `data` of a study; None counts as not given.
        known: The names of all keys.
    """
    unknown = [str(key) for key in keys if key not in set(known)]
    if unknown:
        return [f"`data` has no key {key!r}.{did_you_mean(key, known)}" for key in unknown]
    given = {key: value for key, value in keys.items() if value is not None}
    wrong = [_RULES[key][1] for key, value in given.items() if not _RULES[key][0](value)]
    if "url" in given:
        return [*wrong, *_wrong_database(given)]
    return [*wrong, *_wrong_file(given)]


def _wrong_file(given: Mapping[str, Any]) -> list[str]:
    """Problems of keys that describe a file: no path, or keys that are about databases."""
    absent = [] if "path" in given else ["`data` needs a `path`, the name of a file."]
    alone = [key for key in ("query", "credentials") if key in given]
    return [*absent, *(f"`data.{key}` needs a `url`, that of a database." for key in alone)]


def _wrong_database(given: Mapping[str, Any]) -> list[str]:
    """Problems of keys that describe a database: its URL, no query, or keys about files."""
    problem = problem_of(given["url"])
    wrong = [f"`data.url` {problem}"] if problem else []
    if "query" not in given:
        wrong.append("`data.url` needs a `query`, such as SELECT * FROM stays.")
    more = sorted(given.keys() - _DATABASE)
    return [*wrong, *(f"`data.{key}` is about files; `url` names a database." for key in more)]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_path(value: object) -> bool:
    return isinstance(value, str | Path) and bool(str(value))


def _is_separator(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isascii() and value not in "\r\n\0"


def _is_quote(value: object) -> bool:
    return value == "" or _is_separator(value)


def _is_encoding(name: object) -> bool:
    try:
        return isinstance(name, str) and codecs.lookup(name)._is_text_encoding
    except (LookupError, ValueError):
        return False


def _is_sheet(value: object) -> bool:
    return _is_text(value) or (type(value) is int and value >= 1)


def _is_time_zone(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(ZoneInfo(value))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "path": (_is_path, "`data` needs a `path`, the name of a file."),
    "format": (
        lambda value: value in FORMATS.values(),
        f"`data.format` must be one of {', '.join(dict.fromkeys(FORMATS.values()))}.",
    ),
    "separator": (
        _is_separator,
        "`data.separator` must be one character, such as a comma or a semicolon.",
    ),
    "quote": (_is_quote, "`data.quote` must be one character, or empty if the file has no quotes."),
    "encoding": (
        _is_encoding,
        "`data.encoding` is not an encoding. Try utf-8, utf-16, cp1252 or latin-1.",
    ),
    "decimal": (lambda value: value in {".", ","}, "`data.decimal` must be a point or a comma."),
    "skip": (
        lambda value: type(value) is int and value >= 0,
        "`data.skip` must be the number of lines before the header.",
    ),
    "comment": (
        lambda value: _is_text(value) and value.isascii() and "\n" not in value,
        "`data.comment` must be what comment lines begin with, such as #.",
    ),
    "sheet": (_is_sheet, "`data.sheet` must be the name of a sheet, or its number from 1."),
    "resource": (
        lambda value: value in RESOURCES,
        f"`data.resource` must be one of {', '.join(RESOURCES)}.",
    ),
    "time_zone": (
        _is_time_zone,
        "`data.time_zone` is not a time zone. Try UTC, Europe/Berlin or America/New_York.",
    ),
    "url": (lambda _: True, ""),  # checked by `_wrong_database`
    "query": (_is_text, "`data.query` must be a text, such as SELECT * FROM stays."),
    "credentials": (_is_path, "`data.credentials` must be the name of a file."),
}
