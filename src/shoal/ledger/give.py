"""Giving a draft away: the moment from which later releases are compared with it.

A person tries many candidates. Nobody else knows any of them until its file is handed out, so only
then must it fit with what was handed out before, by whomever.
"""

import contextlib
import json
from collections.abc import Mapping
from typing import Any

from shoal.errors import ShoalError, StudyError
from shoal.ledger import ledger
from shoal.ledger.account import now
from shoal.ledger.compare import Together, compare_with_earlier
from shoal.ledger.ledger import Entry
from shoal.ledger.workspace import Workspace

Giving = Mapping[str, Any]


def give(
    workspace: Workspace, id: str, giving: Giving, acknowledged: Mapping[str, str] | None = None
) -> Together:
    """Make a draft a release, unless it tells too much together with what was given before.

    Returns what it tells together with earlier releases, as far as it was acknowledged. If it tells
    too much, this is a `NoReleaseError`, and the draft stays a draft. A release that was given
    before is not compared again; only the giving is written down.

    Args:
        workspace: Where the ledger is.
        id: The draft, or a release that somebody else gets, too.
        giving: To whom it goes, and what else is kept of that, as JSON.
        acknowledged: Reasons why nobody can hold both, by the name of the earlier release.
    """
    entry = ledger.find_entry(workspace, id)
    if entry.state in {ledger.WITHDRAWN, ledger.PENDING}:
        raise StudyError("This release was withdrawn or is not finished. Run the study again.")
    if "given" in entry.facts:
        _write_down(workspace, id, giving)
        return Together()
    # A draft, or a release whose giving was killed before the comparison ended.
    earlier = _mark_released(workspace, entry)
    try:
        together = compare_with_earlier(workspace, entry, earlier, acknowledged)
        together.refuse()
        reasons = {"acknowledged": dict(acknowledged)} if acknowledged else {}
        _write_down(workspace, id, {**giving, **reasons})
    except BaseException:
        with contextlib.suppress(ShoalError):
            _take_back(workspace, id)
        raise
    return together


def _mark_released(workspace: Workspace, new: Entry) -> list[Entry]:
    """Mark the draft as released, and return the releases that somebody has before it.

    Both happen in one transaction: of two drafts given at the same time, one sees the other. If the
    process is killed while comparing, the draft counts as given: rather too many than too few.
    """
    with workspace.transaction() as connection:
        before = [entry for entry in ledger.entries_of_all(connection) if ledger.has_holders(entry)]
        connection.execute("UPDATE releases SET state = 'released' WHERE id = ?", [new.id])
    return before


def _write_down(workspace: Workspace, id: str, giving: Giving) -> None:
    """Add to the facts of a release that it was given: to whom, when, and why."""
    with workspace.transaction() as connection:
        facts = ledger.facts_of(connection, id)
        given = [*facts.get("given", []), {"time": now(), **giving}]
        connection.execute(
            "UPDATE releases SET facts = ?,"
            " state = CASE state WHEN 'draft' THEN 'released' ELSE state END WHERE id = ?",
            [json.dumps({**facts, "given": given}), id],
        )


def _take_back(workspace: Workspace, id: str) -> None:
    """Make the release a draft again, unless another process gave it at the same time."""
    with workspace.transaction() as connection:
        if "given" not in ledger.facts_of(connection, id):
            connection.execute("UPDATE releases SET state = 'draft' WHERE id = ?", [id])
