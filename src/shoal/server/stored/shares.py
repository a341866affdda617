"""What a steward shares with others: runs for a recipient, and of these only what may be shared.

A person who is no steward of a table sees of it what a run made for a recipient's profile shows
(paper 003: what a recipient gets depends on the recipient's profile), never the table itself, nor
summary, report and study, which hold figures of the input (design.md §6).
"""

from pathlib import Path

from shoal.errors import StudyError
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored.ids import absent, checked_id
from shoal.server.stored.run_rows import RUN, SHAREABLE, StoredRun, file_in, refuse_draft, run
from shoal.server.users import id_of, name_of


def share_run(workspace: Workspace, owner: str, id: str, user: str) -> StoredRun:
    """Share a run that was given with whom has this name now."""
    found = run(workspace, owner, id)
    if not found.body.get("recipient"):
        raise StudyError(
            "Only runs for a recipient are shared: their study names a `recipient` with a profile."
        )
    refuse_draft(found)
    them = id_of(workspace, user)
    with workspace.changing() as connection:
        query = "INSERT OR IGNORE INTO shares (run, user, created) VALUES (?, ?, ?)"
        connection.execute(query, [found.id, them, now()])
    return found


def unshare_run(workspace: Workspace, owner: str, id: str, user: str) -> None:
    """Stop sharing a run; whoever has downloaded its release keeps it."""
    found, them = run(workspace, owner, id), id_of(workspace, user)
    with workspace.changing() as connection:
        connection.execute("DELETE FROM shares WHERE run = ? AND user = ?", [found.id, them])


def shared_with(workspace: Workspace, owner: str, id: str) -> list[str]:
    """The names of the people with whom a run is shared."""
    found = run(workspace, owner, id)
    with workspace.reading() as connection:
        query = "SELECT user FROM shares WHERE run = ? ORDER BY user"
        them = [user for (user,) in connection.execute(query, [found.id])]
    return [name_of(workspace, one) for one in them]


def shared_runs(workspace: Workspace, user: str) -> list[StoredRun]:
    """The runs that others share with a person, by their id."""
    if not workspace.exists:
        return []
    with workspace.reading() as connection:
        query = (
            "SELECT runs.owner, runs.id FROM shares JOIN runs ON runs.id = shares.run"
            " WHERE user = ? ORDER BY shares.created, runs.id"
        )
        found = connection.execute(query, [user]).fetchall()
    return [run(workspace, owner, id) for owner, id in found]


def shared_run(workspace: Workspace, user: str, id: str) -> StoredRun:
    """One run that is shared with a person; NotFound unless it is."""
    known = checked_id(id, RUN)
    for one in shared_runs(workspace, user):
        if one.id == known:
            return one
    raise absent(RUN)


def shareable_file(workspace: Workspace, user: str, id: str, name: str) -> Path:
    """The release or certificate of a run, for its owner or for whom it is shared with.

    Nobody gets the release of a draft; its certificate says what it is.
    """
    try:
        found = shared_run(workspace, user, id)
    except StudyError:
        found = run(workspace, user, id)
    path = file_in(workspace, found.id, name, SHAREABLE)
    if not name.startswith("certificate."):
        refuse_draft(found)
    return path
