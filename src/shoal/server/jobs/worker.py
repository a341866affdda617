"""The program of a worker process: does one job at a time, and reports its progress and its end.

What a job has made becomes visible in one transaction with its result; until then nobody sees it,
and after an error it is thrown away. Questions about the sweeps of earlier jobs are answered while
another job runs.
"""

import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from shoal.data.memory import bind_memory
from shoal.errors import Canceled, ShoalError
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.pipeline.states.stopwatch import peak_memory_mb
from shoal.progress import Progress
from shoal.server.actions.call import ActionResult, Call
from shoal.server.jobs.messages import Order, Question, WorkerMessage
from shoal.server.jobs.problems import problem_from_error, without_paths
from shoal.server.stored import job_rows as rows
from shoal.server.stored.job import JobProgress
from shoal.server.stored.job_files import empty_folder, files_of
from shoal.server.stored.limits import Limits
from shoal.server.stored.refusals import TooLarge
from shoal.server.stored.run_rows import discard, folder_of, insert_run

Perform = Callable[[Call, str, Mapping[str, Any]], ActionResult]
BETWEEN = 0.1  # seconds between two reports of progress; a search reports far more often


class Worker:
    """The state of a worker process."""

    def __init__(self, folder: Path, output: BinaryIO) -> None:
        self.folder = folder
        self._output, self._writing = output, threading.Lock()
        self._orders: queue.Queue[Order] = queue.Queue()
        self._questions: queue.Queue[Question] = queue.Queue()
        self._canceled = threading.Event()
        self._reported, self._stage = 0.0, ""

    def work(self) -> None:
        """Do job after job."""
        from shoal.server.actions import perform  # noqa: PLC0415  (before the first job comes)
        from shoal.service import run  # noqa: F401, PLC0415

        threading.Thread(target=self._answer_questions, daemon=True).start()
        self._say({"ready": True})
        while True:
            order = self._orders.get()
            self._say(self._do_job(order, perform))

    def listen(self, lines: BinaryIO) -> None:
        """Read the messages of the server; end the process as soon as the server is gone."""
        for line in lines:
            message = json.loads(line)
            if "cancel" in message:
                self._canceled.set()
            elif "question" in message:
                self._questions.put(message)
            else:
                self._canceled.clear()
                self._orders.put(message)
        os._exit(0)

    def _do_job(self, order: Order, perform: Perform) -> WorkerMessage:
        """Do a job and store what it made; returns the message about its end, never raises."""
        workspace = Workspace(self.folder, order["owner"])
        scratch = Path(os.environ["TMPDIR"]) / "job"
        try:
            with empty_folder(scratch), use_everywhere(workspace):
                limits = Limits(**order.get("limits", {}))
                call = Call(workspace, order["id"], scratch, self._watch, limits)
                done = perform(call, order["action"], order["arguments"])
                self._refuse_canceled()
                self._store(call, done, limits.result_bytes)
        except BaseException as error:
            with contextlib.suppress(Exception):
                discard(workspace, folder_of(workspace, order["id"]))
            state = "canceled" if isinstance(error, Canceled) else "failed"
            message: WorkerMessage = {
                "over": state,
                "problem": problem_from_error(error, self.folder),
            }
        else:
            message = {"over": "done"}
        message["peak_mb"] = peak_memory_mb()
        return message

    def _store(self, call: Call, done: ActionResult, most: int) -> None:
        """Store everything that a job has made and mark it as done, or raise and store nothing."""
        text = json.dumps(done.result, ensure_ascii=False, allow_nan=False)
        result = without_paths(text, self.folder)
        if len(result) > most:
            raise TooLarge(f"The result has more than the {most:,} characters that are allowed.")
        with call.workspace.transaction() as connection:
            if done.run is not None:
                insert_run(connection, done.run)
            if not rows.mark_done(connection, call.id, result):
                raise Canceled("The job was stopped. Nothing was kept.")
            if done.files:
                files_of(call.workspace, call.id).parent.mkdir(mode=0o700, exist_ok=True)
                call.files.rename(files_of(call.workspace, call.id))

    def _watch(self, sign: Progress) -> None:
        """Report progress to the server, not too often; raises Canceled if the job must stop."""
        self._refuse_canceled()
        now = time.monotonic()
        if now - self._reported >= BETWEEN or sign.stage != self._stage:
            self._reported, self._stage = now, sign.stage
            progress: JobProgress = {
                "stage": sign.stage,
                "done": sign.done,
                "total": sign.total,
                "percent": sign.percent,
            }
            self._say({"progress": progress})

    def _refuse_canceled(self) -> None:
        if self._canceled.is_set():
            raise Canceled("The job was canceled. Nothing was kept.")

    def _answer_questions(self) -> None:
        """Answer question after question, in a thread of its own."""
        from shoal.server.actions.sweeps import answer_question  # noqa: PLC0415  (loads the engine)

        while True:
            question = self._questions.get()
            answer: WorkerMessage = {"answer": question["number"]}
            try:
                answer["result"] = answer_question(question["session"], question["question"])
            except Exception as error:
                answer["problem"] = problem_from_error(error, self.folder)
                answer["absent"] = isinstance(error, KeyError)
            self._say(answer)

    def _say(self, message: WorkerMessage) -> None:
        """Send a message to the server; threads wait for each other, so lines stay whole."""
        line = json.dumps(message).encode() + b"\n"
        with self._writing:
            self._output.write(line)
            self._output.flush()


def main(folder: str, memory: str) -> None:
    """Work until the server is gone, with at most `memory` bytes of memory."""
    bind_memory(int(memory))
    # Text that a library prints must not be mistaken for a message.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(Path(folder), output)
    lines = os.fdopen(os.dup(0), "rb")
    threading.Thread(target=worker.listen, args=[lines], daemon=True).start()
    with contextlib.suppress(BrokenPipeError, ShoalError):
        worker.work()


if __name__ == "__main__":
    main(*sys.argv[1:])
