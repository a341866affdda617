"""How long the server took for each move of a slider; the last ones are remembered."""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shoal.service.candidate_figures import SweepAnswer


@dataclass
class Move:
    """From a slider's value to what the page is told.

    Attributes:
        seconds: On the clock.
        cpu_seconds: Of processor time, here and in the worker that was asked.
    """

    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def asked(self, answer: SweepAnswer) -> None:
        """Add what the worker needed."""
        self.cpu_seconds += answer.get("cpu_seconds", 0.0)


MOVES: deque[Move] = deque(maxlen=1000)


@contextmanager
def timed() -> Iterator[Move]:
    """Measure one move."""
    move, began, cpu = Move(), time.perf_counter(), time.process_time()
    yield move
    move.seconds = time.perf_counter() - began
    move.cpu_seconds += time.process_time() - cpu
    MOVES.append(move)
