"""Jobs of a served workspace: asked for by owners, done by worker processes, one after another."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

from shoal.data.file_system import holding
from shoal.errors import ShoalError, StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.actions.arguments import checked
from shoal.server.jobs import problems
from shoal.server.jobs.board import Board
from shoal.server.jobs.process import SCRATCH
from shoal.server.jobs.slot import GRACE, Slot
from shoal.server.stored import job as states
from shoal.server.stored import job_rows as rows
from shoal.server.stored.drafts import private_folder, sweep_drafts
from shoal.server.stored.job import Job
from shoal.server.stored.job_files import discard_files, files_of
from shoal.server.stored.limits import Limits
from shoal.server.stored.refusals import NotFound
from shoal.server.stored.run_rows import discard_unknown

QUESTION = 20.0  # seconds that an answer may take
SERVING = "serving"
BUSY = "Another server works in this workspace. Stop it, or choose another with --workspace."
GONE = "What was swept is not in memory any more. Ask for the frontier again."


class Jobs:
    """All jobs of a workspace; one server at a time works on them."""

    def __init__(
        self,
        workspace: Workspace,
        workers: int = 2,
        limits: Limits | None = None,
        grace: float = GRACE,
    ) -> None:
        self.workspace = Workspace(workspace.folder)
        self.limits = limits or Limits()
        self._board = Board(self.limits, workers)
        self._slots = [Slot(self.workspace, self._board, grace) for _ in range(workers)]
        self._until_closed = contextlib.ExitStack()

    def start(self) -> Self:
        """Settle what a killed server has left, and begin to work."""
        self.workspace.refuse_damaged()
        folder = private_folder(self.workspace, SERVING)
        if not self._until_closed.enter_context(holding(folder)):
            self._until_closed.close()
            raise StudyError(BUSY)
        settle(self.workspace)
        for slot in self._slots:
            slot.start()
        return self

    def refuse_to_start(self) -> None:
        """Say beforehand what would stop `start`: another server, or a folder for reading only."""
        self.workspace.refuse_unusable()
        folder = self.workspace.folder / SERVING
        if folder.exists():
            with holding(folder) as free:
                if not free:
                    raise StudyError(BUSY)

    def submit(
        self,
        owner: str,
        action: str,
        arguments: Mapping[str, Any],
        seconds: float | None = None,
    ) -> Job:
        """Ask for an action; what is wrong with its arguments is told at once."""
        given = checked(Workspace(self.workspace.folder, owner), action, arguments)
        most = min(seconds or self.limits.job_seconds, self.limits.job_seconds)
        self._forget_oldest(owner)
        made = rows.add(self.workspace, owner, action, given, most, self.limits.owner_jobs)
        self._board.wake()
        return made

    def job(self, owner: str, id: str) -> Job:
        """One job with its progress or result; NotFound unless it is the owner's."""
        found = rows.one(self.workspace, owner, id)
        return replace(found, progress=None if found.is_over else self._board.progress(found.id))

    def jobs(self, owner: str) -> list[Job]:
        """All jobs of an owner without their results, the oldest first."""
        found = rows.several(self.workspace, owner)
        return [
            one if one.is_over else replace(one, progress=self._board.progress(one.id))
            for one in found
        ]

    def cancel(self, owner: str, id: str) -> Job:
        """Stop a job: at once if it waits, and as soon as it listens if it runs."""
        found = self.job(owner, id)
        if found.state == states.WAITING and self._canceled_in_line(found.id):
            self._board.tell(found.id, None)
        elif not found.is_over:
            self._board.stop(found.id, states.CANCELED, problems.canceled())
        return self.job(owner, id)

    def forget(self, owner: str, id: str) -> None:
        """Remove a job that is over, with its result and files; a run that it made stays."""
        found = rows.one(self.workspace, owner, id)
        if found.is_over:  # files first: those of a job that nobody knows would be kept
            shutil.rmtree(files_of(self.workspace, found.id), ignore_errors=True)
            rows.forget(self.workspace, owner, found.id)

    def _forget_oldest(self, owner: str) -> None:
        """What was found long ago makes room."""
        over = [one.id for one in rows.several(self.workspace, owner) if one.is_over]
        for id in over[: max(0, len(over) - self.limits.owner_results)]:
            self.forget(owner, id)

    def ask(self, owner: str, id: str, question: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """An answer from what a job has swept, at once and whatever the workers are doing."""
        found = self.job(owner, id)
        process = self._board.sweeper(found.id)
        if process is None or not process.is_alive:
            raise NotFound(GONE)
        said = process.ask({"session": found.id, "question": dict(question)}, QUESTION)
        if said is None or said.get("absent"):
            raise NotFound(GONE)
        if "problem" in said:
            raise _error(said["problem"])
        return said["result"]

    def events(self, owner: str, id: str) -> Iterator[Job]:
        """The job now, and again whenever it has changed, until it is over."""
        seen = None
        while True:
            found = self.job(owner, id)
            if seen != (seen := (found.state, found.progress)):
                yield found
            if found.is_over:
                return
            self._board.wait(1.0)

    async def follow(self, owner: str, id: str, every: float = 0.2) -> AsyncIterator[Job]:
        """The same for a server with many listeners: nobody holds a thread while waiting."""
        seen = None
        while True:
            found = await asyncio.to_thread(self.job, owner, id)
            if seen != (seen := (found.state, found.progress)):
                yield found
            if found.is_over:
                return
            await asyncio.sleep(every)

    def close(self) -> None:
        """Stop working; jobs that were running failed, those that wait go on waiting."""
        self._board.closing.set()
        self._board.wake()
        for slot in self._slots:
            slot.close()
        self._until_closed.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _canceled_in_line(self, id: str) -> bool:
        """Whether a job could be stopped before a worker took it."""
        with self.workspace.changing() as connection:
            query = "SELECT 1 FROM jobs WHERE id = ? AND state = 'waiting'"
            if connection.execute(query, [id]).fetchone() is None:
                return False
            return rows.end_in(connection, id, states.CANCELED, problems.canceled())


def settle(workspace: Workspace) -> None:
    """After a kill: what was running has failed, and nothing of it is left."""
    if workspace.exists:
        rows.interrupt_all(workspace, problems.restarted())
        discard_unknown(workspace)
        discard_files(workspace)
    shutil.rmtree(workspace.folder / SCRATCH, ignore_errors=True)
    sweep_drafts(private_folder(workspace, "tables"))


def _error(problem: Mapping[str, Any]) -> ShoalError:
    """The error that a worker has told of."""
    kinds: list[type[ShoalError]] = [StudyError, *StudyError.__subclasses__()]
    known = {kind.__name__: kind for kind in kinds}
    return known.get(problem["kind"], ShoalError)(*problem["problems"])
