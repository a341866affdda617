"""Random numbers from the operating system; a caller may pass another source."""

import os
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from shoal.engine.arrays import Floats

Draw: TypeAlias = Callable[[int], Floats]  # so many numbers, uniform in [0, 1)
BITS = 53  # of a number between 0 and 1


def system_draw(many: int) -> Floats:
    """So many uniform numbers in [0, 1) from the operating system's generator."""
    words = np.frombuffer(os.urandom(8 * many), np.uint64)
    return (words >> np.uint64(64 - BITS)).astype(np.float64) * 2.0**-BITS


def normal(many: int, draw: Draw) -> Floats:
    """Standard normal numbers from uniform ones (Box and Muller 1958)."""
    radius = np.sqrt(-2 * np.log1p(-draw(many)))
    return np.asarray(radius * np.cos(2 * np.pi * draw(many)), np.float64)


def draw_with_seed(seed: Sequence[int]) -> Draw:
    """Numbers that anybody who knows the seed can draw again, for runs that are not private."""
    return np.random.default_rng(seed).random
