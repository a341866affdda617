"""Messages between a server and its workers: each is a line of JSON."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from shoal.errors import Problem
from shoal.server.stored.job import JobProgress


class Order(TypedDict):
    """A job to do, with the limits of the server if they are not the default ones."""

    id: str
    owner: str
    action: str
    arguments: Mapping[str, Any]
    limits: NotRequired[dict[str, Any]]


class Question(TypedDict):
    """A question about the sweep of an earlier job; the answer has the same number."""

    session: str
    question: Mapping[str, Any]
    number: int


class Cancel(TypedDict):
    """Stop the job of this id."""

    cancel: str


class WorkerMessage(TypedDict, total=False):
    """A message of a worker: it is ready, the progress or the end of a job, or an answer.

    Attributes:
        ready: The worker takes jobs from now on.
        progress: How far the job is.
        over: The state in which the job has ended.
        peak_mb: The most memory that the worker has needed, in megabytes.
        answer: The number of the question that is answered by `result` or by `problem`.
        absent: Whether the worker no longer has the sweep that the question is about.
    """

    ready: bool
    progress: JobProgress
    over: str
    peak_mb: float | None
    answer: int
    result: object
    problem: Problem
    absent: bool
