"""Stored studies: checked when they are stored, and without any path in them."""

import json
import shutil
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from shoal.errors import StudyError
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored.ids import clean_name, find_row, new_id, read_rows
from shoal.server.stored.inline import store_listed_hierarchies
from shoal.server.stored.limits import Limits
from shoal.server.stored.references import with_paths
from shoal.server.stored.refusals import QuotaExceeded, TooLarge
from shoal.server.stored.study_keys import StoredKeys
from shoal.study.study import Study

STUDY = "study"
_SELECT = "SELECT id, owner, name, table_id, body, created, changed FROM studies"


@dataclass(frozen=True)
class StoredStudy:
    """A study as its owner wrote it, with ids where files would be named.

    Attributes:
        id: Its id.
        owner: The id of its owner.
        name: What its owner calls it.
        table: The id of its table; None if it names none.
        body: Its keys.
        created: When it was stored first, in UTC.
        changed: When it was changed last.
    """

    id: str
    owner: str
    name: str
    table: str | None
    body: StoredKeys
    created: str
    changed: str


def keep_study(
    workspace: Workspace,
    owner: str,
    body: Mapping[str, Any],
    name: str = "",
    limits: Limits | None = None,
) -> StoredStudy:
    """Store a study if it is well formed and names only stored things of its owner.

    Otherwise StudyError, NotFound, TooLarge or QuotaExceeded. Hierarchies that it lists line by
    line are stored, too.
    """
    limits, time = limits or Limits(), now()
    if len(studies(workspace, owner)) >= limits.owner_studies:
        raise QuotaExceeded(f"{limits.owner_studies:,} studies are kept already. Forget some.")
    kept = _check_body(workspace, owner, body, limits)
    new = StoredStudy(new_id(), owner, clean_name(name or "study"), _table(kept), kept, time, time)
    with workspace.transaction() as connection:
        connection.execute("INSERT INTO studies VALUES (?, ?, ?, ?, ?, ?, ?)", _row(new))
    return new


def change_study(
    workspace: Workspace, owner: str, id: str, body: Mapping[str, Any], name: str | None = None,
    limits: Limits | None = None,
) -> StoredStudy:  # fmt: skip
    """Replace the keys of a study, and its name if one is given; returns the new study.

    Its runs keep the keys they were made with. If it names another table now, the jobs about it
    are removed with their files (`_jobs_about`).
    """
    stored = study(workspace, owner, id)
    kept = _check_body(workspace, owner, body, limits or Limits())
    title = stored.name if name is None else clean_name(name)
    new = replace(stored, name=title, table=_table(kept), body=kept, changed=now())
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM studies WHERE id = ?", [stored.id])
        connection.execute("INSERT INTO studies VALUES (?, ?, ?, ?, ?, ?, ?)", _row(new))
        stale = _jobs_about(connection, stored) if stored.table not in {None, new.table} else []
        connection.executemany("DELETE FROM jobs WHERE id = ?", [(job,) for job in stale])
        for job in stale:
            shutil.rmtree(workspace.folder / "jobs" / job, ignore_errors=True)
    return new


def rename_study(workspace: Workspace, owner: str, id: str, name: str) -> StoredStudy:
    """Give a study another name; works even if its table is gone."""
    renamed = replace(study(workspace, owner, id), name=clean_name(name))
    with workspace.transaction() as connection:
        connection.execute("UPDATE studies SET name = ? WHERE id = ?", [renamed.name, renamed.id])
    return renamed


def studies(workspace: Workspace, owner: str) -> list[StoredStudy]:
    """All studies of an owner, the oldest first."""
    query = f"{_SELECT} WHERE owner = ? ORDER BY created, rowid"
    return [_study_from_row(row) for row in read_rows(workspace, query, owner)]


def study(workspace: Workspace, owner: str, id: str) -> StoredStudy:
    """One study; NotFound unless it is the owner's."""
    return _study_from_row(find_row(workspace, _SELECT, STUDY, owner, id))


def forget_study(workspace: Workspace, owner: str, id: str) -> None:
    """Remove a study; its runs stay."""
    stored = study(workspace, owner, id)
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM studies WHERE id = ?", [stored.id])
        (workspace.folder / "bookmarks" / f"{stored.id}.json").unlink(missing_ok=True)


def _jobs_about(connection: sqlite3.Connection, stored: StoredStudy) -> list[str]:
    """The ids of jobs that are over and about a study, to be removed if it names another table.

    Later, forgetting the table would not find them. Jobs that name a run stay: the run tells which
    table they are about.
    """
    query = "SELECT id, arguments FROM jobs WHERE owner = ? AND state NOT IN ('waiting', 'running')"
    jobs = connection.execute(query, [stored.owner]).fetchall()
    given = {id: json.loads(arguments) for id, arguments in jobs}
    return [
        id for id, keys in given.items() if keys.get("study") == stored.id and not keys.get("run")
    ]


def _check_body(
    workspace: Workspace, owner: str, body: Mapping[str, Any], limits: Limits
) -> StoredKeys:
    """The study with stored instead of inline hierarchies; StudyError if it is wrong."""
    try:
        size = len(json.dumps(body, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise StudyError("The study is no JSON. Expected an object with keys and values.") from None
    if size > limits.study_bytes:
        raise TooLarge(f"The study has more than {limits.study_bytes:,} characters.")
    kept = store_listed_hierarchies(workspace, owner, body, limits)
    Study.of(with_paths(workspace, owner, kept))
    return kept


def _table(body: StoredKeys) -> str | None:
    """The id of the table that a study names; None if it names none."""
    data = body.get("data")
    return data["table"] if data else None


def _row(new: StoredStudy) -> tuple[object, ...]:
    body = json.dumps(new.body)
    return new.id, new.owner, new.name, new.table, body, new.created, new.changed


def _study_from_row(row: tuple[Any, ...]) -> StoredStudy:
    id, owner, name, table, body, created, changed = row
    return StoredStudy(id, owner, name, table, json.loads(body), created, changed)
