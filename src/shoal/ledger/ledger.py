"""The ledger: every release that became visible, what it shows and promises, and its trace.

A run is *pending* from the moment it is compared with earlier ones until it is visible, and then a
*draft* until it is given to somebody: only then do others have it, and only then are later ones
compared with it (`shoal.service.give`). What others have at once (a table of a database, an export)
is never a draft. If a run was killed while pending, the next one looks for its release: it is
visible, or it is not, or nobody can say (*unsure*). Owners of one workspace see nothing of each
other, but what any of them gave counts for all.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.file_system import is_unlocked
from shoal.data.input_identity import fingerprint
from shoal.errors import StudyError, did_you_mean
from shoal.ledger import rosters
from shoal.ledger.facts import Shown
from shoal.ledger.released import Released
from shoal.ledger.rosters import PackedRoster
from shoal.ledger.trace import unpack
from shoal.ledger.workspace import Workspace

PENDING, RELEASED, UNSURE, WITHDRAWN = "pending", "released", "unsure", "withdrawn"
DRAFT = "draft"  # given to nobody


@dataclass(frozen=True)
class Entry:
    """A release in the ledger.

    Attributes:
        number: Its position in the order of releases; 0 until the database has numbered it.
        id: What people call it.
        state: pending, draft, released, unsure (nobody knows whether it is visible) or withdrawn.
        time: When it was made, in UTC, as `account.now` writes it.
        input: The fingerprint of its input.
        place: The run folder; it may have moved since. Empty for a run in memory.
        trace: The fingerprint of its trace; equal releases of one input share it; withdrawn: empty.
        facts: Recipe, promises, columns, counts and fingerprints.
        owner: Whose it is; empty for the person of the command line.
        roster: The fingerprint of its input's roster; empty if withdrawn or of an older version.
    """

    number: int
    id: str
    state: str
    time: str
    input: str
    place: str
    trace: str
    facts: Mapping[str, Any]
    owner: str = ""
    roster: str = ""

    @property
    def visible_state(self) -> str:
        """The state that a pending release gets once it lies at its place."""
        return RELEASED if self.at_once else DRAFT

    @property
    def at_once(self) -> bool:
        """Whether others have it once it lies at its place; older versions: if not on a server."""
        return bool(self.facts.get("at_once", not self.owner))

    @property
    def shown(self) -> Shown:
        """What it shows and promises."""
        facts = dict(self.facts["shown"])
        names = {key: tuple(facts.get(key, ())) for key in ("known", "other", "by_chance")}
        return Shown(**{**facts, **names})

    @property
    def brief(self) -> dict[str, Any]:
        """The release in a few words, as lists of releases show it."""
        release = self.facts["release"]
        return {
            "id": self.id,
            "state": self.state,
            "given": self.facts.get("given", []),
            "time": self.time,
            "recipient": self.facts["recipient"],
            "place": self.place,
            "input_sha256": self.input,
            "input_records": self.facts["input"]["records"],
            "release_sha256": release["sha256"],
            "release_records": release["records"],
            "columns": release["columns"],
            "levels": self.facts["levels"],
            "privacy": self.facts["privacy"],
        }


def entries(workspace: Workspace) -> list[Entry]:
    """All releases of the owner, in order; what killed runs left pending is settled first."""
    if not workspace.exists:
        return []
    settle(workspace)
    with workspace.snapshot() as connection:
        return entries_of_owner(connection, workspace.owner)


def find_entry(workspace: Workspace, id: str) -> Entry:
    """The owner's release of this id; StudyError if there is none."""
    known = {entry.id: entry for entry in entries(workspace)}
    if id not in known:
        raise StudyError(
            f"There is no release {id!r} in the ledger {workspace.folder}."
            f"{did_you_mean(id, known)} `--workspace FOLDER` says where to look."
        )
    return known[id]


