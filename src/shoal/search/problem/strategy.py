"""What a search strategy answers."""

from dataclasses import replace
from typing import Protocol

from shoal.errors import NoReleaseError
from shoal.progress import Watch
from shoal.registry import Registry
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.problem import Problem


class Strategy(Protocol):
    """A way to find the candidate with the least loss."""

    def run(self, problem: Problem, watch: Watch) -> Outcome:
        """The best candidate; raises NoReleaseError where none keeps the promises."""
        ...


strategies: Registry[Strategy] = Registry(
    "search strategy",
    "strategy",
    group="shoal.strategies",
)


def with_seed(strategy: Strategy, seed: int | None) -> Strategy:
    """A strategy that starts its random choices from a study's seed, where it makes any."""
    if seed is None or not hasattr(strategy, "seed"):
        return strategy
    return replace(strategy, seed=seed)  # type: ignore[type-var]


def no_release(problem: Problem, fewest: int | None = None) -> NoReleaseError:
    """The error for a problem without acceptable candidate.

    Args:
        problem: What was asked.
        fewest: The smallest number of records any candidate would have to suppress, if known.
    """
    records, allowed = problem.encoded.records, problem.maximum_suppressed
    found = "" if fewest is None else f" The closest one would suppress {fewest:,}."
    return NoReleaseError(
        f"None of the {problem.lattice.size:,} candidates keeps every promise while suppressing at"
        f" most {allowed:,} of {records:,} records.{found} Raise `suppression_limit`, allow higher"
        " levels (`max_level`), or weaken a promise."
    )
