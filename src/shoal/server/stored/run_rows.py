"""Stored runs: ordinary run folders, each with the study it was made with.

A run is a draft until it is given: until then its owner alone has seen it, and may make others that
would not fit beside it. Giving it compares it with everything that was given before (the ledger).
"""

import json
import re
import shutil
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.errors import ShoalError
from shoal.ledger import ledger
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace, ledger_of
from shoal.server.stored.aside import move_aside
from shoal.server.stored.ids import absent, checked_id
from shoal.server.stored.refusals import InUse, NotFound
from shoal.server.stored.study_keys import StoredKeys

RUN = "run"
SHAREABLE = re.compile(r"((draft|release)(_nodes|_edges)?|certificate)\.[a-z0-9]{1,8}")
STEWARDS = re.compile(r"summary\.json|report\.html|study\.yaml")
_SELECT = "SELECT id, owner, study_id, table_id, body, release, created, given FROM runs"


@dataclass(frozen=True)
class StoredRun:
    """A run.

    Attributes:
        id: Its name; that of the job that made it.
        owner: Whose it is.
        study: The id of its study, which may have changed since.
        table: The id of its table, which may be forgotten by now.
        body: The keys it was made with.
        release: Its name in the ledger.
        created: When it was made, in UTC.
        given: When it was given to somebody first; None if nobody has it.
    """

    id: str
    owner: str
    study: str
    table: str
    body: StoredKeys
    release: str
    created: str
    given: str | None = None


def runs(workspace: Workspace, owner: str, study: str | None = None) -> list[StoredRun]:
    """The runs of an owner, or of one study, the oldest first."""
    if not workspace.exists:
        return []
    with workspace.reading() as connection:
        query = f"{_SELECT} WHERE owner = ? ORDER BY created, id"
        found = [_made(row) for row in connection.execute(query, [owner])]
    return [one for one in found if study in {None, one.study}]


def run(workspace: Workspace, owner: str, id: str) -> StoredRun:
    """One run; NotFound unless it is the owner's."""
    id = checked_id(id, RUN)
    if workspace.exists:
        with workspace.reading() as connection:
            query = f"{_SELECT} WHERE id = ? AND owner = ?"
            if row := connection.execute(query, [id, owner]).fetchone():
                return _made(row)
    raise absent(RUN)


def folder_of(workspace: Workspace, id: str) -> Path:
    """The run folder."""
    return workspace.folder / "runs" / checked_id(id, RUN)


def run_files(workspace: Workspace, owner: str, id: str) -> list[str]:
    """The names of a run's files."""
    folder = folder_of(workspace, run(workspace, owner, id).id)
    return sorted(
        found.name
        for found in (folder.iterdir() if folder.is_dir() else ())
        if SHAREABLE.fullmatch(found.name) or STEWARDS.fullmatch(found.name)
    )


def steward_file(workspace: Workspace, owner: str, id: str, name: str) -> Path:
    """A file of a run that is for its owner only: summary.json, report.html, study.yaml."""
    found = run(workspace, owner, id)
    return file_in(workspace, found.id, name, STEWARDS)


def give_run(
    workspace: Workspace,
    owner: str,
    id: str,
    *,
    to: str | None = None,
    note: str | None = None,
    acknowledge: Mapping[str, str] | None = None,
) -> StoredRun:
    """Let the release of a run go to somebody; NoReleaseError where it does not fit with others."""
    from shoal.service.give import give  # noqa: PLC0415  (loads the engine)

    found = run(workspace, owner, id)
    mine, more = ledger_of(Workspace(workspace.folder, owner)), {"to": to, "note": note}
    folder = folder_of(workspace, found.id)
    give(folder, mine, id=found.release, acknowledge=acknowledge, **more)
    with workspace.changing() as connection:
        query = "UPDATE runs SET given = coalesce(given, ?) WHERE id = ?"
        connection.execute(query, [now(), found.id])
    return run(workspace, owner, id)


def refuse_draft(found: StoredRun) -> None:
    """A draft is nobody's but its owner's."""
    if found.given is None:
        raise InUse("This run is a draft, which nobody has. Give it first: the action `give`.")


