"""Stored tables and hierarchies: uploaded and read once, and from then on known by an id.

    tables/ID/table.csv       the uploaded bytes; we choose the file name, not the sender

An upload is written into `tables/.draft-…` and renamed when it has been read and is within its
limits. A process that is killed leaves a draft behind, never half a table.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored.contents import Content, refuse_bomb, suffix_of
from shoal.server.stored.drafts import draft_in, private_folder
from shoal.server.stored.encodings import ReadAs, convert_to_utf8, encoding_of
from shoal.server.stored.ids import clean_name, find_row, new_id, read_rows
from shoal.server.stored.limits import Limits
from shoal.server.stored.reading import read_apart
from shoal.server.stored.receiving import Received, receive
from shoal.server.stored.refusals import InUse, QuotaExceeded, explain_full_disk

TABLE, HIERARCHY = "table", "hierarchy"
TEXT = ".csv"
Reader = Callable[[Path, str, Limits], Content]  # reads a file of a kind, within limits


@dataclass(frozen=True)
class StoredTable:
    """What is known of an upload.

    Attributes:
        id: Its id.
        owner: The id of its owner.
        name: The name that its owner gave it; shown to people, used for nothing else.
        kind: table or hierarchy.
        format: csv, parquet, arrow, excel or fhir.
        file: The name of its file.
        bytes: The size of its file.
        sha256: The fingerprint of its file.
        records: How many records it has; of a hierarchy, how many values.
        columns: The names of its columns; of a hierarchy, of its levels.
        created: When it was uploaded, in UTC.
    """

    id: str
    owner: str
    name: str
    kind: str
    format: str
    file: str
    bytes: int
    sha256: str
    records: int
    columns: tuple[str, ...]
    created: str


def keep_table(
    workspace: Workspace,
    owner: str,
    name: str,
    chunks: Iterable[bytes],
    limits: Limits | None = None,
    *,
    kind: str = TABLE,
    encoding: str | None = None,
    reader: Reader | None = None,
) -> StoredTable:
    """Store an upload if it is within the limits and can be read; otherwise nothing is stored.

    Raises TooLarge, QuotaExceeded, or DataError if it cannot be read.

    Args:
        workspace: Where to store it.
        owner: The id of its owner.
        name: The name that its owner gives it; its suffix tells kinds of text apart.
        chunks: Its bytes, piece by piece.
        limits: What is allowed.
        kind: `table` or `hierarchy`.
        encoding: The encoding of a text; guessed from the bytes if not given.
        reader: The function that reads the file; by default it runs in another process.
    """
    limits, id, name = limits or Limits(), new_id(), clean_name(name)
    read = reader or partial(read_apart, owner=owner)
    _refuse_many(workspace, owner, limits)
    with explain_full_disk():
        home = private_folder(workspace, "tables")
    with explain_full_disk(), draft_in(home, id) as draft:
        upload = receive(chunks, draft, min(limits.table_bytes, _left(workspace, owner, limits)))
        suffix = suffix_of(upload.path, name, kind)
        refuse_bomb(upload.path, suffix, limits)
        if encoding is not None and suffix.startswith(TEXT):
            upload, suffix = convert_to_utf8(upload, encoding), TEXT
        file = upload.path.rename(draft / f"{kind}{suffix}")
        table = _table(id, owner, name, kind, upload, read(file, kind, limits))
        with workspace.transaction() as connection:
            _refuse_full(connection, owner, limits, more=table.bytes)
            _insert(connection, table)
            draft.rename(home / id)  # the row counts only when this has worked
    return table


def tables(workspace: Workspace, owner: str, kind: str = TABLE) -> list[StoredTable]:
    """All tables, or all hierarchies, of an owner, the oldest first."""
    query = f"{_SELECT} WHERE owner = ? AND kind = ? ORDER BY created, rowid"
    return [_table_from_row(row) for row in read_rows(workspace, query, owner, kind)]


def table(workspace: Workspace, owner: str, id: str) -> StoredTable:
    """One table or hierarchy; NotFound unless it is the owner's."""
    return _table_from_row(find_row(workspace, _SELECT, TABLE, owner, id))


def path_of(workspace: Workspace, stored: StoredTable) -> Path:
    """The file of a table or hierarchy."""
    return workspace.folder / "tables" / stored.id / stored.file


def table_read_as(workspace: Workspace, owner: str, id: str) -> ReadAs:
    """The encoding with which a table or hierarchy was read, and what was assumed about it."""
    stored = table(workspace, owner, id)
    return encoding_of(path_of(workspace, stored), stored.name)


