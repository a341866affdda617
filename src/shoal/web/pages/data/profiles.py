"""What was found in a table: looked up if somebody has looked before, otherwise a job."""

from typing import TypedDict

from nicegui import ui

from shoal.server.stored.study_keys import StoredKeys
from shoal.web.visit import Visit
from shoal.web.work import work

ACTION = "profile"


class SeenType(TypedDict):
    """A type that the values of a column could have, and the share of values that fit it."""

    type: str
    format: str | None
    share: float


class Suspicion(TypedDict):
    """Why a column could give people away."""

    reason: str


class SeenColumn(SeenType):
    """What was seen in a column."""

    name: str
    other_types: list[SeenType]
    missing: int
    missing_share: float | None
    distinct: int
    distinct_share: float | None
    role: str
    reason: str
    certain: bool
    suspicions: list[Suspicion]


class Profile(TypedDict):
    """What was seen in a table, and the study that is proposed for it."""

    records: int
    columns: list[SeenColumn]
    study: StoredKeys


async def known_profile(visit: Visit, table: str) -> Profile | None:
    """The newest result of the same question; None if nobody has asked it yet."""
    job = await visit.newest(ACTION, {"table": table})
    return None if job is None else job.result


async def profile_of(visit: Visit, table: str, place: ui.element) -> Profile | None:
    """What is in a table; the job is shown in `place`. None if it failed, which is told there."""
    done = await work(visit, ACTION, {"table": table}, "Looking at every column", place)
    return None if done is None else done.result
