"""Long work is done by jobs; the answer to a request that begins one is the job.

A request may wait for the end of its job (`Prefer: wait=10`). The status is 200 if the job is over
by then, even if it failed, and 202 otherwise; `Location` is the job's address in both cases.
"""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import Header, Response
from pydantic import BaseModel, Field

from shoal.api.answers import Responses
from shoal.api.ids import EXAMPLE
from shoal.api.problems import Problem, problem_of_job
from shoal.api.running_server import Person, RunningServer
from shoal.server import jobs as work

LOCATION = "/api/v1/jobs/"
Prefer = Annotated[
    str | None,
    Header(
        max_length=200,
        examples=["wait=10"],
        description="`wait=10`: wait so many seconds for the end of the job (RFC 7240).",
    ),
]


class Progress(BaseModel):
    """How far a job is."""

    stage: str = Field(examples=["search"])
    done: int = Field(examples=[1200])
    total: int = Field(examples=[12960], description="At most so many steps.")
    percent: int | None = Field(
        None, examples=[9], description="How much is done; null if the end is not known before."
    )


class Job(BaseModel):
    """Long work: what is done, how far it is, what it found or what went wrong."""

    id: str = Field(examples=[EXAMPLE], description="Its name; a run that it makes has the same.")
    action: str = Field(examples=["run"])
    arguments: dict[str, Any]
    state: Literal["waiting", "running", "done", "failed", "canceled"]
    progress: Progress | None
    result: Any = Field(description="What a job that is done has found.")
    problem: Problem | None = Field(description="Why it failed.")
    files: list[str] = Field(description="What it wrote besides, to download.", default=[])
    created: str
    started: str | None
    ended: str | None


def job_answer(job: work.Job, files: list[str] | None = None) -> Job:
    """A job of the server as the REST API answers it; `files` are the names of its files."""
    return Job(
        id=job.id,
        action=job.action,
        arguments=dict(job.arguments),
        state=job.state,
        progress=Progress(**job.progress) if job.progress else None,
        result=job.result,
        problem=problem_of_job(job.problem) if job.problem else None,
        files=files or [],
        created=job.created,
        started=job.started,
        ended=job.ended,
    )


def job_answer_with_file_names(server: RunningServer, job: work.Job) -> Job:
    """A job as the REST API answers it, with the names of its files if it is over."""
    names = work.file_names(server.workspace, job.owner, job.id) if job.is_over else []
    return job_answer(job, names)


async def begin_job(
    server: RunningServer,
    who: Person,
    response: Response,
    prefer: str | None,
    action: str,
    arguments: Mapping[str, Any],
) -> Job:
    """Submit a job, wait as long as the request prefers, and return the job as it is then.

    Arguments that are None are left out. The server's settings limit the wait. Sets status (200 if
    the job is over, 202 otherwise) and headers of the response.
    """
    given = {name: value for name, value in arguments.items() if value is not None}
    job = await asyncio.to_thread(server.jobs.submit, who.id, action, given)
    seconds = min(seconds_to_wait(prefer), server.settings.limits.wait)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for latest in server.jobs.follow(who.id, job.id):
                job = latest
    response.status_code = 200 if job.is_over else 202
    response.headers["Location"] = f"{LOCATION}{job.id}"
    if seconds:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    return await asyncio.to_thread(job_answer_with_file_names, server, job)


def seconds_to_wait(prefer: str | None) -> int:
    """The seconds in `Prefer: wait=10`; 0 for anything else."""
    wait = re.search(r"(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])", prefer or "")
    return int(wait[1]) if wait else 0


JOB: Responses = {
    200: {"model": Job, "description": "The job is over; the request waited for it."},
    202: {"model": Job, "description": "The job has begun; `Location` is its address."},
}
