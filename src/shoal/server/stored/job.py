"""A job: an action with its arguments, and what has become of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from shoal.errors import Problem

JOB = "job"
WAITING, RUNNING, DONE, FAILED, CANCELED = "waiting", "running", "done", "failed", "canceled"
OVER = {DONE, FAILED, CANCELED}


class JobProgress(TypedDict):
    """How far a job is: so much of a stage is done."""

    stage: str
    done: int
    total: int | None


@dataclass(frozen=True)
class Job:
    """One action of one owner.

    Attributes:
        id: Its name; a run that it makes has the same.
        owner: Whose it is.
        action: What is done.
        arguments: With what, as plain JSON.
        state: waiting, running, done, failed or canceled.
        progress: How far a running job is; None before the first sign of life.
        result: What a job that is done has found, as plain JSON.
        problem: Why it failed.
        seconds: After this time it is stopped.
        created: When it was asked for, in UTC.
        started: When a worker took it.
        ended: When it was over.
    """

    id: str
    owner: str
    action: str
    arguments: Mapping[str, Any]
    state: str
    progress: JobProgress | None
    result: Any
    problem: Problem | None
    seconds: float | None
    created: str
    started: str | None
    ended: str | None

    @property
    def is_over(self) -> bool:
        """Whether nothing about it changes any more."""
        return self.state in OVER
