"""Stored runs: ordinary run folders, each with the study it was made with.

A run is a draft until it is given to somebody. Until then only its owner has seen it, and may make
other drafts that could not be given together with it. Giving a run compares it with everything that
was given before (the ledger).
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
from shoal.server.stored.ids import check_id, find_row, read_rows
from shoal.server.stored.refusals import InUse, NotFound
from shoal.server.stored.study_keys import StoredKeys

RUN = "run"
# Names of files that others may get, and of files that only the steward sees.
SHAREABLE = re.compile(r"((draft|release)(_nodes|_edges)?|certificate)\.[a-z0-9]{1,8}")
STEWARDS = re.compile(r"summary\.json|report\.html|study\.yaml")
_SELECT = "SELECT id, owner, study_id, table_id, body, release, created, given FROM runs"


@dataclass(frozen=True)
class StoredRun:
    """A run.

    Attributes:
        id: Its id, the same as that of the job that made it.
        owner: The id of its owner.
        study: The id of its study, which may have changed since.
        table: The id of its table, which may be forgotten by now.
        body: The keys of the study that it was made with.
        release: Its id in the ledger.
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
    query = f"{_SELECT} WHERE owner = ? ORDER BY created, rowid"
    every = [_run_from_row(row) for row in read_rows(workspace, query, owner)]
    return [run for run in every if study in {None, run.study}]


def run(workspace: Workspace, owner: str, id: str) -> StoredRun:
    """One run; NotFound unless it is the owner's."""
    return _run_from_row(find_row(workspace, _SELECT, RUN, owner, id))


def folder_of(workspace: Workspace, id: str) -> Path:
    """The folder of a run; NotFound if the id has not the form of one."""
    return workspace.folder / "runs" / check_id(id, RUN)


def run_files(workspace: Workspace, owner: str, id: str) -> list[str]:
    """The names of a run's files, sorted; other files in its folder are not named."""
    folder = folder_of(workspace, run(workspace, owner, id).id)
    return sorted(
        file.name
        for file in (folder.iterdir() if folder.is_dir() else ())
        if SHAREABLE.fullmatch(file.name) or STEWARDS.fullmatch(file.name)
    )


def steward_file(workspace: Workspace, owner: str, id: str, name: str) -> Path:
    """A file of a run that is for its owner only: summary.json, report.html, study.yaml."""
    return file_in(workspace, run(workspace, owner, id).id, name, STEWARDS)


def give_run(
    workspace: Workspace, owner: str, id: str, *, to: str | None = None, note: str | None = None,
    acknowledge: Mapping[str, str] | None = None,
) -> StoredRun:  # fmt: skip
    """Give the release of a run to somebody; NoReleaseError if earlier releases forbid it.

    Returns the run as it is now.

    Args:
        workspace: Where the run is stored.
        owner: The id of its owner.
        id: The run.
        to: The recipient, if known.
        note: What else the ledger keeps about it.
        acknowledge: Reasons why nobody can hold both, by the id of an earlier release.
    """
    from shoal.service.give import give  # noqa: PLC0415  (loads the engine)

    stored = run(workspace, owner, id)
    mine, more = ledger_of(Workspace(workspace.folder, owner)), {"to": to, "note": note}
    folder = folder_of(workspace, stored.id)
    give(folder, mine, id=stored.release, acknowledge=acknowledge, **more)
    with workspace.transaction() as connection:
        query = "UPDATE runs SET given = coalesce(given, ?) WHERE id = ?"
        connection.execute(query, [now(), stored.id])
    return run(workspace, owner, id)


def refuse_draft(stored: StoredRun) -> None:
    """Refuse a draft, which only its owner may have."""
    if stored.given is None:
        raise InUse("This run is a draft, which nobody has. Give it first: the action `give`.")