def forget_run(workspace: Workspace, owner: str, id: str) -> None:
    """Remove the folder of a run; what was given stays in the ledger, because others have it."""
    found = run(workspace, owner, id)
    with workspace.changing() as connection:
        query = "SELECT 1 FROM shares WHERE run = ?"
        if connection.execute(query, [found.id]).fetchone():
            raise InUse("This run is shared. Stop sharing it first.")
        connection.execute("DELETE FROM runs WHERE id = ?", [found.id])
        # Before the row is gone for good: a folder without one would be kept as a stranger's.
        shutil.rmtree(folder_of(workspace, found.id), ignore_errors=True)
    ledger.remove_draft(ledger_of(workspace), found.release)


def insert_run(connection: sqlite3.Connection, made: StoredRun) -> None:
    """Write down a run whose folder has just appeared, in the transaction that ends its job."""
    row = (made.id, made.owner, made.study, made.table, json.dumps(made.body), made.release)
    query = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    connection.execute(query, [*row, made.created, made.given])


def release_at(workspace: Workspace, id: str) -> str:
    """The name in the ledger of what lies in a run folder."""
    place = str(folder_of(workspace, id).resolve())
    with ledger_of(workspace).reading() as connection:
        found = connection.execute("SELECT id FROM releases WHERE place = ?", [place]).fetchone()
    if found is None:
        raise ShoalError("The run is not in the ledger. Nothing was kept.")
    return str(found[0])


def discard_unknown(workspace: Workspace) -> int:
    """Remove run folders and drafts that are no run: their job was killed before it could end.

    What neither a job nor the ledger explains is moved aside: perhaps the database is an older one
    than the folders. Gives how many were removed.
    """
    home = workspace.folder / "runs"
    with workspace.reading() as connection:
        known = {id for (id,) in connection.execute("SELECT id FROM runs")}
        jobs = {id for (id,) in connection.execute("SELECT id FROM jobs")}
    with ledger_of(workspace).reading() as connection:
        query = "SELECT id, place FROM releases WHERE state IN ('pending', 'draft')"
        seen = connection.execute(query).fetchall()
    made = [(id, place) for id, place in seen if Path(place).parent == home.resolve()]
    # Entries first: whoever settles the ledger later would look in vain for what they mean.
    for release, place in made:
        if Path(place).name not in known:
            _remove_entry(workspace, release)
    begun = known | jobs | {Path(place).name for _, place in made}
    found = [one for one in home.iterdir() if one.name not in known] if home.is_dir() else []
    unknown = [one for one in found if _job_of(one) in begun]
    for one in found:
        shutil.rmtree(one, ignore_errors=True) if one in unknown else move_aside(workspace, one)
    return len(unknown)


def _job_of(folder: Path) -> str:
    """The job that made a run folder, or the draft of one."""
    return folder.name.removeprefix(".").partition(".")[0]


def discard(workspace: Workspace, folder: Path) -> None:
    """Remove a run folder that nobody has seen."""
    with ledger_of(workspace).reading() as connection:
        query = "SELECT id FROM releases WHERE place = ? AND state IN ('pending', 'draft')"
        found = connection.execute(query, [str(folder.resolve())]).fetchall()
    for (release,) in found:
        _remove_entry(workspace, release)
    shutil.rmtree(folder, ignore_errors=True)


def _remove_entry(workspace: Workspace, release: str) -> None:
    ledger.remove(ledger_of(workspace), release)
    ledger.running(ledger_of(workspace), release).unlink(missing_ok=True)


def file_in(workspace: Workspace, id: str, name: str, allowed: re.Pattern[str]) -> Path:
    """A file of a run folder whose name is one of those that are allowed."""
    folder = folder_of(workspace, id)
    # The names come from the folder; what was asked for is only compared with them.
    for found in folder.iterdir() if folder.is_dir() else ():
        if found.name == name and allowed.fullmatch(found.name):
            return found
    raise NotFound("The run has no such file.")


def _made(row: tuple[Any, ...]) -> StoredRun:
    id, owner, study, table, body, *rest = row
    return StoredRun(id, owner, study, table, json.loads(body), *rest)
