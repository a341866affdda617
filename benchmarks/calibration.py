"""How fast this machine is right now: a fixed loop, to read other figures beside."""

import time

NUMBERS, REPEAT = 2_000_000, 5


def calibration() -> float:
    """The least processor seconds of adding the squares of two million integers in Python."""
    return min(_seconds() for _ in range(REPEAT))


def _seconds() -> float:
    before = time.process_time()
    total = 0
    for number in range(NUMBERS):
        total += number * number
    assert total
    return time.process_time() - before
