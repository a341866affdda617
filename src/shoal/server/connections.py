"""Databases that a server may read: named by whoever starts it, never by a browser.

    hospital: postgresql://reader@db.example.org/records
    archive:
      url: sqlite:////srv/archive.db
      credentials: secrets.txt
      stewards: [ann, bob]

People choose a name. No address of theirs reaches the network, and no secret reaches a browser.
The file is named by `shoal serve --connections FILE`, which tells the workers by SHOAL_CONNECTIONS.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.data.database_url import kind_of, problem_of
from shoal.data.text_file import reading
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
        folder: What relative paths are relative to.
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
        """Which kind of database it is, as far as its URL tells."""
        return kind_of(self.url) or "database"

    def allows(self, person: str) -> bool:
        """Whether somebody may read it."""
        return self.stewards is None or person in self.stewards

    def data(self, query: str) -> DataKeys:
        """The key `data` of a study that asks it something."""
        asked: DataKeys = {"url": self.url, "query": query}
        if self.credentials:
            asked["credentials"] = self.credentials
        return asked


def connections(person: str) -> dict[str, Connection]:
    """The databases that somebody may read, by name; none where the server was told of none."""
    place = os.environ.get(VARIABLE)
    found = read_connections(Path(place)) if place else {}
    return {name: one for name, one in found.items() if one.allows(person)}


def connection(person: str, name: str) -> Connection:
    """One of them."""
    known = connections(person)
    if name not in known:
        raise StudyError(f"There is no connection of this name.{did_you_mean(name, known)}")
    return known[name]


def read_connections(path: Path) -> dict[str, Connection]:
    """All databases that a file names; everything wrong with it is told at once."""
    with reading(path):
        text = path.read_text(encoding="utf-8")
    given = study_text.parse(text, path.name)
    problems = [problem for name in given for problem in _problems(name, _keys(given[name]))]
    if problems:
        raise StudyError(*(f"{path.name}: {problem}" for problem in problems))
    return {name: _made(name, _keys(given[name]), path.resolve().parent) for name in given}


def _made(name: str, keys: Mapping[str, Any], folder: Path) -> Connection:
    who = keys.get("stewards")
    stewards = None if who is None else tuple(who)
    return Connection(name, keys["url"], folder, keys.get("credentials"), stewards)


def _keys(given: object) -> dict[str, Any]:
    """A URL alone stands for `{url: …}`."""
    return dict(given) if isinstance(given, Mapping) else {"url": given}


def _problems(name: str, keys: Mapping[str, Any]) -> list[str]:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return ["a name has up to 100 letters, digits, spaces, points, hyphens or underscores."]
    unknown = sorted(str(key) for key in keys if key not in KEYS)
    found = [f"{name}: there is no key `{key}`.{did_you_mean(key, KEYS)}" for key in unknown]
    wrong = problem_of(keys.get("url"))
    found += [f"{name}: `url` {wrong}"] if wrong else []
    secrets, who = keys.get("credentials"), keys.get("stewards")
    if secrets is not None and not isinstance(secrets, str):
        found.append(f"{name}: `credentials` must be the path of a file.")
    if who is not None and not (isinstance(who, list) and all(isinstance(one, str) for one in who)):
        found.append(f"{name}: `stewards` must be a list of names.")
    return found
