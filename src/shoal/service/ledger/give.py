"""Giving a kept release away: the moment from which later releases are compared with it.

In a served workspace a person tries many candidates. None of them is known to anybody else until
its file is handed out, so only then must it fit with what was handed out before.
"""

import contextlib

from shoal.errors import ShoalError, StudyError
from shoal.service.ledger import ledger
from shoal.service.ledger.compare import alike_before, compared
from shoal.service.ledger.ledger import Entry
from shoal.service.workspace import Workspace


def give(workspace: Workspace, id: str) -> Entry:
    """Let a kept release go, unless it tells too much together with what went before."""
    found = ledger.entry(workspace, id)
    if found.state in {ledger.WITHDRAWN, ledger.PENDING}:
        raise StudyError("This release was withdrawn or is not finished. Run the study again.")
    if found.state != ledger.KEPT:
        return found
    earlier = _released_before(workspace, found)
    try:
        compared(workspace, found, alike_before(earlier, found))
    except BaseException:
        with contextlib.suppress(ShoalError):
            ledger.set_state(workspace, id, ledger.KEPT)
        raise
    return found


def _released_before(workspace: Workspace, new: Entry) -> list[Entry]:
    """Those that count, and from now on the new one: of two at the same time, one sees the other.

    Whoever is killed while comparing leaves the release as given: rather too many than too few.
    """
    with workspace.changing() as connection:
        before = [one for one in ledger.owned(connection, workspace.owner) if ledger.counts(one)]
        connection.execute("UPDATE releases SET state = 'released' WHERE id = ?", [new.id])
    return before
