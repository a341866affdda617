"""Runs that a steward shares with other people: their release and certificate only.

Only runs for a recipient are shared. Whoever is not the steward of a table sees what the profile of
the recipient allows (paper 003: what a recipient gets depends on the recipient's profile), never
the table itself, nor summary, report and study, which hold figures of the input (docs/runs.md).
"""

from pathlib import Path

from shoal.errors import StudyError
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored.ids import check_id, not_found, read_rows
from shoal.server.stored.run_rows import RUN, SHAREABLE, StoredRun, file_in, refuse_draft, run
from shoal.server.users import id_of, name_of


def share_run(workspace: Workspace, owner: str, id: str, user: str) -> StoredRun:
    """Share a run with the user who has this name now; returns the run.

    InUse for a draft, StudyError if its study names no recipient.
    """
    stored = run(workspace, owner, id)
    if not stored.body.get("recipient"):
        raise StudyError(
            "Only runs for a recipient are shared: their study names a `recipient` with a profile."
        )
    refuse_draft(stored)
    recipient = id_of(workspace, user)
    with workspace.transaction() as connection:
        query = "INSERT OR IGNORE INTO shares (run, user, created) VALUES (?, ?, ?)"
        connection.execute(query, [stored.id, recipient, now()])
    return stored


def unshare_run(workspace: Workspace, owner: str, id: str, user: str) -> None:
    """Stop sharing a run; whoever has downloaded its release keeps it."""
    values = [run(workspace, owner, id).id, id_of(workspace, user)]
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM shares WHERE run = ? AND user = ?", values)


def people_with_access(workspace: Workspace, owner: str, id: str) -> list[str]:
    """The names of the people with whom a run is shared."""
    stored = run(workspace, owner, id)
    query = "SELECT user FROM shares WHERE run = ? ORDER BY user"
    return [name_of(workspace, user) for (user,) in read_rows(workspace, query, stored.id)]


def shared_runs(workspace: Workspace, user: str) -> list[StoredRun]:
    """The runs that others share with the person of this id, in the order of sharing."""
    query = (
        "SELECT runs.owner, runs.id FROM shares JOIN runs ON runs.id = shares.run"
        " WHERE user = ? ORDER BY shares.created, shares.rowid"
    )
    return [run(workspace, owner, id) for owner, id in read_rows(workspace, query, user)]


def shared_run(workspace: Workspace, user: str, id: str) -> StoredRun:
    """One run that is shared with a person; NotFound unless it is."""
    known = check_id(id, RUN)
    for shared in shared_runs(workspace, user):
        if shared.id == known:
            return shared
    raise not_found(RUN)


def shareable_file(workspace: Workspace, user: str, id: str, name: str) -> Path:
    """The release or certificate of a run, for its owner and the people it is shared with.

    The release of a draft is refused (InUse); its certificate is not, as it says that it is of a
    draft. NotFound for any other file, and for anybody else.
    """
    try:
        stored = shared_run(workspace, user, id)
    except StudyError:
        stored = run(workspace, user, id)
    path = file_in(workspace, stored.id, name, SHAREABLE)
    if not name.startswith("certificate."):
        refuse_draft(stored)
    return path
