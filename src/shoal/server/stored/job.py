"""A job: an action with its arguments, its state, and its result or problem."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from shoal.errors import Problem

JOB = "job"
WAITING, RUNNING, DONE, FAILED, CANCELED = "waiting", "running", "done", "failed", "canceled"
OVER = {DONE, FAILED, CANCELED}


class JobProgress(TypedDict):
    """How far a job is: `done` of at most `total` steps of a stage.

    Attributes:
        stage: What is being done.
        done: How many steps of it are done.
        total: How many steps there are at most.
        percent: How much is done; None where the end is not known before.
    """

    stage: str
    done: int
    total: int | None
    percent: NotRequired[int | None]


@dataclass(frozen=True)
class Job:
    """One action of one owner.

    Attributes:
        id: Its id; a run that it makes has the same.
        owner: The id of its owner.
        action: The name of the action.
        arguments: The arguments of the action, as plain JSON.
        state: waiting, running, done, failed or canceled.
        progress: How far a running job is; None before its first report.
        result: The result of a job that is done, as plain JSON.
        problem: Why it failed.
        seconds: After this time it is stopped.
        created: When it was submitted, in UTC.
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
        """Whether it is done, failed or canceled, and so will not change."""
        return self.state in OVER
