"""What a server and its workers say to each other: each message is a line of JSON."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from shoal.errors import Problem
from shoal.server.stored.job import JobProgress


class Order(TypedDict):
    """A job to do; limits are those of the server, where they are not the usual ones."""

    id: str
    owner: str
    action: str
    arguments: Mapping[str, Any]
    limits: NotRequired[dict[str, Any]]


class Question(TypedDict):
    """Something to ask about what an earlier job has swept, and the number of its answer."""

    session: str
    question: Mapping[str, Any]
    number: int


class Cancel(TypedDict):
    """Stop the job of this id."""

    cancel: str


class Said(TypedDict, total=False):
    """What a worker says: that it is ready, how far a job is, how it ended, or an answer.

    Attributes:
        ready: The worker takes jobs from now on.
        progress: How far the job is.
        over: The job has ended in this state, with the memory that it needed at most.
        answer: The number of the question that is answered by `result` or by `problem`.
        absent: Whether the worker does not have (any more) what the question is about.
    """

    ready: bool
    progress: JobProgress
    over: str
    peak_mb: float | None
    answer: int
    result: object
    problem: Problem
    absent: bool
