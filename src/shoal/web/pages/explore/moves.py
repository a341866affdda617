"""Measures how long the server takes for each move of a slider; keeps the last measurements."""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shoal.service.candidate_figures import SweepAnswer


@dataclass
class Move:
    """The time from a move of a slider until the page is updated.

    Attributes:
        seconds: On the clock.
        cpu_seconds: Of processor time, here and in the worker that was asked.
    """

    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def add_worker_time(self, answer: SweepAnswer) -> None:
        """Add the processor time of the worker."""
        self.cpu_seconds += answer.get("cpu_seconds", 0.0)


MOVES: deque[Move] = deque(maxlen=1000)


@contextmanager
def measure_move() -> Iterator[Move]:
    """Measure the block; gives the move, whose times are known after the block.

    It is added to MOVES, unless the block raises an error.
    """
    move, began, cpu = Move(), time.perf_counter(), time.process_time()
    yield move
    move.seconds = time.perf_counter() - began
    move.cpu_seconds += time.process_time() - cpu
    MOVES.append(move)
