"""A visit: one person at one page, and what they may ask the service for.

Whatever blocks (files, the database) runs in a thread, so that nobody waits for somebody else.
Whatever takes time is a job in a worker process.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from fastapi import Request

from shoal.api.running_server import Person, RunningServer, person_of, server_of
from shoal.errors import Canceled, ShoalError
from shoal.ledger.workspace import Workspace
from shoal.server.actions import answer
from shoal.server.jobs import Job
from shoal.server.stored.job import CANCELED, DONE, FAILED, RUNNING, WAITING

Given = ParamSpec("Given")
Found = TypeVar("Found")
Watch = Callable[[Job], None]


class JobFailed(ShoalError):
    """A job ended without a result; its problems are the sentences to show."""


@dataclass(frozen=True)
class Visit:
    """One person at one page.

    Attributes:
        desk: The server that runs in this process.
        person: Who is signed in.
        query: What stands after the ? of the address, by name.
    """

    desk: RunningServer
    person: Person
    query: Mapping[str, str]

    async def call(
        self,
        verb: Callable[Concatenate[Workspace, str, Given], Found],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Found:
        """Call a verb of `server.stored` in a thread, for this person's own things.

        The verb gets the workspace and the person's id before `given` and `named`. Returns what the
        verb returns, and raises what it raises.
        """
        return await asyncio.to_thread(verb, self.desk.workspace, self.person.id, *given, **named)

    async def answer(self, action: str, **arguments: Any) -> Any:  # noqa: ANN401  (JSON)
        """Run a quick action in a thread, and return its result."""
        own = Workspace(self.desk.workspace.folder, self.person.id)
        return await asyncio.to_thread(answer, own, action, arguments)

    async def job(self, action: str, arguments: Mapping[str, Any], watch: Watch) -> Job:
        """Start a job, call `watch` after each change of it, and return it when it is done.

        Raises JobFailed with the sentences of its problem, or Canceled.
        """
        started = await asyncio.to_thread(
            self.desk.jobs.submit, self.person.id, action, dict(arguments)
        )
        return await self.follow_job(started.id, watch)

    async def follow_job(self, id: str, watch: Watch) -> Job:
        """Watch a job that runs already, perhaps since an earlier visit, until it is over.

        Returns and raises the same as `job`.
        """
        async for job in self.desk.jobs.follow(self.person.id, id):
            watch(job)
        if job.state == CANCELED:
            raise Canceled("The job was canceled. Nothing was kept.")
        if job.state == FAILED:
            raise JobFailed(*(job.problem["problems"] if job.problem else ()))
        return job

    async def find_done(self, action: str, arguments: Mapping[str, Any]) -> Job | None:
        """The newest job that is done, did this action, and had (at least) these arguments.

        It holds its result. None if there is no such job.
        """
        return await asyncio.to_thread(self._find_job, action, arguments, {DONE})

    async def find_running(self, action: str, arguments: Mapping[str, Any]) -> Job | None:
        """The newest job of this action and arguments that waits or runs; None if there is none."""
        return await asyncio.to_thread(self._find_job, action, arguments, {WAITING, RUNNING})

    def _find_job(self, action: str, asked: Mapping[str, object], states: set[str]) -> Job | None:
        """The newest job of the person in one of these states, with (at least) these arguments."""
        for job in reversed(self.desk.jobs.jobs(self.person.id)):
            is_same = all(job.arguments.get(key) == given for key, given in asked.items())
            if job.action == action and job.state in states and is_same:
                return self.desk.jobs.job(self.person.id, job.id)
        return None

    async def cancel(self, id: str) -> None:
        """Ask a job to stop; one that runs stops when it next reports its progress."""
        await asyncio.to_thread(self.desk.jobs.cancel, self.person.id, id)

    async def ask(self, id: str, question: Mapping[str, Any]) -> Any:  # noqa: ANN401  (JSON)
        """Ask the worker of a job about the sweep that it keeps, and return the answer.

        It answers even while all workers are busy. Raises NotFound if it no longer keeps the sweep.
        """
        return await asyncio.to_thread(self.desk.jobs.ask, self.person.id, id, question)


def visit_of(request: Request) -> Visit:
    """The visit that a request begins; the door has checked who it is."""
    return Visit(server_of(request), person_of(request), dict(request.query_params))
