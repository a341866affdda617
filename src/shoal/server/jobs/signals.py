"""What the threads of a server share: the progress of jobs, and which of them must stop."""

import threading

from shoal.errors import Problem
from shoal.server.jobs.process import WorkerProcess
from shoal.server.stored.job import JobProgress
from shoal.server.stored.limits import Limits


class Signals:
    """Progress and stop requests of jobs; every change wakes all threads that wait.

    Attributes:
        limits: The limits of the service.
        memory: The bytes of memory that each worker may have.
        each: How many jobs of one owner may run at the same time if there are other people, so
            that one worker is left for them.
        closing: Set when the server ends.
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

    def set_progress(self, id: str, progress: JobProgress | None) -> None:
        """Set the progress of a job; None when the job is over, which also clears its stop."""
        with self._changed:
            if progress is None:
                self._progress.pop(id, None)
                self._stops.pop(id, None)
            else:
                self._progress[id] = progress
            self._changed.notify_all()

    def progress(self, id: str) -> JobProgress | None:
        """The last known progress of a job; None before its first report."""
        return self._progress.get(id)

    def request_stop(self, id: str, state: str, problem: Problem) -> None:
        """Ask a job to stop and to end in this state; the first request counts."""
        with self._changed:
            self._stops.setdefault(id, (state, problem))
            self._changed.notify_all()

    def stop_reason(self, id: str) -> tuple[str, Problem] | None:
        """The state and problem with which a job must stop; None if it may go on."""
        return self._stops.get(id)

    def remember_sweep(self, id: str, process: WorkerProcess) -> None:
        """Remember which process can answer questions about a job; forget dead processes."""
        with self._changed:
            alive = {job: worker for job, worker in self._sweeps.items() if worker.is_alive}
            self._sweeps = {**alive, id: process}

    def sweep_process(self, id: str) -> WorkerProcess | None:
        """The process that can answer questions about a job; None if there is none, may be dead."""
        return self._sweeps.get(id)

    def wake(self) -> None:
        """Wake all threads that wait."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        """Wait until something changes, at most this many seconds."""
        with self._changed:
            self._changed.wait(seconds)
