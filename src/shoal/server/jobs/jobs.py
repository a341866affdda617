"""Jobs of a workspace: owners submit them, worker processes do them one after another."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

from shoal.data.file_system import hold_lock_if_free
from shoal.errors import Problem, ShoalError, StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.actions.arguments import check_arguments
from shoal.server.jobs import problems
from shoal.server.jobs.process import SCRATCH
from shoal.server.jobs.signals import Signals
from shoal.server.jobs.slot import GRACE, Slot
from shoal.server.stored import job as states
from shoal.server.stored import job_rows as rows
from shoal.server.stored.drafts import private_folder, remove_left_drafts
from shoal.server.stored.job import Job
from shoal.server.stored.job_files import discard_files, files_of
from shoal.server.stored.limits import Limits
from shoal.server.stored.refusals import NotFound
from shoal.server.stored.run_rows import discard_unknown

QUESTION = 20.0  # seconds to wait for an answer
SERVING = "serving"  # the folder whose lock a working server holds
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
        self._signals = Signals(self.limits, workers)
        self._slots = [Slot(self.workspace, self._signals, grace) for _ in range(workers)]
        self._until_closed = contextlib.ExitStack()

    def start(self) -> Self:
        """Clean up after a server that was killed, and begin to work; returns itself.

        StudyError if another server works in this workspace, or if its database is damaged.
        """
        self.workspace.refuse_damaged()
        folder = private_folder(self.workspace, SERVING)
        if not self._until_closed.enter_context(hold_lock_if_free(folder)):
            self._until_closed.close()
            raise StudyError(BUSY)
        settle(self.workspace)
        for slot in self._slots:
            slot.start()
        return self

    def refuse_to_start(self) -> None:
        """Raise the error of `start` beforehand: another server, or a read-only folder."""
        self.workspace.refuse_unusable()
        folder = self.workspace.folder / SERVING
        if folder.exists():
            with hold_lock_if_free(folder) as free:
                if not free:
                    raise StudyError(BUSY)

    def submit(
        self,
        owner: str,
        action: str,
        arguments: Mapping[str, Any],
        seconds: float | None = None,
    ) -> Job:
        """Add a job that waits for a worker; StudyError if its arguments are wrong.

        Also forgets the oldest results of the owner, if more are kept than are allowed.

        Args:
            owner: The id of its owner.
            action: The name of the action.
            arguments: The arguments of the action.
            seconds: After this time it is stopped; None for the limit, which nobody can exceed.
        """
        plain = check_arguments(Workspace(self.workspace.folder, owner), action, arguments)
        longest = min(seconds or self.limits.job_seconds, self.limits.job_seconds)
        self._forget_oldest(owner)
        job = rows.add_job(self.workspace, owner, action, plain, longest, self.limits.owner_jobs)
        self._signals.wake()
        return job

    def job(self, owner: str, id: str) -> Job:
        """One job with its progress or result; NotFound unless it is the owner's."""
        job = rows.find_job(self.workspace, owner, id)
        return replace(job, progress=None if job.is_over else self._signals.progress(job.id))

    def jobs(self, owner: str) -> list[Job]:
        """All jobs of an owner without their results, the oldest first."""
        return [
            job if job.is_over else replace(job, progress=self._signals.progress(job.id))
            for job in rows.list_jobs(self.workspace, owner)
        ]

    def cancel(self, owner: str, id: str) -> Job:
        """Stop a job: at once if it waits, or when it next reports its progress if it runs.

        Returns the job as it is now, perhaps still running. A job that is over stays as it is.
        """
        job = self.job(owner, id)
        if job.state == states.WAITING and self._cancel_waiting(job.id):
            self._signals.set_progress(job.id, None)
        elif not job.is_over:
            self._signals.request_stop(job.id, states.CANCELED, problems.cancellation_problem())
        return self.job(owner, id)

    def forget(self, owner: str, id: str) -> None:
        """Remove a job that is over, with its result and files; a run that it made stays.

        A job that waits or runs stays, too, without an error.
        """
        job = rows.find_job(self.workspace, owner, id)
        if job.is_over:  # files first: files without a job would be kept for good
            shutil.rmtree(files_of(self.workspace, job.id), ignore_errors=True)
            rows.forget_job(self.workspace, owner, job.id)

    def _forget_oldest(self, owner: str) -> None:
        """Forget the oldest results of an owner who has more than are kept."""
        over = [job.id for job in rows.list_jobs(self.workspace, owner) if job.is_over]
        for id in over[: max(0, len(over) - self.limits.owner_results)]:
            self.forget(owner, id)

    def ask(self, owner: str, id: str, question: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Answer a question about the sweep of a job at once, even if all workers are busy.

        NotFound if its worker is gone, does not answer in time, or has the sweep no more.
        """
        job = self.job(owner, id)
        process = self._signals.sweep_process(job.id)
        if process is None or not process.is_alive:
            raise NotFound(GONE)
        answer = process.ask(job.id, dict(question), QUESTION)
        if answer is None or answer.get("absent"):
            raise NotFound(GONE)
        if "problem" in answer:
            raise _error_from(answer["problem"])
        return answer["result"]

    def events(self, owner: str, id: str) -> Iterator[Job]:
        """Yield the job now, and again after every change, until it is over."""
        seen = None
        while True:
            job = self.job(owner, id)
            if seen != (seen := (job.state, job.progress)):
                yield job
            if job.is_over:
                return
            self._signals.wait(1.0)

    async def follow(self, owner: str, id: str, every: float = 0.2) -> AsyncIterator[Job]:
        """Yield the same as `events`, without holding a thread while waiting."""
        seen = None
        while True:
            job = await asyncio.to_thread(self.job, owner, id)
            if seen != (seen := (job.state, job.progress)):
                yield job
            if job.is_over:
                return
            await asyncio.sleep(every)

    def close(self) -> None:
        """Stop working: running jobs fail, waiting jobs go on waiting."""
        self._signals.closing.set()
        self._signals.wake()
        for slot in self._slots:
            slot.close()
        self._until_closed.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _cancel_waiting(self, id: str) -> bool:
        """Cancel a job that no worker has taken yet; returns whether that was in time."""
        with self.workspace.transaction() as connection:
            query = "SELECT 1 FROM jobs WHERE id = ? AND state = 'waiting'"
            if connection.execute(query, [id]).fetchone() is None:
                return False
            return rows.end_job_in(connection, id, states.CANCELED, problems.cancellation_problem())


def settle(workspace: Workspace) -> None:
    """Clean up after a killed server: mark running jobs as failed, remove what they made."""
    if workspace.exists:
        rows.interrupt_all(workspace, problems.server_ended_problem())
        discard_unknown(workspace)
        discard_files(workspace)
    shutil.rmtree(workspace.folder / SCRATCH, ignore_errors=True)
    remove_left_drafts(private_folder(workspace, "tables"))


def _error_from(problem: Problem) -> ShoalError:
    """The error that a worker has described."""
    kinds: list[type[ShoalError]] = [StudyError, *StudyError.__subclasses__()]
    known = {kind.__name__: kind for kind in kinds}
    return known.get(problem["kind"], ShoalError)(*problem["problems"])
