"""Looks up the results of earlier jobs, so that nothing is measured twice."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from shoal.ledger.workspace import Workspace
from shoal.server.jobs import Job
from shoal.server.stored import job_rows as rows
from shoal.server.stored.job import DONE
from shoal.web.visit import Visit
from shoal.web.work import work


async def measure_once(
    visit: Visit, action: str, arguments: Mapping[str, Any], title: str, place: ui.element
) -> Job | None:
    """The job that has measured this before, or a new one with its progress in `place`.

    Returns None if the new one failed or was canceled; `place` then says why.
    """
    known = await visit.call(find_done_job, action, arguments)
    return known or await work(visit, action, arguments, title, place)


def find_done_job(
    workspace: Workspace, owner: str, action: str, arguments: Mapping[str, Any]
) -> Job | None:
    """The last job that is done, with this action and exactly these arguments, with its result.

    None if there is none.
    """
    given = dict(arguments)
    for one in reversed(rows.list_jobs(workspace, owner)):
        if (one.action, one.state, dict(one.arguments)) == (action, DONE, given):
            return rows.find_job(workspace, owner, one.id)
    return None