def forget_run(workspace: Workspace, owner: str, id: str) -> None:
    """Remove a run and its folder; InUse while it is shared.

    A draft is removed from the ledger, too. What was given stays there, as others have it.
    """
    stored = run(workspace, owner, id)
    with workspace.transaction() as connection:
        query = "SELECT 1 FROM shares WHERE run = ?"
        if connection.execute(query, [stored.id]).fetchone():
            raise InUse("This run is shared. Stop sharing it first.")
        connection.execute("DELETE FROM runs WHERE id = ?", [stored.id])
        # Inside the transaction: a folder without a row would be moved aside and kept.
        shutil.rmtree(folder_of(workspace, stored.id), ignore_errors=True)
    ledger.remove_draft(ledger_of(workspace), stored.release)


def insert_run(connection: sqlite3.Connection, new: StoredRun) -> None:
    """Store the row of a run whose folder is complete, in the transaction that ends its job."""
    row = (new.id, new.owner, new.study, new.table, json.dumps(new.body), new.release)
    query = "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    connection.execute(query, [*row, new.created, new.given])


def release_at(workspace: Workspace, id: str) -> str:
    """The ledger's id of the release in a run folder."""
    place = str(folder_of(workspace, id).resolve())
    with ledger_of(workspace).snapshot() as connection:
        row = connection.execute("SELECT id FROM releases WHERE place = ?", [place]).fetchone()
    if row is None:
        raise ShoalError("The run is not in the ledger. Nothing was kept.")
    return str(row[0])


def discard_unknown(workspace: Workspace) -> int:
    """Remove run folders and drafts whose job was killed before it could end; returns how many.

    A folder that neither a job nor the ledger explains is moved aside, not removed: perhaps the
    database is an older copy than the folders.
    """
    home = workspace.folder / "runs"
    with workspace.snapshot() as connection:
        known = {id for (id,) in connection.execute("SELECT id FROM runs")}
        jobs = {id for (id,) in connection.execute("SELECT id FROM jobs")}
    with ledger_of(workspace).snapshot() as connection:
        query = "SELECT id, place FROM releases WHERE state IN ('pending', 'draft')"
        seen = connection.execute(query).fetchall()
    here = [(id, place) for id, place in seen if Path(place).parent == home.resolve()]
    # Entries first: an entry whose folder is gone would puzzle whoever settles the ledger later.
    for release, place in here:
        if Path(place).name not in known:
            _remove_entry(workspace, release)
    begun = known | jobs | {Path(place).name for _, place in here}
    folders = [path for path in home.iterdir() if path.name not in known] if home.is_dir() else []
    left = [path for path in folders if _job_of(path) in begun]
    for path in folders:
        shutil.rmtree(path, ignore_errors=True) if path in left else move_aside(workspace, path)
    return len(left)


def _job_of(folder: Path) -> str:
    """The id of the job that made a run folder or its draft."""
    return folder.name.removeprefix(".").partition(".")[0]


def discard(workspace: Workspace, folder: Path) -> None:
    """Remove a run folder that nobody has seen, and what the ledger holds of it."""
    with ledger_of(workspace).snapshot() as connection:
        query = "SELECT id FROM releases WHERE place = ? AND state IN ('pending', 'draft')"
        releases = connection.execute(query, [str(folder.resolve())]).fetchall()
    for (release,) in releases:
        _remove_entry(workspace, release)
    shutil.rmtree(folder, ignore_errors=True)


def _remove_entry(workspace: Workspace, release: str) -> None:
    """Remove a release that nobody has seen from the ledger, with its lock file."""
    ledger.remove(ledger_of(workspace), release)
    ledger.lock_file(ledger_of(workspace), release).unlink(missing_ok=True)


def file_in(workspace: Workspace, id: str, name: str, allowed: re.Pattern[str]) -> Path:
    """A file of a run folder, if its name is one of the allowed names; otherwise NotFound."""
    folder = folder_of(workspace, id)
    # The requested name is only compared with names in the folder, never made part of a path.
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name == name and allowed.fullmatch(file.name):
            return file
    raise NotFound("The run has no such file.")


def _run_from_row(row: tuple[Any, ...]) -> StoredRun:
    id, owner, study, table, body, *rest = row
    return StoredRun(id, owner, study, table, json.loads(body), *rest)
