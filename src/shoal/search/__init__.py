"""From a question to its answer: which candidate keeps every promise at the least loss.

To add a strategy, write a frozen dataclass with `run(problem, watch)` and register it with its card
under its study name in a new file of this folder.
"""

from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import strategies

strategies.live_in(__name__)

__all__ = ["Outcome", "Problem", "strategies"]
