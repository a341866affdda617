"""A few processes that look at uploads: warm, one file at a time each, and replaced when they die.

Starting an interpreter for each upload took longer than reading it, and many at once left no core
for anybody else. Here are never more readers than cores, and one of them is always left for others
than whoever uses the rest.
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
    """A file to look at, with so many cells at most, in so much memory."""

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


class Found(TypedDict, total=False):
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
KEPT = ("SHOAL_CACHE", "SHOAL_DEBUG")  # a reader needs no other setting, and no secret, of ours
OUT_OF_TIME: Found = {}  # what is found of a file that takes too long
FILES, PEAK_MB = 500, 512.0  # after so many files, or so much memory, a reader is replaced


class Readers:
    """All readers of this process."""

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
        one = self._taken(owner)
        try:
            yield one
        finally:
            with self._changed:
                self._held[owner] -= 1
                self._held += Counter()  # who holds none is not remembered
                self._idle += [one] if one.is_good else []
                self._changed.notify_all()

    def close(self) -> None:
        """End those that do nothing; whoever is reading ends afterwards."""
        with self._changed:
            while self._idle:
                self._idle.pop().end()

    def _taken(self, owner: str) -> "Reader":
        mine = [owner]
        with self._changed:
            self._line.append(mine)
            try:
                self._changed.wait_for(lambda: self._next() is mine)
            finally:
                self._line = [one for one in self._line if one is not mine]
            self._held[owner] += 1
            self._changed.notify_all()
            while self._idle:
                if (one := self._idle.pop()).is_good:
                    return one
            return Reader()

    def _next(self) -> list[str] | None:
        """Whose turn it is: who holds fewest readers, then who came first; nobody holds all."""
        if self._held.total() >= self.most:
            return None
        may = [one for one in self._line if self._held[one[0]] < self._each]
        return min(may, key=lambda one: self._held[one[0]], default=None)


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
        """Whether it may read another file; one that may not is gone from now on."""
        worn = self._files >= FILES or self._peak_mb > PEAK_MB
        if worn or self._process.poll() is not None:
            self.end()
            return False
        return True

    def read(self, order: ReadOrder, seconds: float) -> Found | None:
        """What it found in a file; None if it died, OUT_OF_TIME if it took too long."""
        late = threading.Event()
        clock = threading.Timer(seconds, self._kill, [late])
        clock.start()
        try:
            found = self._asked(order)
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
        """End it at once."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        self._process.wait()

    def _asked(self, order: ReadOrder) -> Found:
        self._process.stdin.write(json.dumps(order).encode() + b"\n")  # type: ignore[union-attr]
        self._process.stdin.flush()  # type: ignore[union-attr]
        found: Found = json.loads(self._process.stdout.readline())  # type: ignore[union-attr]
        return found

    def _kill(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()


def _environment() -> dict[str, str]:
    ours = {key: value for key, value in os.environ.items() if not key.startswith("SHOAL_")}
    kept = {key: os.environ[key] for key in KEPT if key in os.environ}
    threads = max(1, (os.cpu_count() or 1) // readers())  # of all readers, one per core
    return {**ours, **kept, "POLARS_MAX_THREADS": str(threads)}