def forget_table(workspace: Workspace, owner: str, id: str) -> None:
    """Remove a table for good, with the jobs about it and their files; InUse while a job goes on.

    Studies stay: they hold no value of the data, and can be used with the next table. Runs stay,
    too: others may have their releases, and the ledger must know what these show.
    """
    stored = table(workspace, owner, id)
    with workspace.transaction() as connection:
        _refuse_busy(connection, stored)
        jobs = _jobs_about(connection, stored)
        connection.executemany("DELETE FROM jobs WHERE id = ?", [(job,) for job in jobs])
        connection.execute("DELETE FROM tables WHERE id = ?", [stored.id])
        # Inside the transaction: folders without rows would be moved aside and kept.
        for folder in (f"tables/{stored.id}", *(f"jobs/{job}" for job in jobs)):
            shutil.rmtree(workspace.folder / folder, ignore_errors=True)


_SELECT = f"SELECT {', '.join(field.name for field in fields(StoredTable))} FROM tables"  # noqa: S608


def _table(
    id: str, owner: str, name: str, kind: str, upload: Received, content: Content
) -> StoredTable:
    return StoredTable(
        id, owner, name, kind, content.format, f"{kind}{content.suffix}", upload.bytes,
        upload.sha256, content.records, content.columns, now(),
    )  # fmt: skip


def _insert(connection: sqlite3.Connection, new: StoredTable) -> None:
    row = {**asdict(new), "columns": json.dumps(new.columns)}
    marks = ", ".join(f":{name}" for name in row)
    connection.execute(f"INSERT INTO tables ({', '.join(row)}) VALUES ({marks})", row)  # noqa: S608


def _table_from_row(row: tuple[Any, ...]) -> StoredTable:
    names = [field.name for field in fields(StoredTable)]
    values = dict(zip(names, row, strict=True))
    return StoredTable(**{**values, "columns": tuple(json.loads(values["columns"]))})


def _refuse_many(workspace: Workspace, owner: str, limits: Limits) -> None:
    """Refuse before anything is received if the owner has no room left."""
    if workspace.exists:
        with workspace.snapshot() as connection:
            _refuse_full(connection, owner, limits)


def _refuse_full(connection: sqlite3.Connection, owner: str, limits: Limits, more: int = 0) -> None:
    """Refuse if the owner may store no further table, or not so many more bytes."""
    query = "SELECT count(*), coalesce(sum(bytes), 0) FROM tables WHERE owner = ?"
    count, total = connection.execute(query, [owner]).fetchone()
    if count >= limits.owner_tables:
        raise QuotaExceeded(
            f"{count:,} tables are kept already, and no more are allowed. Forget some first."
        )
    if total + more > limits.owner_bytes:
        raise QuotaExceeded(
            f"All tables together may have {limits.owner_bytes:,} bytes. Forget some first."
        )


def _left(workspace: Workspace, owner: str, limits: Limits) -> int:
    """How many more bytes the owner may store."""
    if not workspace.exists:
        return limits.owner_bytes
    with workspace.snapshot() as connection:
        query = "SELECT coalesce(sum(bytes), 0) FROM tables WHERE owner = ?"
        (total,) = connection.execute(query, [owner]).fetchone()
    return max(0, limits.owner_bytes - int(total))


def _refuse_busy(connection: sqlite3.Connection, stored: StoredTable) -> None:
    """Refuse while a job of the owner waits or runs: it may read the table, perhaps by a study."""
    query = "SELECT 1 FROM jobs WHERE owner = ? AND state IN ('waiting', 'running')"
    if connection.execute(query, [stored.owner]).fetchone() is not None:
        raise InUse("A job is going on that may need this table. Wait for it, or cancel it.")


def _jobs_about(connection: sqlite3.Connection, stored: StoredTable) -> list[str]:
    """The jobs whose arguments name a table, one of its studies or one of its runs.

    The job that fetched the table counts, too: its query may name a value. Jobs about a forgotten
    study or run count as well: nothing says of which table they have copies; it may be this one.
    """
    query = "SELECT id FROM studies WHERE table_id = ? UNION SELECT id FROM runs WHERE table_id = ?"
    about = [stored.id, *(id for (id,) in connection.execute(query, [stored.id, stored.id]))]
    known = {id for (id,) in connection.execute("SELECT id FROM studies UNION SELECT id FROM runs")}
    query = "SELECT id, arguments, action = 'fetch' AND instr(result, ?) FROM jobs WHERE owner = ?"
    jobs = connection.execute(query, [stored.id, stored.owner]).fetchall()
    return [
        id
        for id, arguments, fetched in jobs
        if fetched or any(name in arguments for name in about) or not _subjects(arguments) <= known
    ]


def _subjects(arguments: str) -> set[str]:
    """The studies and runs that a job names."""
    keys = json.loads(arguments)
    return {keys[key] for key in ("study", "run", "other") if isinstance(keys.get(key), str)}
