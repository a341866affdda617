"""A server as `shoal serve` starts it, in a process of its own, and people who are signed in."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shoal.ledger.workspace import Workspace
from shoal.server.sessions import BROWSER, SCRIPT, open_session
from shoal.server.users import LOCAL, add_user, find_user

SECONDS = 120  # until it listens; the computer may be busy


@dataclass(frozen=True)
class Server:
    """A running server.

    Attributes:
        address: Where pages begin.
        link: What a person opens first; it works once.
        folder: Where it keeps its workspace and its log.
        process: The operating system's number of its process.
    """

    address: str
    link: str
    folder: Path
    process: int

    @property
    def workspace(self) -> Workspace:
        """What it remembers."""
        return Workspace(self.folder / "workspace")

    @property
    def log(self) -> str:
        """What it said so far."""
        return (self.folder / "log.txt").read_text()

    def cookie(self, name: str = LOCAL, role: str = "steward") -> dict[str, str]:
        """The cookie of somebody who is signed in at a browser."""
        port = self.address.rpartition(":")[2]
        secret = self._secret(name, role, BROWSER)
        return {"name": f"shoal_session_{port}", "value": secret, "url": self.address}

    def token(self, name: str = LOCAL, role: str = "steward") -> dict[str, str]:
        """The header of somebody's script."""
        return {"Authorization": f"Bearer {self._secret(name, role, SCRIPT)}"}

    def _secret(self, name: str, role: str, kind: str) -> str:
        if find_user(self.workspace, name) is None:
            add_user(self.workspace, name, role)
        return open_session(self.workspace, name, 3600, kind=kind)[0]


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Server]:
    """A server on a folder, until the end of `with`."""
    command = [sys.executable, "-m", "shoal", "serve", "--port", "0", *words]
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(
            [*command, "--workspace", str(folder / "workspace")],
            stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ},
        )  # fmt: skip
        try:
            link = _link(process, folder / "log.txt")
            address = link.partition("/sign-in")[0]
            _wait_for(address, process)
            yield Server(address, link, folder, process.pid)
        finally:
            _stop(process)


def _link(process: subprocess.Popen[str], log: Path) -> str:
    for line in process.stdout or ():
        if found := re.search(r"http://\S+/sign-in#token=\S+", line):
            return found[0]
    raise AssertionError(f"the server did not start: {log.read_text()}")


def _wait_for(address: str, process: subprocess.Popen[str]) -> None:
    """The link is printed just before the server listens."""
    port, until = int(address.rpartition(":")[2]), time.monotonic() + SECONDS
    while time.monotonic() < until:
        assert process.poll() is None, "the server did not stay"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server does not listen")


def _stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
