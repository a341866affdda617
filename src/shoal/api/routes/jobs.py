"""Jobs: how far they are, what they found; to watch, to cancel, to forget."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Path, Response
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from shoal.api.answers import file_route
from shoal.api.bodies import json_body, openapi_body
from shoal.api.downloads import PAGE_POLICY, file_response
from shoal.api.guard import stewards
from shoal.api.ids import Id
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.api.routes.tables import Count, First
from shoal.api.running_server import Person, RunningServer, ThisServer, Who
from shoal.api.tasks import Job, job_answer, job_answer_with_file_names
from shoal.server import jobs as work
from shoal.server.actions.sweep_question import SweepQuestion
from shoal.server.stored.aligned_pages import Side, View, aligned_page

router = router_for("jobs")
SIGN_OF_LIFE = 15.0  # seconds without a change after which a stream sends a comment
MEDIA = {".html": "text/html", ".json": "application/json", ".csv": "text/csv"}
EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "examples": ["job"]},
        "data": {"type": "string", "description": "A job as JSON."},
    },
}
FileName = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$", examples=["frontier.html"])
]


class AlignedPage(BaseModel):
    """Some records of a table or its release; line by line, both sides are the same records."""

    records: int = Field(description="All records of the view.")
    first: int
    numbers: list[int] = Field(description="The place of each in the table, from 1.")
    columns: list[str] = Field(description="The class and its size, then the table's columns.")
    lines: list[list[str | None]]
    marks: list[str] = Field(description="suppressed, outside, or band for every other class.")
    changed: list[list[int]] = Field(description="The cells that the release has changed.")


@router.get("/jobs", summary="Your jobs")
@stewards
def jobs(who: Who, server: ThisServer) -> list[Job]:
    """All that were not forgotten, without their results."""
    return [job_answer(job) for job in server.jobs.jobs(who.id)]


@router.get("/jobs/{id}", summary="One job")
@stewards
def job(id: Id, who: Who, server: ThisServer) -> Job:
    """How far it is, and what it found."""
    return job_answer_with_file_names(server, server.jobs.job(who.id, id))


@router.post("/jobs/{id}/cancel", summary="Cancel a job")
@stewards
def cancel(id: Id, who: Who, server: ThisServer) -> Job:
    """Nothing of it is kept; a job that is over stays as it is."""
    return job_answer_with_file_names(server, server.jobs.cancel(who.id, id))


@router.delete("/jobs/{id}", status_code=204, summary="Forget a job")
@stewards
def forget(id: Id, who: Who, server: ThisServer) -> None:
    """Remove a job that is over, with its result; a run that it made stays."""
    server.jobs.forget(who.id, id)


@router.post(
    "/jobs/{id}/questions",
    summary="Ask about what a frontier has swept",
    openapi_extra=openapi_body(SweepQuestion),
)
@stewards
def ask(
    id: Id,
    who: Who,
    server: ThisServer,
    question: Annotated[SweepQuestion, json_body(SweepQuestion)],
) -> dict[str, Any]:
    """Another k, limit or weights, answered at once from what the job looked at."""
    asked = question.model_dump(mode="json", exclude_unset=True)
    answer: dict[str, Any] = server.jobs.ask(who.id, id, asked)
    return answer


@router.get(
    "/jobs/{id}/files/{name}",
    **file_route(
        "A file that a job wrote", "The file.", "application/octet-stream", *MEDIA.values()
    ),
)
@stewards
def file(id: Id, name: FileName, who: Who, server: ThisServer) -> Response:
    """For the steward only."""
    path = work.job_file(server.workspace, who.id, id, name)
    media = MEDIA.get(path.suffix, "application/octet-stream")
    policy = PAGE_POLICY if media == "text/html" else None
    return file_response(path, media, save=policy is None, policy=policy)


@router.get(
    "/jobs/{id}/aligned/{view}/{side}", name="aligned", summary="A page of records side by side"
)
@stewards
def records_side_by_side(
    id: Id, view: View, side: Side, who: Who, server: ThisServer, first: First = 0,
    count: Count = 100,
) -> AlignedPage:  # fmt: skip
    """The table, or its release, as the action `align` has put them side by side."""
    page = aligned_page(server.workspace, who.id, id, view, side, first=first, count=count)
    return AlignedPage(**page)


@router.get(
    "/jobs/{id}/events",
    summary="The progress of a job, as it goes on",
    response_class=Response,
    responses={
        200: {
            "description": "Server-sent events: each `data` is a job. The same address is a"
            " websocket with one JSON message each.",
            "content": {"text/event-stream": {"schema": EVENT}},
        }
    },
)
@stewards
async def events(id: Id, who: Who, server: ThisServer) -> StreamingResponse:
    """One event for each change, until the job is over."""
    await asyncio.to_thread(server.jobs.job, who.id, id)
    refuse_more_streams(server, who)
    return StreamingResponse(_events(server, who, id), media_type="text/event-stream")


async def _events(server: RunningServer, who: Person, id: str) -> AsyncIterator[str]:
    """The text of the server-sent events."""
    async for job in changes(server, who, id):
        yield ": still there\n\n" if job is None else f"event: job\ndata: {job}\n\n"


def refuse_more_streams(server: RunningServer, who: Person) -> None:
    """Refuse a stream if the person has many open: each reads its job several times a second."""
    if server.streams[who.id] >= server.settings.limits.streams:
        raise Refused(429, "You watch too many jobs at once. Close some, or ask for `/jobs`.")


async def changes(server: RunningServer, who: Person, id: str) -> AsyncIterator[str | None]:
    """Yield the job as JSON at every change, and None now and then to show that it is alive."""
    server.streams[who.id] += 1
    try:
        async for job in _changes(server.jobs.follow(who.id, id)):
            yield None if job is None else job_answer(job).model_dump_json()
    finally:
        server.streams[who.id] -= 1


async def _changes(following: AsyncIterator[work.Job]) -> AsyncIterator[work.Job | None]:
    """Yield the jobs that come, and None after each while without one."""
    coming = asyncio.ensure_future(anext(following, None))
    try:
        while True:
            done, _ = await asyncio.wait([coming], timeout=SIGN_OF_LIFE)
            if not done:
                yield None
            elif (job := coming.result()) is None:
                return
            else:
                yield job
                coming = asyncio.ensure_future(anext(following, None))
    finally:
        coming.cancel()
