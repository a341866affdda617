"""Secrets of a database: from the environment or from a file, never from the study.

A credentials file has lines `NAME=value`. `user` and `password` fill a URL that has none; every
name can be used as `${NAME}` in the URL. Only its owner may read it, as with PostgreSQL's own
password file (https://www.postgresql.org/docs/current/libpq-pgpass.html).
"""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

from shoal.data.database_url import REFERENCE, kind_of
from shoal.data.text_file import explain_read_errors
from shoal.errors import DataError, StudyError


def secret_url(url: str, credentials: Path | None = None) -> str:
    """The URL with all secrets filled in; for immediate use, never to be shown or stored.

    Args:
        url: The URL of the study, with `${NAME}` for secrets.
        credentials: The credentials file; its entries win over variables of the environment.
    """
    known = _entries(credentials) if credentials else {}
    filled = _fill_references(url, {**os.environ, **known})
    if kind_of(filled) is None:
        raise StudyError("`url`: what the environment gives is not the URL of a known database.")
    return _with_account(filled, known) if kind_of(filled) == "postgresql" else filled


def _fill_references(url: str, known: Mapping[str, str]) -> str:
    """The URL with the value of each `${NAME}`; one error names all variables that are absent."""
    absent = [name for name in REFERENCE.findall(url) if name not in known]
    if absent:
        raise StudyError(
            *(f"`url`: there is no variable {name} in the environment." for name in absent)
        )
    is_server = (kind_of(url) or "postgresql") == "postgresql"

    def value(reference: "re.Match[str]") -> str:
        text = known[reference[1]]
        # A password may hold @ or /. A variable at the very beginning holds a whole URL.
        return quote(text, safe="") if is_server and reference.start() else text

    return REFERENCE.sub(value, url)


def _with_account(url: str, known: Mapping[str, str]) -> str:
    """The URL with user and password of the credentials file, unless it has its own."""
    parts = urlsplit(url)
    account, _, host = parts.netloc.rpartition("@")
    user, _, password = account.partition(":")
    user = user or quote(known.get("user", ""), safe="")
    password = password or quote(known.get("password", ""), safe="")
    account = f"{user}:{password}" if password else user
    place = f"{account}@{host}" if account else host
    return urlunsplit(parts._replace(netloc=place))


def _entries(path: Path) -> dict[str, str]:
    """The names and values of a credentials file; lines that begin with # are comments."""
    with explain_read_errors(path):
        _refuse_shared(path)
        lines = path.read_text(encoding="utf-8").splitlines()
    entries = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    wrong = sum("=" not in entry for entry in entries)
    if wrong:
        raise DataError(f"{path.name}: {wrong} lines are not of the form NAME=value.")
    pairs = (entry.partition("=") for entry in entries)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _refuse_shared(path: Path) -> None:
    """Raise a `DataError` if others than the owner may read the file; never on Windows."""
    others = stat.S_IRWXG | stat.S_IRWXO
    if os.name == "posix" and path.stat().st_mode & others:
        raise DataError(
            f"{path.name} can be read by others than its owner. Forbid it: chmod 600 {path.name}"
        )