def add_pending(
    workspace: Workspace, new: Entry, parts: Sequence[bytes], roster: PackedRoster
) -> list[Entry]:
    """Write down a run that is not visible yet; returns earlier ones, of anybody, that count."""
    facts = json.dumps(new.facts)
    row = (new.id, PENDING, new.time, new.input, new.place, new.trace, facts, new.owner, new.roster)
    with workspace.transaction() as connection:
        before = [entry for entry in entries_of_all(connection) if has_holders(entry)]
        connection.execute(
            "INSERT INTO releases (id, state, time, input, place, trace, facts, owner, roster)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        rosters.keep(connection, roster)
        connection.executemany(
            "INSERT OR IGNORE INTO traces (trace, part, body) VALUES (?, ?, ?)",
            [(new.trace, part, body) for part, body in enumerate(parts)],
        )
    return before


def has_holders(entry: Entry) -> bool:
    """Whether somebody has a release, or will have it without being asked again."""
    return entry.state not in {WITHDRAWN, DRAFT} and (entry.state != PENDING or entry.at_once)


def set_state(workspace: Workspace, id: str, state: str) -> None:
    """Write down what has become of a release."""
    with workspace.transaction() as connection:
        connection.execute("UPDATE releases SET state = ? WHERE id = ?", [state, id])


def add_fact(workspace: Workspace, id: str, name: str, fact: object) -> None:
    """Write down one more thing about a release."""
    with workspace.transaction() as connection:
        facts = json.dumps({**facts_of(connection, id), name: fact})
        connection.execute("UPDATE releases SET facts = ? WHERE id = ?", [facts, id])


def facts_of(connection: sqlite3.Connection, id: str) -> dict[str, Any]:
    """The facts of a release as the database has them now; `Entry.facts` may be older."""
    (facts,) = connection.execute("SELECT facts FROM releases WHERE id = ?", [id]).fetchone()
    return dict(json.loads(facts))


def remove(workspace: Workspace, id: str) -> None:
    """Delete the entry of a release that never became visible; no error if there is none."""
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM releases WHERE id = ?", [id])
        _sweep(connection)


def remove_draft(workspace: Workspace, id: str) -> None:
    """Delete the entry of a draft; a release that somebody has, or may have, stays."""
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM releases WHERE id = ? AND state = 'draft'", [id])
        _sweep(connection)


def withdraw(workspace: Workspace, id: str) -> Entry:
    """Mark a release that nobody has, and delete its trace: later ones are not compared with it.

    Returns the entry as it was before. A release whose run is going on is a `StudyError`.
    """
    release = find_entry(workspace, id)
    if release.state == PENDING:
        raise StudyError(f"The run of {id} is going on. Wait for it, or stop it.")
    with workspace.transaction() as connection:
        connection.execute(
            "UPDATE releases SET state = ?, trace = '', roster = '' WHERE id = ?", [WITHDRAWN, id]
        )
        _sweep(connection)
    return release


def replace_drafts(workspace: Workspace, place: str, id: str) -> None:
    """Delete the owner's drafts whose folder is gone, or is `place`, which the run `id` took."""
    with workspace.transaction() as connection:
        for entry in entries_of_owner(connection, workspace.owner):
            taken = entry.place == place and entry.id != id
            if entry.state == DRAFT and entry.place and (taken or not Path(entry.place).exists()):
                connection.execute("DELETE FROM releases WHERE id = ?", [entry.id])
        _sweep(connection)


def load_trace(workspace: Workspace, entry: Entry) -> pl.DataFrame:
    """The trace of a release; StudyError if it is damaged or was deleted."""
    with workspace.snapshot() as connection:
        query = "SELECT body FROM traces WHERE trace = ? ORDER BY part"
        parts = [body for (body,) in connection.execute(query, [entry.trace])]
    try:
        return unpack(parts)
    except (pl.exceptions.PolarsError, OSError):
        raise StudyError(
            f"The trace of release {entry.id} in {workspace.file} is damaged. Put the file back"
            " from a backup: without it, nobody knows what that release tells together with others."
        ) from None


def load_release(workspace: Workspace, entry: Entry) -> Released:
    """A release as it is compared, with its trace and roster from the database."""
    with workspace.snapshot() as connection:
        roster = rosters.find(connection, entry.roster)
    return build_release(entry, load_trace(workspace, entry), roster)


def build_release(entry: Entry, trace: pl.DataFrame, roster: pl.DataFrame | None) -> Released:
    """A release whose trace and roster are at hand."""
    facts = entry.facts
    return Released(
        input=entry.input,
        columns=tuple(facts["input"]["columns"]),
        identifiers=tuple(facts["input"]["identifiers"]),
        shown=entry.shown,
        trace=trace,
        roster=roster,
        levels=facts["levels"],
        ladder=facts.get("ladder"),
        name=entry.id,
        series=tuple(facts.get("series", ())),
    )


def has_old_releases(workspace: Workspace) -> bool:
    """Whether there are releases of older versions that later ones must be compared with."""
    with workspace.snapshot() as connection:
        query = "SELECT 1 FROM releases WHERE roster = '' AND trace != ''"
        return connection.execute(query).fetchone() is not None


def lock_file(workspace: Workspace, id: str) -> Path:
    """The file that the process of a run locks as long as it lives; `settle` looks at the lock."""
    return workspace.folder / f"running-{id}"


def settle(workspace: Workspace) -> None:
    """Find out what became of pending releases whose run was killed: visible, unsure, deleted."""
    with workspace.snapshot() as connection:
        pending = [
            entry
            for entry in entries_of_owner(connection, workspace.owner)
            if entry.state == PENDING
        ]
    for entry in pending:
        lock = lock_file(workspace, entry.id)
        if lock.exists() and not is_unlocked(lock):
            continue
        is_table = entry.facts["release"]["file"] is None and entry.place
        if _is_visible(entry):
            set_state(workspace, entry.id, entry.visible_state)
        elif not entry.at_once or (Path(entry.facts["draft"]).exists() and not is_table):
            # Its draft is there, so it is not visible; but a table is, before its draft is gone.
            remove(workspace, entry.id)
        else:
            set_state(workspace, entry.id, UNSURE)
        lock.unlink(missing_ok=True)


def _is_visible(entry: Entry) -> bool:
    """Whether the file of the release, unchanged, lies at its place; False for a table."""
    file, expected = entry.facts["release"]["file"], entry.facts["release"]["sha256"]
    path = Path(entry.place) / (file or "")
    return bool(file) and path.is_file() and fingerprint(path) == expected


def _sweep(connection: sqlite3.Connection) -> None:
    """Delete traces and rosters that nothing needs any more."""
    connection.execute("DELETE FROM traces WHERE trace NOT IN (SELECT trace FROM releases)")
    rosters.sweep(connection)


def entries_of_owner(connection: sqlite3.Connection, owner: str) -> list[Entry]:
    """The releases of one owner, in order."""
    return [entry for entry in entries_of_all(connection) if entry.owner == owner]


def entries_of_all(connection: sqlite3.Connection) -> list[Entry]:
    """The releases of all owners, in order."""
    names = [field.name for field in fields(Entry)]
    query = f"SELECT {', '.join(names)} FROM releases ORDER BY number"  # noqa: S608  (ours)
    found = [dict(zip(names, row, strict=True)) for row in connection.execute(query)]
    return [Entry(**{**row, "facts": json.loads(row["facts"])}) for row in found]
