"""The profile of a table: taken from an earlier job if there was one, otherwise a job makes it."""

from typing import TypedDict

from nicegui import ui

from shoal.report.types.profile import ProfileColumn
from shoal.server.stored.study_keys import StoredKeys
from shoal.web.visit import Visit
from shoal.web.work import work

ACTION = "profile"


class Profile(TypedDict):
    """What was seen in a table, and the study that is proposed for it."""

    records: int
    columns: list[ProfileColumn]
    study: StoredKeys


async def earlier_profile(visit: Visit, table: str) -> Profile | None:
    """The profile that the newest job made; None if no job has made one yet."""
    job = await visit.find_done(ACTION, {"table": table})
    return None if job is None else job.result


async def make_profile(visit: Visit, table: str, place: ui.element) -> Profile | None:
    """Have a job make the profile, with its progress in `place`; None if it failed, shown there."""
    done = await work(visit, ACTION, {"table": table}, "Looking at every column", place)
    return None if done is None else done.result
