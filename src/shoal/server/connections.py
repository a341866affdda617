"""Databases that a server may read: whoever starts it lists them by name in a file.

    hospital: postgresql://reader@db.example.org/records
    archive:
      url: sqlite:////srv/archive.db
      credentials: secrets.txt
      stewards: [ann, bob]

People choose a name. The server connects to no address that a browser sends, and no secret reaches
a browser. `shoal serve --connections FILE` names the file, and passes its path to the workers in
SHOAL_CONNECTIONS.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.data.database_url import kind_of, problem_of
from shoal.data.text_file import explain_read_errors
from shoal.errors import StudyError, did_you_mean
from shoal.study import text as study_text
from shoal.study.keys.plain import DataKeys

VARIABLE = "SHOAL_CONNECTIONS"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,99}")
KEYS = {"url", "credentials", "stewards"}


@dataclass(frozen=True)
class Connection:
    """A database.

    Attributes:
        name: What people call it.
        url: Where it is; without any secret.
        folder: The folder that relative paths start from.
        credentials: A file with secrets that the URL uses.
        stewards: Who may read it; None for every steward.
    """

    name: str
    url: str
    folder: Path
    credentials: str | None = None
    stewards: tuple[str, ...] | None = None

    @property
    def kind(self) -> str:
        """The kind of database, as far as the URL shows it."""
        return kind_of(self.url) or "database"

    def allows(self, person: str) -> bool:
        """Whether this person may read it."""
        return self.stewards is None or person in self.stewards

    def data(self, query: str) -> DataKeys:
        """The key `data` of a study that reads the answer to a query."""
        keys: DataKeys = {"url": self.url, "query": query}
        if self.credentials:
            keys["credentials"] = self.credentials
        return keys


def connections(person: str) -> dict[str, Connection]:
    """The databases that this person may read, by name; empty if the server was given no file."""
    file = os.environ.get(VARIABLE)
    configured = read_connections(Path(file)) if file else {}
    return {name: database for name, database in configured.items() if database.allows(person)}


def connection(person: str, name: str) -> Connection:
    """The database of this name, if this person may read it; otherwise StudyError."""
    known = connections(person)
    if name not in known:
        raise StudyError(f"There is no connection of this name.{did_you_mean(name, known)}")
    return known[name]


def read_connections(path: Path) -> dict[str, Connection]:
    """All databases that a file lists; the error names everything that is wrong with the file."""
    with explain_read_errors(path):
        text = path.read_text(encoding="utf-8")
    entries = study_text.parse(text, path.name)
    problems = [problem for name in entries for problem in _problems(name, _keys(entries[name]))]
    if problems:
        raise StudyError(*(f"{path.name}: {problem}" for problem in problems))
    return {
        name: _make_connection(name, _keys(entries[name]), path.resolve().parent)
        for name in entries
    }


def _make_connection(name: str, keys: Mapping[str, Any], folder: Path) -> Connection:
    who = keys.get("stewards")
    stewards = None if who is None else tuple(who)
    return Connection(name, keys["url"], folder, keys.get("credentials"), stewards)


def _keys(entry: object) -> dict[str, Any]:
    """The keys of an entry; a URL alone stands for `{url: …}`."""
    return dict(entry) if isinstance(entry, Mapping) else {"url": entry}


def _problems(name: str, keys: Mapping[str, Any]) -> list[str]:
    """Everything that is wrong with an entry of the file."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return ["a name has up to 100 letters, digits, spaces, points, hyphens or underscores."]
    unknown = sorted(str(key) for key in keys if key not in KEYS)
    problems = [f"{name}: there is no key `{key}`.{did_you_mean(key, KEYS)}" for key in unknown]
    wrong = problem_of(keys.get("url"))
    problems += [f"{name}: `url` {wrong}"] if wrong else []
    secrets, who = keys.get("credentials"), keys.get("stewards")
    if secrets is not None and not isinstance(secrets, str):
        problems.append(f"{name}: `credentials` must be the path of a file.")
    if who is not None and not (
        isinstance(who, list) and all(isinstance(steward, str) for steward in who)
    ):
        problems.append(f"{name}: `stewards` must be a list of names.")
    return problems
