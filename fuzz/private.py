"""Differential privacy by chance and suppression: the classes that the theorem asks for.

Li, Qardaji & Su 2012: each record is drawn with the chance β = 1 - e^-ε, and classes of fewer than
k drawn records are suppressed. Then δ is the largest chance that more than γ n of n are drawn.
"""

from collections.abc import Iterator
from functools import cache
from math import ceil, comb, exp, floor, log

from fuzz.release import Released


def private_breaks(released: Released) -> Iterator[str]:
    """Classes that are smaller than chance may leave them, and cells that stem from nobody."""
    promises = released.world.study["privacy"]
    promise = next(p for p in promises if p["model"] == "differential-privacy")
    spent = promise.get("search_epsilon", 0.1) if "steps" in promise else 0
    least = smallest(promise["epsilon"] - spent, promise["delta"])
    least = max([least, *(p["k"] for p in promises if p["model"] == "k-anonymity")])
    for seen in released.seen if released.world.written else ():
        if len(seen.members) < least:
            yield f"a class of {len(seen.members)} is released, and {least} are needed"
    yield from released.foreign_cells()


@cache
def smallest(epsilon: float, delta: float) -> int:
    """The least k that keeps δ, straight from the theorem."""
    beta, gamma = 1 - exp(-epsilon), 1 - exp(-2 * epsilon)
    return next(k for k in range(1, 10_000) if _delta(k, beta, gamma) <= delta)


def _delta(k: int, beta: float, gamma: float) -> float:
    """The largest chance of all class sizes that can show k records; later ones are bounded."""
    worst, n = 0.0, max(1, ceil(k / gamma - 1))
    while worst <= exp(-n * (gamma * log(gamma / beta) - (gamma - beta))):
        first = floor(gamma * n) + 1
        chances = (comb(n, j) * beta**j * (1 - beta) ** (n - j) for j in range(first, n + 1))
        worst, n = max(worst, sum(chances)), n + 1
    return worst
