"""A pool of processes that read uploads, one file at a time each.

Starting an interpreter for each upload took longer than reading it, and many at once left no core
for anybody else. So readers are started beforehand and replaced when they die. There are never more
readers than cores, and no owner may use all of them.
"""

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypedDict

from shoal.server.stored.limits import readers


class ReadOrder(TypedDict):
    """A file to read, with the most cells it may have and the bytes of memory to read it in."""

    path: str
    kind: str
    cells: int
    memory: int


class FoundContent(TypedDict):
    """The fields of a `Content`."""

    format: str
    suffix: str
    records: int
    columns: Sequence[str]


class ReadResult(TypedDict, total=False):
    """What a reader found: the content of the file, or what is wrong with it.

    Attributes:
        content: What is in the file.
        problems: Sentences.
        large: Whether the file is too large.
        last: Whether the reader ends, since it may be broken.
        peak_mb: The most memory that the reader has needed so far.
    """

    content: FoundContent
    problems: Sequence[str]
    large: bool
    last: bool
    peak_mb: float | None


PROGRAM = (sys.executable, "-P", "-m", "shoal.server.stored.reading")
KEPT = ("SHOAL_CACHE", "SHOAL_DEBUG")  # the only settings that a reader gets; it needs no secret
OUT_OF_TIME: ReadResult = {}  # the result for a file that takes too long
FILES, PEAK_MB = 500, 512.0  # files and megabytes after which a reader is replaced


class Readers:
    """The readers of this process, and the line of owners who wait for one."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or readers()
        self._each = max(1, self.most - 1)
        self._changed = threading.Condition()
        self._idle: list[Reader] = []
        self._line: list[list[str]] = []  # owners in the order in which they came
        self._held: Counter[str] = Counter()
        atexit.register(self.close)

    def warm(self) -> None:
        """Start all of them, so that they are ready before the first upload."""
        with self._changed:
            while len(self._idle) + self._held.total() < self.most:
                self._idle.append(Reader())

    @contextlib.contextmanager
    def reader(self, owner: str) -> Iterator["Reader"]:
        """A reader for one file, as soon as it is this owner's turn."""
        reader = self._take(owner)
        try:
            yield reader
        finally:
            with self._changed:
                self._held[owner] -= 1
                self._held += Counter()  # drops owners who hold no reader
                self._idle += [reader] if reader.is_good else []
                self._changed.notify_all()

    def close(self) -> None:
        """End the idle readers; busy ones end with this process."""
        with self._changed:
            while self._idle:
                self._idle.pop().end()

    def _take(self, owner: str) -> "Reader":
        """Wait for this owner's turn, and return an idle or a new reader."""
        mine = [owner]
        with self._changed:
            self._line.append(mine)
            try:
                self._changed.wait_for(lambda: self._next_in_line() is mine)
            finally:
                self._line = [place for place in self._line if place is not mine]
            self._held[owner] += 1
            self._changed.notify_all()
            while self._idle:
                if (reader := self._idle.pop()).is_good:
                    return reader
            return Reader()

    def _next_in_line(self) -> list[str] | None:
        """Whose turn it is: the owner with the fewest readers, then who came first.

        None if all readers are in use, or only owners wait who may not have another.
        """
        if self._held.total() >= self.most:
            return None
        may = [place for place in self._line if self._held[place[0]] < self._each]
        return min(may, key=lambda place: self._held[place[0]], default=None)


class Reader:
    """One process, as its server sees it."""

    def __init__(self) -> None:
        self._files, self._peak_mb = 0, 0.0
        self._process = subprocess.Popen(  # noqa: S603  (our own program)
            PROGRAM,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("SHOAL_DEBUG") == "1" else subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,  # Ctrl-C at the server's terminal is the server's
        )

    @property
    def is_good(self) -> bool:
        """Whether it may read another file; ends the process if it may not."""
        worn = self._files >= FILES or self._peak_mb > PEAK_MB
        if worn or self._process.poll() is not None:
            self.end()
            return False
        return True

    def read(self, order: ReadOrder, seconds: float) -> ReadResult | None:
        """Read a file; returns None if the process died, OUT_OF_TIME if it took too long."""
        late = threading.Event()
        clock = threading.Timer(seconds, self._kill, [late])
        clock.start()
        try:
            found = self._ask(order)
        except (OSError, ValueError):
            found = None
        finally:
            clock.cancel()
        self._files += 1
        self._peak_mb = (found.pop("peak_mb") if found else None) or 0.0
        if found is None or found.pop("last", False):
            self.end()
        return OUT_OF_TIME if late.is_set() else found

    def end(self) -> None:
        """Kill the process at once."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        self._process.wait()

    def _ask(self, order: ReadOrder) -> ReadResult:
        """Send the order to the process, and wait for its answer; an error if the process died."""
        self._process.stdin.write(json.dumps(order).encode() + b"\n")  # type: ignore[union-attr]
        self._process.stdin.flush()  # type: ignore[union-attr]
        found: ReadResult = json.loads(self._process.stdout.readline())  # type: ignore[union-attr]
        return found

    def _kill(self, late: threading.Event) -> None:
        """Kill the process because its time is over; its answer then ends with an error."""
        late.set()
        self._process.kill()


def _environment() -> dict[str, str]:
    """The environment variables of a reader: without settings of Shoal that it does not need."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("SHOAL_")}
    kept = {key: os.environ[key] for key in KEPT if key in os.environ}
    threads = max(1, (os.cpu_count() or 1) // readers())  # all readers together: one per core
    return {**ours, **kept, "POLARS_MAX_THREADS": str(threads)}
