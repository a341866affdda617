"""What was found in a table: looked up if somebody has looked before, otherwise a job."""

from typing import Any

from nicegui import ui

from shoal.web.visit import Visit
from shoal.web.work import work

ACTION = "profile"


async def known_profile(visit: Visit, asked: dict[str, Any]) -> dict[str, Any] | None:
    """The newest result of the same question; None if nobody has asked it yet."""
    job = await visit.newest(ACTION, asked)
    return None if job is None else job.result


async def profile_of(
    visit: Visit, asked: dict[str, Any], place: ui.element
) -> dict[str, Any] | None:
    """What is in a table; the job is shown in `place`. None if it failed, which is told there."""
    done = await work(visit, ACTION, asked, "Looking at every column", place)
    return None if done is None else done.result
