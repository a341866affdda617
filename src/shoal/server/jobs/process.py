"""A worker process as its server sees it: messages go in and out, and it may die at any time.

Messages are lines of JSON. The worker is a fresh interpreter, not a fork. It does not depend on how
the server was started, and it ends when its input ends, so it never outlives a killed server.
"""

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from shoal.ledger.workspace import Workspace
from shoal.server.jobs.messages import Cancel, Order, Question, WorkerMessage
from shoal.server.stored.drafts import private_folder
from shoal.server.stored.ids import new_id

SCRATCH = "scratch"  # the folder for temporary files of all workers
PROGRAM = (sys.executable, "-P", "-m", "shoal.server.jobs.worker")
# The only settings of the server that a worker gets; it needs no secret.
KEPT = ("SHOAL_CACHE", "SHOAL_DEBUG", "SHOAL_CONNECTIONS", "SHOAL_LEDGER")
PATIENCE = 5.0  # seconds until a worker that was told to end is killed


class WorkerProcess:
    """One worker, with a folder for temporary files that is removed when the worker ends."""

    def __init__(self, workspace: Workspace, memory: int) -> None:
        self.folder = private_folder(workspace, SCRATCH) / new_id()
        self.folder.mkdir(mode=0o700)
        self.messages: queue.Queue[WorkerMessage] = queue.Queue()
        self.answers: dict[int, queue.Queue[WorkerMessage]] = {}
        self._writing = threading.Lock()
        self._process = subprocess.Popen(  # noqa: S603  (our own program; the path is ours)
            [*PROGRAM, str(workspace.folder), str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("SHOAL_DEBUG") == "1" else subprocess.DEVNULL,
            env=_environment(self.folder),
            start_new_session=True,  # Ctrl-C at the server's terminal is the server's
        )
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def send(self, message: Order | Question | Cancel) -> None:
        """Send a message to the worker; does nothing if the worker is dead."""
        line = json.dumps(message).encode() + b"\n"
        with self._writing, contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()

    def next(self, seconds: float) -> WorkerMessage | None:
        """The next message of the worker, no answer to a question; None if none comes in time."""
        try:
            return self.messages.get(timeout=seconds)
        except queue.Empty:
            return None

    def ask(
        self, session: str, question: Mapping[str, Any], seconds: float
    ) -> WorkerMessage | None:
        """The answer to a question, which the worker gives beside its job; None if none comes.

        Args:
            session: The id of the job whose sweep the question is about.
            question: The question.
            seconds: How long to wait.
        """
        box = queue.Queue[WorkerMessage](1)
        number = id(box)
        self.answers[number] = box
        try:
            self.send({"session": session, "question": question, "number": number})
            return box.get(timeout=seconds)
        except queue.Empty:
            return None
        finally:
            self.answers.pop(number, None)

    def end(self) -> None:
        """Let the worker end by itself, kill it after a few seconds, and remove its folder."""
        self._hang_up()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """Kill it at once, and remove its folder."""
        self._process.kill()
        self._process.wait()
        self._hang_up()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _hang_up(self) -> None:
        """Close the input of the worker, which makes it end by itself."""
        with self._writing, contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()

    def _listen(self) -> None:
        """Pass answers to those who asked, and queue all other messages in order."""
        with contextlib.ExitStack() as until_its_end:
            if self._process.stdout is not None:
                self._sort(until_its_end.enter_context(self._process.stdout))

    def _sort(self, lines: IO[bytes]) -> None:
        """Pass on each line; lines that are no JSON, and answers nobody waits for, are dropped."""
        for line in lines:
            with contextlib.suppress(ValueError, queue.Full):
                message: WorkerMessage = json.loads(line)
                box = self.answers.get(message.get("answer", -1))
                if box is not None:
                    box.put_nowait(message)
                elif "answer" not in message:
                    self.messages.put(message)


def _environment(folder: Path) -> dict[str, str]:
    """The environment variables of a worker; temporary files go into this folder."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("SHOAL_")}
    kept = {key: os.environ[key] for key in KEPT if key in os.environ}
    return {**ours, **kept, "TMPDIR": str(folder)}
