"""The verifier's own way to databases; secrets come from the environment or a credentials file."""

import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from shoal.errors import DataError

_REFERENCE = re.compile(r"\$\{(\w+)\}")
_UNREACHABLE = "The database cannot be reached by the verifier."


@contextmanager
def connect(settings: Mapping[str, Any], folder: Path) -> Iterator[Any]:
    """A connection to the database that `url` and `credentials` of a study lead to.

    It is closed when the block ends. DataError if the database cannot be reached.
    """
    secrets = _secrets(folder / settings["credentials"]) if settings.get("credentials") else {}
    url = _with_secrets(str(settings["url"]), {**os.environ, **secrets})
    kind, _, place = url.partition("://")
    openers = {"sqlite": _sqlite, "duckdb": _duckdb}
    if kind in openers:
        opened = openers[kind](folder / place.removeprefix("/"))
    else:
        opened = _postgresql(url, secrets)
    with closing(opened) as connection:
        yield connection


def _with_secrets(url: str, known: Mapping[str, str]) -> str:
    """A URL with the values of its `${NAME}` references; DataError if one is not known."""
    escaped = url.startswith("postgres")

    def value(found: re.Match[str]) -> str:
        if found[1] not in known:
            raise DataError(f"There is no variable {found[1]} in the environment.")
        return quote(known[found[1]], safe="") if escaped else known[found[1]]

    return _REFERENCE.sub(value, url)


def _secrets(path: Path) -> dict[str, str]:
    """The lines `name=value` of a credentials file."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError:
        raise DataError(f"{path.name} cannot be read.") from None
    pairs = [line.split("=", 1) for line in lines if "=" in line and not line.startswith("#")]
    return {name.strip(): value.strip() for name, value in pairs}


def _sqlite(path: Path) -> sqlite3.Connection:
    """A connection that only reads."""
    try:
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        raise DataError(_UNREACHABLE) from None


def _duckdb(path: Path) -> Any:  # noqa: ANN401  (a type of the driver)
    """A connection that only reads, unless this process has the file open for writing."""
    import duckdb  # noqa: PLC0415  (an extra)

    config: dict[str, Any] = {"autoinstall_known_extensions": "false"}
    config["python_enable_replacements"] = "false"
    if not path.is_file():
        raise DataError(_UNREACHABLE)
    for read_only in (True, False):  # the second works while this process writes the release
        try:
            return duckdb.connect(path, read_only=read_only, config=config)
        except duckdb.Error:
            continue
    raise DataError(_UNREACHABLE)


def _postgresql(url: str, secrets: Mapping[str, str]) -> Any:  # noqa: ANN401
    """A connection to a server; user and password come from the credentials, if not in the URL."""
    import psycopg  # noqa: PLC0415  (an extra)
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    try:
        in_url = conninfo_to_dict(url)
        more = {key: secrets[key] for key in ("user", "password") if key in secrets}
        missing: dict[str, Any] = {key: more[key] for key in more if not in_url.get(key)}
        return psycopg.connect(url, **{"connect_timeout": 10, **missing})
    except psycopg.Error:
        raise DataError(_UNREACHABLE) from None
