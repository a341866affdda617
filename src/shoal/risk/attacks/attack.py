"""The result of a simulated attack, beside what guessing without the release would give."""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from shoal.engine.arrays import Floats

SURE = 1.96  # standard deviations on either side that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Attack:
    """The result of an attack on a release.

    Attributes:
        name: What the attack is called.
        aim: What the attacker wants to know; European guidance names it singling out, linkability
            or inference.
        attempts: How many people were attacked; 0 if it could not be tried.
        success: The share of attempts that succeeded.
        low: The lower end of the 95 % interval of the success.
        high: Its upper end.
        baseline: The share of attempts that would have succeeded without the release.
        reason: Why the attack could not be tried, in which case the shares are not a number; else
            None.
        tried: What was tried, where that is not all there is: the space of values; else None.
    """

    name: str
    aim: str
    attempts: int
    success: float
    low: float
    high: float
    baseline: float
    reason: str | None = None
    tried: str | None = None

    @property
    def gain(self) -> float:
        """What the release adds: 0 if it is no help, 1 if it reveals all that was unknown."""
        if self.reason is not None:
            return nan
        left = 1 - self.baseline
        return max(0.0, (self.success - self.baseline) / left) if left > 0 else 0.0


def attack_result(name: str, aim: str, chances: Floats, baseline: float) -> Attack:
    """The result of an attack, given the chance of each attempt to succeed (0 or 1 if certain).

    The interval is Wilson's, which also holds for shares near 0 and 1. Without attempts, the
    result has a reason.
    """
    attempts = int(chances.size)
    if not attempts:
        return attack_not_tried(name, aim, "there was nobody to attack")
    success = float(np.mean(chances))
    low, high = wilson_interval(success, attempts)
    return Attack(name, aim, attempts, success, low, high, baseline)


def attack_not_tried(name: str, aim: str, reason: str) -> Attack:
    """An attack that could not be tried."""
    return Attack(name, aim, 0, nan, nan, nan, nan, reason)


def wilson_interval(share: float, attempts: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    square = SURE * SURE / attempts
    middle = (share + square / 2) / (1 + square)
    half = SURE / (1 + square) * sqrt(share * (1 - share) / attempts + square / (4 * attempts))
    return max(0.0, middle - half), min(1.0, middle + half)
