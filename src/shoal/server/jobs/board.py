"""What the threads of a server know together: how far jobs are, and which of them are to stop."""

import threading
from typing import TYPE_CHECKING

from shoal.errors import Problem
from shoal.server.stored.job import JobProgress
from shoal.server.stored.limits import Limits

if TYPE_CHECKING:
    from shoal.errors import Problem
from shoal.server.jobs.process import WorkerProcess


class Board:
    """Progress, stops and news; everybody who waits hears of every change.

    Attributes:
        limits: How much a service takes.
        memory: The bytes of memory that each worker may have.
        each: How many jobs of one owner run at the same time, if there are other people: one
            worker is left to them.
    """

    def __init__(self, limits: Limits, workers: int) -> None:
        self.limits = limits
        self.memory = limits.memory_of_worker(workers)
        self.each = max(1, workers - 1)
        self.closing = threading.Event()
        self._sweeps: dict[str, WorkerProcess] = {}
        self._changed = threading.Condition()
        self._progress: dict[str, JobProgress] = {}
        self._stops: dict[str, tuple[str, Problem]] = {}

    def tell(self, id: str, progress: JobProgress | None) -> None:
        """How far a job is; None when it is over."""
        with self._changed:
            if progress is None:
                self._progress.pop(id, None)
                self._stops.pop(id, None)
            else:
                self._progress[id] = progress
            self._changed.notify_all()

    def progress(self, id: str) -> JobProgress | None:
        """How far a job is, as far as is known."""
        return self._progress.get(id)

    def stop(self, id: str, state: str, problem: Problem) -> None:
        """A job is to stop and to be marked so; the first reason counts."""
        with self._changed:
            self._stops.setdefault(id, (state, problem))
            self._changed.notify_all()

    def reason(self, id: str) -> tuple[str, Problem] | None:
        """Why a job is to stop; None if it may go on."""
        return self._stops.get(id)

    def remember(self, id: str, process: "WorkerProcess") -> None:
        """Which process can be asked more about a job; those that are dead are forgotten."""
        with self._changed:
            alive = {one: worker for one, worker in self._sweeps.items() if worker.is_alive}
            self._sweeps = {**alive, id: process}

    def sweeper(self, id: str) -> "WorkerProcess | None":
        """The process that can be asked more about a job."""
        return self._sweeps.get(id)

    def wake(self) -> None:
        """There is something to do."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Until something changes, or so long."""
        with self._changed:
            self._changed.wait(seconds)
