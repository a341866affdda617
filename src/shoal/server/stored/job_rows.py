"""Jobs in the database: which one is next, and the state of each.

The server marks a job as running when a worker takes it. The worker itself marks it as done, in one
transaction with what it made. If the job is no longer running by then, it was stopped, and what its
worker made is thrown away.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shoal.errors import Problem
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored import job as states
from shoal.server.stored.ids import find_row, new_id, read_rows
from shoal.server.stored.job import JOB, Job
from shoal.server.stored.refusals import QuotaExceeded

_NAMES = (
    *("id", "owner", "action", "arguments", "state", "progress", "result", "problem", "seconds"),
    *("created", "started", "ended"),
)
_JSON = ("arguments", "progress", "result", "problem")
_ALL = f"SELECT {', '.join(_NAMES)} FROM jobs"  # noqa: S608  (our own names)
# Lists leave out the results: one of them may be larger than everything else.
_LISTED = _ALL.replace("result", "NULL")


def add_job(
    workspace: Workspace,
    owner: str,
    action: str,
    arguments: Mapping[str, Any],
    seconds: float,
    most: int,
) -> Job:
    """Store a new job that waits; QuotaExceeded if `most` jobs of the owner wait already."""
    job = Job(
        new_id(), owner, action, dict(arguments), states.WAITING, None, None, None, seconds,
        now(), None, None,
    )  # fmt: skip
    with workspace.transaction() as connection:
        query = "SELECT count(*) FROM jobs WHERE owner = ? AND state = 'waiting'"
        (waiting,) = connection.execute(query, [owner]).fetchone()
        if waiting >= most:
            raise QuotaExceeded(f"{waiting:,} jobs are waiting already. Wait for some of them.")
        query = (
            "INSERT INTO jobs (id, owner, action, arguments, state, seconds, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        text = json.dumps(job.arguments)
        row = (job.id, owner, action, text, job.state, seconds, job.created)
        connection.execute(query, row)
    return job


def find_job(workspace: Workspace, owner: str, id: str) -> Job:
    """A job with its result; NotFound unless it is the owner's."""
    return _job_from_row(find_row(workspace, _ALL, JOB, owner, id))


def list_jobs(workspace: Workspace, owner: str) -> list[Job]:
    """All jobs of an owner without their results, the oldest first."""
    query = f"{_LISTED} WHERE owner = ? ORDER BY number"
    return [_job_from_row(row) for row in read_rows(workspace, query, owner)]


def take_next(workspace: Workspace, each: int) -> Job | None:
    """Mark the next job as running and return it; None if no waiting job may run now.

    Of all owners with waiting jobs, the one with the fewest running jobs is next, then the one
    whose last turn is longest ago, then the one who has waited longest. So a hundred jobs of one
    owner delay nobody else. If there are other people, no owner runs more than `each` jobs at a
    time, so that one worker is left for the others.
    """
    with workspace.transaction() as connection:
        row = connection.execute(_NEXT, [each]).fetchone()
        if row is None:
            return None
        taken = replace(_job_from_row(row), state=states.RUNNING, started=now())
        query = (
            "UPDATE jobs SET state = 'running', started = ?,"
            " turn = (SELECT max(turn) + 1 FROM jobs) WHERE id = ?"
        )
        connection.execute(query, [taken.started, taken.id])
    return taken


def end_job(workspace: Workspace, id: str, state: str, problem: Problem | None = None) -> bool:
    """Mark a job as over; returns False if it was over already."""
    with workspace.transaction() as connection:
        return end_job_in(connection, id, state, problem)


def end_job_in(
    connection: sqlite3.Connection, id: str, state: str, problem: Problem | None
) -> bool:
    """Mark a job as over inside a transaction; returns False if it was over already."""
    query = (
        "UPDATE jobs SET state = ?, problem = ?, progress = NULL, ended = ?"
        " WHERE id = ? AND state IN ('waiting', 'running')"
    )
    return bool(connection.execute(query, [state, _text(problem), now(), id]).rowcount)


def mark_done(connection: sqlite3.Connection, id: str, result: str) -> bool:
    """Mark a running job as done, in a transaction of its worker; False if it was stopped."""
    query = (
        "UPDATE jobs SET state = 'done', result = ?, progress = NULL, ended = ?"
        " WHERE id = ? AND state = 'running'"
    )
    return bool(connection.execute(query, [result, now(), id]).rowcount)


def state_of(workspace: Workspace, id: str) -> str | None:
    """The state of a job; None if the job was forgotten."""
    with workspace.snapshot() as connection:
        row = connection.execute("SELECT state FROM jobs WHERE id = ?", [id]).fetchone()
    return None if row is None else str(row[0])


def interrupt_all(workspace: Workspace, problem: Problem) -> list[str]:
    """Mark all running jobs as failed, since no worker is left; returns their ids."""
    with workspace.transaction() as connection:
        query = "SELECT id FROM jobs WHERE state = 'running'"
        ids = [id for (id,) in connection.execute(query).fetchall()]
        connection.execute(
            "UPDATE jobs SET state = 'failed', problem = ?, progress = NULL, ended = ?"
            " WHERE state = 'running'",
            [_text(problem), now()],
        )
    return ids


def forget_job(workspace: Workspace, owner: str, id: str) -> None:
    """Remove a job that is over, with its result; a job that waits or runs stays."""
    job = find_job(workspace, owner, id)
    with workspace.transaction() as connection:
        query = "DELETE FROM jobs WHERE id = ? AND state NOT IN ('waiting', 'running')"
        connection.execute(query, [job.id])


_RUNNING = "(SELECT count(*) FROM jobs WHERE owner = job.owner AND state = 'running')"
_ALONE = """NOT EXISTS (SELECT 1 FROM users WHERE role = 'steward' AND id != job.owner)
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE owner != job.owner)"""
_NEXT = f"""{_ALL} AS job WHERE state = 'waiting' AND ({_RUNNING} < ? OR {_ALONE}) ORDER BY
    {_RUNNING},
    (SELECT max(turn) FROM jobs WHERE owner = job.owner),
    number LIMIT 1"""  # noqa: S608  (our own names)


def _text(value: object) -> str | None:
    return None if value is None else json.dumps(value)


def _job_from_row(row: tuple[Any, ...]) -> Job:
    columns = dict(zip(_NAMES, row, strict=True))
    return Job(**{key: _plain(key, value) for key, value in columns.items()})


def _plain(key: str, value: Any) -> Any:  # noqa: ANN401  (whatever a column holds)
    return json.loads(value) if key in _JSON and value is not None else value
