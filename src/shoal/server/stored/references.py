"""Stored studies name stored things by their ids where a study file would name a file.

    data: {table: ID}                 and the keys of a dialect: separator, encoding, sheet, …
    columns.*.hierarchy               {builder: …}, {table: ID} or {lines: [[value, label, …], …]}
    columns.*.pseudonym.key           the ID of a key, and so in `shift`
    subset.records, population.table  {table: ID}
    recipient                         {name, profiles: {…}}, the profiles themselves

Every key of a study is listed here with the function that replaces ids by paths. A key that is not
listed is refused, so a key that is added later cannot reach a file before somebody has decided so.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.stored.ids import is_id
from shoal.server.stored.key_files import key_path
from shoal.server.stored.study_keys import StoredData
from shoal.server.stored.table_rows import HIERARCHY, TABLE, path_of, table
from shoal.study.keys.plain import DataKeys, StudyKeys, keys_of
from shoal.study.study import Study

DIALECT = {
    *("format", "separator", "quote", "encoding", "decimal", "skip", "comment", "sheet"),
    *("resource", "time_zone"),
}
# Keys that name a file or another computer, in any plugin or section.
PLACES = {
    *("path", "file", "files", "folder", "directory", "url", "credentials", "mapping", "edges"),
    *("key", "profiles", "records", "table", "master", "temporary", "data"),
}
FILES = "files of the service's computer cannot be named here"


@dataclass(frozen=True)
class Owned:
    """The owner whose stored things a study may name."""

    workspace: Workspace
    owner: str

    def table(self, given: object, place: str, more: set[str] = DIALECT) -> DataKeys:
        """The key `data` for a stored table: its path, and how to read it.

        Args:
            given: What the study says: `{table: ID}`, and perhaps keys of `more`.
            place: Where in the study it says so; errors begin with it.
            more: The keys that may stand beside `table`.
        """
        known = self._reference(given, place, more)
        stored = table(self.workspace, self.owner, known.pop("table"))
        if stored.kind != TABLE:
            raise StudyError(f"{place}: this id is a hierarchy's; expected a table.")
        known["path"] = str(path_of(self.workspace, stored))
        return known

    def hierarchy(self, given: object, place: str) -> object:
        """The settings of a hierarchy; for a stored one, the builder `file` with its path.

        StudyError if the settings name a file themselves.
        """
        if isinstance(given, Mapping) and "table" in given:
            known = self._reference(given, place, {"separator", "quote", "encoding"})
            stored = table(self.workspace, self.owner, known.pop("table"))
            if stored.kind != HIERARCHY:
                raise StudyError(f"{place}: this id is a table's; expected a hierarchy.")
            return {**known, "builder": "file", "path": str(path_of(self.workspace, stored))}
        return without_places(given, place)

    def with_key(self, given: object, place: str) -> object:
        """The settings of a pseudonym method or a shift, with the path of their stored key."""
        if not isinstance(given, Mapping):
            return given
        if given.get("mapping") is not None or given.get("create_key"):
            raise StudyError(
                f"{place}: `mapping` and `create_key` are not available here; {FILES}. Make a key"
                " first, and give its id as `key`."
            )
        rest = without_places({key: given[key] for key in given if key != "key"}, place)
        key = given.get("key")
        path = {} if key is None else {"key": str(key_path(self.workspace, self.owner, key))}
        return {**dict(rest), **path}  # type: ignore[call-overload]

    def _reference(self, given: object, place: str, more: set[str]) -> StoredData:
        """A copy of `{table: ID}` with its other keys; StudyError if it has another form."""
        if not isinstance(given, Mapping) or not is_id(given.get("table")):
            raise StudyError(f"{place}: expected {{table: ID}}, the id of a stored table; {FILES}.")
        other = sorted(str(key) for key in given if key != "table" and key not in more)
        if other:
            raise StudyError(f"{place}: `{other[0]}` is not available here; {FILES}.")
        return cast(StoredData, dict(given))


def with_paths(workspace: Workspace, owner: str, body: Mapping[str, Any]) -> StudyKeys:
    """The keys of a study with paths instead of ids; StudyError with everything that is wrong."""
    owned, problems = Owned(workspace, owner), list[str]()
    keys: dict[str, object] = {}
    for key, given in body.items():
        try:
            keys[key] = _KEYS.get(str(key), _unknown)(owned, given, str(key))
        except StudyError as error:
            problems += error.problems
            kind = type(error)
    if problems:
        raise (kind if len(problems) == 1 else StudyError)(*problems)
    return keys_of(keys)


def without_places(given: object, place: str) -> object:
    """The settings themselves; StudyError if one of them names a file or another computer."""
    known = given.items() if isinstance(given, Mapping) else ()
    for key, value in known:
        if key in PLACES:
            raise StudyError(f"{place}: `{key}` is not available here; {FILES}.")
        if isinstance(value, list | tuple):
            without_places(value, f"{place}.{key}")
    for value in given if isinstance(given, list | tuple) else ():
        without_places(value, place)
    return given


# Readers of study keys: each takes the owner, what the study says, and where, and returns the same
# with paths. What has a wrong form is returned as it is: the check of the study refuses it later.


def _columns(owned: Owned, given: object, place: str) -> object:
    if not isinstance(given, Mapping):
        return given
    return {name: _column(owned, keys, f"{place}.{name}") for name, keys in given.items()}


def _column(owned: Owned, given: object, place: str) -> object:
    if not isinstance(given, Mapping):
        return given
    known: dict[str, Callable[[object, str], object]] = {
        "hierarchy": _refuse_text(owned.hierarchy),
        "pseudonym": owned.with_key,
        "shift": owned.with_key,
    }
    return {
        key: known.get(key, without_places)(value, f"{place}.{key}") for key, value in given.items()
    }


def _refuse_text(
    read: Callable[[object, str], object],
) -> Callable[[object, str], object]:
    """The same reader, but it refuses a text, which in a study file would be a path."""

    def refuse_text(given: object, place: str) -> object:
        if isinstance(given, str):
            raise StudyError(f"{place}: expected {{builder: …}} or {{table: ID}}; {FILES}.")
        return read(given, place)

    return refuse_text


def _plain(_: Owned, given: object, place: str) -> object:
    return without_places(given, place)


def _data(owned: Owned, given: object, place: str) -> object:
    return None if given is None else owned.table(given, place)


def _section_with_table(name: str) -> Callable[[Owned, object, str], object]:
    """The reader of a section in which the key `name` names a table."""

    def read(owned: Owned, given: object, place: str) -> object:
        if not isinstance(given, Mapping):
            return given
        rest = {key: value for key, value in given.items() if key != name}
        without_places(rest, place)
        if given.get(name) is None:
            return rest
        return {**rest, name: owned.table(given[name], f"{place}.{name}")}

    return read


def _recipient(_: Owned, given: object, place: str) -> object:
    """The recipient with its profiles; a file of profiles is refused."""
    if given is None:
        return None
    if not isinstance(given, Mapping) or not isinstance(given.get("profiles"), Mapping):
        raise StudyError(f"{place}: expected {{name, profiles: {{…}}}}; {FILES}.")
    return dict(given)  # it holds names of groups and columns, no path


def _engine(_: Owned, given: object, place: str) -> object:
    """The engine; a cluster elsewhere is refused."""
    if given not in ("memory", "duckdb"):
        raise StudyError(f"{place}: expected `memory` or `duckdb`, and no settings of it.")
    return given


def _unknown(_: Owned, given: object, place: str) -> object:
    """Refuse a study key that is not listed here; the check of the study refuses other keys."""
    if place in Study.model_fields:
        raise StudyError(f"{place}: is not available in a service yet.")
    return given


_KEYS: dict[str, Callable[[Owned, object, str], object]] = {
    "data": _data,
    "columns": _columns,
    "subset": _section_with_table("records"),
    "population": _section_with_table("table"),
    "recipient": _recipient,
    "engine": _engine,
    "method": _section_with_table("edges"),
    **dict.fromkeys(
        (
            *("privacy", "quality", "suppression_limit", "search", "seed", "recoding", "person"),
            "continues",  # a server takes it as an id in the ledger, never as a folder
            *("undecided", "game", "evaluate", "output", "reproducible", "acknowledge"),
            "review_months",
        ),
        _plain,
    ),
}
