"""What was found in a table: looked up if somebody has looked before, otherwise a job."""

import asyncio
from typing import Any

from nicegui import ui

from shoal.service.stored.job import DONE
from shoal.web.visit import Visit
from shoal.web.work import work

ACTION = "profile"


async def known_profile(visit: Visit, asked: dict[str, Any]) -> dict[str, Any] | None:
    """The newest result of the same question; None if nobody has asked it yet."""
    return await asyncio.to_thread(_newest, visit, asked)


async def profile_of(
    visit: Visit, asked: dict[str, Any], place: ui.element
) -> dict[str, Any] | None:
    """What is in a table; the job is shown in `place`. None if it failed, which is told there."""
    done = await work(visit, ACTION, asked, "Looking at every column", place)
    return None if done is None else done.result


def _newest(visit: Visit, asked: dict[str, Any]) -> dict[str, Any] | None:
    jobs, owner = visit.desk.jobs, visit.person.name
    for one in reversed(jobs.jobs(owner)):
        if (one.action, one.state, dict(one.arguments)) == (ACTION, DONE, asked):
            found: dict[str, Any] = jobs.job(owner, one.id).result
            return found
    return None
