"""Jobs in the database: who is next, and what has become of each.

The server marks a job as running when a worker takes it. The worker itself marks it as done, in one
transaction with what it made; a job that is not running any more by then was stopped, and whatever
its worker made is thrown away.
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
from shoal.server.stored.ids import absent, checked_id, new_id
from shoal.server.stored.job import JOB, Job
from shoal.server.stored.refusals import QuotaExceeded

_NAMES = (
    *("id", "owner", "action", "arguments", "state", "progress", "result", "problem", "seconds"),
    *("created", "started", "ended"),
)
_JSON = ("arguments", "progress", "result", "problem")
_ALL = f"SELECT {', '.join(_NAMES)} FROM jobs"  # noqa: S608  (our own names)
# A list shows no results: one of them may be as large as all the rest.
_LISTED = _ALL.replace("result", "NULL")


def add(
    workspace: Workspace,
    owner: str,
    action: str,
    arguments: Mapping[str, Any],
    seconds: float,
    most: int,
) -> Job:
    """A new job that waits; at most so many of one owner do."""
    made = Job(
        new_id(), owner, action, dict(arguments), states.WAITING, None, None, None, seconds,
        now(), None, None,
    )  # fmt: skip
    with workspace.changing() as connection:
        query = "SELECT count(*) FROM jobs WHERE owner = ? AND state = 'waiting'"
        (waiting,) = connection.execute(query, [owner]).fetchone()
        if waiting >= most:
            raise QuotaExceeded(f"{waiting:,} jobs are waiting already. Wait for some of them.")
        query = (
            "INSERT INTO jobs (id, owner, action, arguments, state, seconds, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        given = json.dumps(made.arguments)
        row = (made.id, owner, action, given, made.state, seconds, made.created)
        connection.execute(query, row)
    return made


def one(workspace: Workspace, owner: str, id: str) -> Job:
    """A job with its result; NotFound unless it is the owner's."""
    id = checked_id(id, JOB)
    if workspace.exists:
        with workspace.reading() as connection:
            query = f"{_ALL} WHERE id = ? AND owner = ?"
            if row := connection.execute(query, [id, owner]).fetchone():
                return _made(row)
    raise absent(JOB)


def several(workspace: Workspace, owner: str) -> list[Job]:
    """All jobs of an owner without their results, the oldest first."""
    if not workspace.exists:
        return []
    with workspace.reading() as connection:
        query = f"{_LISTED} WHERE owner = ? ORDER BY number"
        return [_made(row) for row in connection.execute(query, [owner])]


def take(workspace: Workspace, each: int) -> Job | None:
    """The job whose turn it is, running from now on; None if nobody waits who may run another.

    Of all owners who wait, the one with the fewest running jobs is next, then the one whose last
    turn is longest ago, then who has waited longest: a hundred jobs of one delay nobody else. Where
    there are other people, nobody has more than `each` running: one worker is left to them.
    """
    with workspace.changing() as connection:
        row = connection.execute(_NEXT, [each]).fetchone()
        if row is None:
            return None
        taken = replace(_made(row), state=states.RUNNING, started=now())
        query = (
            "UPDATE jobs SET state = 'running', started = ?,"
            " turn = (SELECT max(turn) + 1 FROM jobs) WHERE id = ?"
        )
        connection.execute(query, [taken.started, taken.id])
    return taken


def over(workspace: Workspace, id: str, state: str, problem: Problem | None = None) -> bool:
    """Say that a job is over, unless it is already."""
    with workspace.changing() as connection:
        return end_in(connection, id, state, problem)


def end_in(connection: sqlite3.Connection, id: str, state: str, problem: Problem | None) -> bool:
    """Mark a job as over inside a transaction, unless it is already."""
    query = (
        "UPDATE jobs SET state = ?, problem = ?, progress = NULL, ended = ?"
        " WHERE id = ? AND state IN ('waiting', 'running')"
    )
    return bool(connection.execute(query, [state, _text(problem), now(), id]).rowcount)


def finish(connection: sqlite3.Connection, id: str, result: str) -> bool:
    """Mark a running job as done, in a transaction of its worker; False if it was stopped."""
    query = (
        "UPDATE jobs SET state = 'done', result = ?, progress = NULL, ended = ?"
        " WHERE id = ? AND state = 'running'"
    )
    return bool(connection.execute(query, [result, now(), id]).rowcount)


def state_of(workspace: Workspace, id: str) -> str | None:
    """What has become of a job; None if it is forgotten."""
    with workspace.reading() as connection:
        found = connection.execute("SELECT state FROM jobs WHERE id = ?", [id]).fetchone()
    return None if found is None else str(found[0])


def interrupt_all(workspace: Workspace, problem: Problem) -> list[str]:
    """Nobody works on running jobs any more: they failed; gives their ids."""
    with workspace.changing() as connection:
        query = "SELECT id FROM jobs WHERE state = 'running'"
        found = [id for (id,) in connection.execute(query).fetchall()]
        connection.execute(
            "UPDATE jobs SET state = 'failed', problem = ?, progress = NULL, ended = ?"
            " WHERE state = 'running'",
            [_text(problem), now()],
        )
    return found


def forget(workspace: Workspace, owner: str, id: str) -> None:
    """Remove a job that is over, and what it has found."""
    found = one(workspace, owner, id)
    with workspace.changing() as connection:
        query = "DELETE FROM jobs WHERE id = ? AND state NOT IN ('waiting', 'running')"
        connection.execute(query, [found.id])


_RUNNING = "(SELECT count(*) FROM jobs WHERE owner = job.owner AND state = 'running')"
_ALONE = """NOT EXISTS (SELECT 1 FROM users WHERE role = 'steward' AND id != job.owner)
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE owner != job.owner)"""
_NEXT = f"""{_ALL} AS job WHERE state = 'waiting' AND ({_RUNNING} < ? OR {_ALONE}) ORDER BY
    {_RUNNING},
    (SELECT max(turn) FROM jobs WHERE owner = job.owner),
    number LIMIT 1"""  # noqa: S608  (our own names)


def _text(value: object) -> str | None:
    return None if value is None else json.dumps(value)


def _made(row: tuple[Any, ...]) -> Job:
    found = dict(zip(_NAMES, row, strict=True))
    return Job(**{key: _plain(key, value) for key, value in found.items()})


def _plain(key: str, value: Any) -> Any:  # noqa: ANN401  (whatever a column holds)
    return json.loads(value) if key in _JSON and value is not None else value
