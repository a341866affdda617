"""Giving a draft away: the moment from which later releases are compared with it.

A person tries many candidates. None of them is known to anybody else until its file is handed out,
so only then must it fit with what was handed out before, by whomever.
"""

import contextlib
import json
from collections.abc import Mapping
from typing import Any

from shoal.errors import ShoalError, StudyError
from shoal.ledger import ledger
from shoal.ledger.account import now
from shoal.ledger.compare import Together, compared
from shoal.ledger.ledger import Entry
from shoal.ledger.workspace import Workspace

Giving = Mapping[str, Any]


def give(
    workspace: Workspace, id: str, giving: Giving, acknowledged: Mapping[str, str] | None = None
) -> Together:
    """Let a draft go, unless it tells too much together with what went before.

    Args:
        workspace: Where the ledger is.
        id: The draft, or a release that somebody else gets, too.
        giving: To whom it goes, and what else is kept of it.
        acknowledged: Reasons why nobody can hold both, by the name of the earlier release.
    """
    found = ledger.entry(workspace, id)
    if found.state in {ledger.WITHDRAWN, ledger.PENDING}:
        raise StudyError("This release was withdrawn or is not finished. Run the study again.")
    if "given" in found.facts:
        _write_down(workspace, id, giving)
        return Together()
    # A draft, or a release whose giving was killed before anybody said that it may be given.
    earlier = _released_before(workspace, found)
    try:
        together = compared(workspace, found, earlier, acknowledged)
        together.refuse()
        reasons = {"acknowledged": dict(acknowledged)} if acknowledged else {}
        _write_down(workspace, id, {**giving, **reasons})
    except BaseException:
        with contextlib.suppress(ShoalError):
            _take_back(workspace, id)
        raise
    return together


def _released_before(workspace: Workspace, new: Entry) -> list[Entry]:
    """Those that count, and from now on the new one: of two at the same time, one sees the other.

    Whoever is killed while comparing leaves the release as given: rather too many than too few.
    """
    with workspace.changing() as connection:
        before = [one for one in ledger.listed(connection) if ledger.counts(one)]
        connection.execute("UPDATE releases SET state = 'released' WHERE id = ?", [new.id])
    return before


def _write_down(workspace: Workspace, id: str, giving: Giving) -> None:
    """Keep to whom a release went, when, and why."""
    with workspace.changing() as connection:
        facts = ledger.facts_of(connection, id)
        given = [*facts.get("given", []), {"time": now(), **giving}]
        connection.execute(
            "UPDATE releases SET facts = ?,"
            " state = CASE state WHEN 'draft' THEN 'released' ELSE state END WHERE id = ?",
            [json.dumps({**facts, "given": given}), id],
        )


def _take_back(workspace: Workspace, id: str) -> None:
    """It is a draft again, unless somebody else gave it at the same time."""
    with workspace.changing() as connection:
        if "given" not in ledger.facts_of(connection, id):
            connection.execute("UPDATE releases SET state = 'draft' WHERE id = ?", [id])
