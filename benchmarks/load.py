"""Many people at one server: how long lists and uploads take while everybody works."""

import http.client
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import quantiles

from benchmarks.options import Options
from benchmarks.tables import table
from shoal.data.example import discharge
from shoal.ledger.workspace import Workspace
from shoal.server.sessions import SCRIPT, open_session
from shoal.server.users import add_user

TITLE = "Load: many people at one server"
THINK = 1.0  # seconds between an answer and the next request
RECORDS = 1000  # of an uploaded table
PATIENCE = 120  # seconds after which a person calls it an error


@dataclass(frozen=True)
class Crowd:
    """People who work at the same time.

    Attributes:
        people: How many.
        uploads: Whether they upload; all of them list their tables.
        before: Seconds that a list took before readers were few, warm and niced.
        target: What is promised.
    """

    people: int
    uploads: bool
    before: str
    target: str


CROWDS = (
    Crowd(50, False, "list 0.04 s", ""),
    Crowd(50, True, "list 0.5–3.6 s", "list p95 ≤ 0.5 s, upload p50 ≤ 8 s, no error"),
    Crowd(200, True, "list 6.8–17 s", "list p95 ≤ 3 s"),
)


@dataclass
class Seen:
    """What people saw, in seconds."""

    lists: list[float] = field(default_factory=list)
    uploads: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def section(options: Options) -> str:
    """Each crowd at a fresh server."""
    rows = []
    for at, crowd in enumerate(CROWDS):
        options.say(f"{crowd.people} people, {'with' if crowd.uploads else 'without'} uploads")
        load = os.getloadavg()[0]
        seen = _worked(options.folder / f"load{at}", crowd, 15.0 if options.quick else 60.0)
        rows.append(_row(crowd, seen, load))
    return (
        f"A real `shoal serve` with two workers; everybody repeats: list the own tables, think"
        f" {THINK:g} s, upload a CSV of {RECORDS:,} records of the example (11 columns,"
        f" {len(_upload()) // 1000} kB), think {THINK:g} s. People are threads of one process on"
        " the same computer; the load average before tells what else was going on there. *Before*:"
        " readers were started for each upload, up to 32 at once.\n\n"
        + table(
            ("crowd", "list p50", "p95", "upload p50", "p95", "answers", "errors", "load", "before",
             "target"),
            rows,
        )
    )  # fmt: skip


def _row(crowd: Crowd, seen: Seen, load: float) -> tuple[str, ...]:
    what = f"{crowd.people} people, {'uploads' if crowd.uploads else 'lists only'}"
    answers = len(seen.lists) + len(seen.uploads)
    found = (*_both(seen.lists), *_both(seen.uploads), f"{answers:,}", str(len(seen.errors)))
    return (what, *found, f"{load:.1f}", crowd.before, crowd.target)


def _both(seconds: list[float]) -> tuple[str, str]:
    if len(seconds) < 2:
        return "", ""
    parts = quantiles(seconds, n=20, method="inclusive")
    return f"{parts[9]:.2f} s", f"{parts[18]:.2f} s"


def _worked(folder: Path, crowd: Crowd, seconds: float) -> Seen:
    """What a crowd saw; the first round of everybody is not counted."""
    folder.mkdir()
    seen = Seen()
    with _serving(folder) as port:
        secrets = [_account(folder, at) for at in range(crowd.people)]
        until = time.monotonic() + seconds + 5
        given = (port, crowd, seen, time.monotonic() + 5, until)
        people = [threading.Thread(target=_work, args=(one, *given)) for one in secrets]
        for one in people:
            one.start()
            time.sleep(2 * THINK / crowd.people)  # not all at the same moment
        for one in people:
            one.join()
    return seen


def _work(secret: str, port: int, crowd: Crowd, seen: Seen, first: float, until: float) -> None:
    body, connection = _upload(), http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    asks = [("GET", "/api/v1/tables", None, seen.lists)]
    if crowd.uploads:
        asks.append(("POST", "/api/v1/tables?name=example.csv", body, seen.uploads))
    while time.monotonic() < until:
        for method, path, content, times in asks:
            begin = time.monotonic()
            try:
                headers = {"Authorization": f"Bearer {secret}"}
                connection.request(method, path, content, headers)
                answer = connection.getresponse()
                answer.read()
                problem = "" if answer.status in {200, 201} else str(answer.status)
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                problem = type(error).__name__
            if problem:
                seen.errors.append(problem)
            elif begin > first:
                times.append(time.monotonic() - begin)
            time.sleep(THINK)
    connection.close()


def _account(folder: Path, at: int) -> str:
    workspace = Workspace(folder / "workspace")
    add_user(workspace, f"person{at}", "steward")
    return open_session(workspace, f"person{at}", 3600, kind=SCRIPT)[0]


@cache
def _upload() -> bytes:
    file = io.BytesIO()
    discharge().head(RECORDS).write_csv(file)
    return file.getvalue()


@contextmanager
def _serving(folder: Path) -> Iterator[int]:
    """The port of a server in a process of its own."""
    command = [sys.executable, "-m", "shoal", "serve", "--port", "0", "--workspace"]
    with (folder / "log.txt").open("w") as log:
        server = subprocess.Popen(
            [*command, str(folder / "workspace")], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            port = next(
                int(found[1])
                for line in server.stdout or ()
                if (found := re.search(r"http://127\.0\.0\.1:(\d+)/sign-in", line))
            )
            _wait_for(port)
            yield port
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=120)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/api/v1/session")
            json.loads(connection.getresponse().read())
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError("the server does not listen")
