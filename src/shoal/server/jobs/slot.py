"""A slot for one running job: a thread that takes waiting jobs and hands them to its worker."""

import contextlib
import threading
import time
from dataclasses import asdict

from shoal.errors import ShoalError
from shoal.ledger.workspace import Workspace
from shoal.pipeline.folder.folder import remove_old_drafts
from shoal.server.jobs import problems
from shoal.server.jobs.messages import Order, WorkerMessage
from shoal.server.jobs.process import WorkerProcess
from shoal.server.jobs.signals import Signals
from shoal.server.stored import job as states
from shoal.server.stored import job_rows as rows
from shoal.server.stored.job import Job
from shoal.server.stored.run_rows import discard, folder_of

BETWEEN = 0.1  # seconds between two looks for messages of a worker
GRACE = 10.0  # seconds that a job has to stop by itself
START = 120.0  # seconds that a worker has to become ready
MEGABYTE = 1 << 20
SWEEPS = {"frontier"}  # actions whose worker can answer questions after the job


class Slot:
    """A worker process, replaced when it dies, and the job it works on."""

    def __init__(self, workspace: Workspace, signals: Signals, grace: float) -> None:
        self.workspace, self.signals, self.grace = workspace, signals, grace
        self.process: WorkerProcess | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def start(self) -> None:
        """Begin to take jobs."""
        self._thread.start()

    def close(self) -> None:
        """Wait until the thread has stopped its job and ended."""
        self._thread.join()

    def _serve(self) -> None:
        """Take and finish job after job, until the server ends; runs in the slot's thread."""
        while not self.signals.closing.is_set():
            taken = None
            # If the disk is full, jobs wait until there is room.
            with contextlib.suppress(ShoalError, OSError):
                self._living_process()
                taken = rows.take_next(self.workspace, self.signals.each)
            if taken is None:
                self.signals.wait(1.0)
            else:
                self._finish(taken, self._work(taken))
                self.signals.set_progress(taken.id, None)
        if self.process is not None:
            self.process.end()

    def _living_process(self) -> WorkerProcess:
        """The worker process, started anew if it has died."""
        if self.process is None or not self.process.is_alive:
            if self.process is not None:
                self.process.kill()
            self.process = WorkerProcess(self.workspace, self.signals.memory)
            self._wait_until_ready(self.process)
        return self.process

    def _wait_until_ready(self, process: WorkerProcess) -> None:
        """Wait until a new process is ready, is dead, or is no longer needed."""
        latest = time.monotonic() + START
        while process.is_alive and time.monotonic() < latest and not self.signals.closing.is_set():
            if process.next(BETWEEN) is not None:
                return

    def _work(self, job: Job) -> WorkerMessage | None:
        """Let the worker do a job; returns its last message, or None if it has died."""
        process = self._living_process()
        if job.action in SWEEPS:
            self.signals.remember_sweep(job.id, process)
        order: Order = {
            "id": job.id, "owner": job.owner, "action": job.action, "arguments": job.arguments,
            "limits": asdict(self.signals.limits),
        }  # fmt: skip
        process.send(order)
        began, stopped = time.monotonic(), 0.0
        while True:
            message, now = process.next(BETWEEN), time.monotonic()
            if message is not None and "over" in message:
                return message
            if message is not None and "progress" in message:
                self.signals.set_progress(job.id, message["progress"])
            elif not process.is_alive:
                return process.next(0.0)
            self._watch_the_clock(job, now - began)
            if not stopped and self.signals.stop_reason(job.id) is not None:
                process.send({"cancel": job.id})
                stopped = now
            if stopped and now - stopped > self.grace:
                process.kill()

    def _watch_the_clock(self, job: Job, seconds: float) -> None:
        """Request that the job stops if it has run too long, or if the server ends."""
        if job.seconds is not None and seconds > job.seconds:
            self.signals.request_stop(job.id, states.FAILED, problems.timeout_problem(job.seconds))
        if self.signals.closing.is_set():
            self.signals.request_stop(job.id, states.FAILED, problems.server_ended_problem())

    def _finish(self, job: Job, message: WorkerMessage | None) -> None:
        """Mark a job as over, unless its worker has marked it as done.

        If the worker has died (`message` is None), what it left is removed.
        """
        state, problem = self.signals.stop_reason(job.id) or (
            states.FAILED,
            problems.worker_died_problem(),
        )
        if message is not None:
            self._replace_large_process(message["peak_mb"])
        if message is not None and message["over"] == states.DONE:
            return
        if message is not None and self.signals.stop_reason(job.id) is None:
            state, problem = message["over"], message["problem"]
        with contextlib.suppress(ShoalError, OSError):
            if rows.end_job(self.workspace, job.id, state, problem) and message is None:
                place = folder_of(self.workspace, job.id)
                discard(self.workspace, place)
                if place.parent.is_dir():
                    remove_old_drafts(place)

    def _replace_large_process(self, peak_mb: float | None) -> None:
        """End the process after a job that needed much memory, to give the memory back."""
        most = min(self.signals.limits.worker_mb, self.signals.memory / 2 / MEGABYTE)
        if self.process is not None and peak_mb is not None and peak_mb > most:
            self.process.end()
            self.process = None
