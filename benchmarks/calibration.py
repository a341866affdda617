"""How fast this machine is just now: what a fixed loop costs, to read other figures beside."""

import time


def calibration() -> float:
    """CPU seconds of a fixed loop in plain Python, the least of five."""
    return min(_seconds() for _ in range(5))


def _seconds() -> float:
    start = time.process_time()
    sum(number * number for number in range(2_000_000))
    return time.process_time() - start
