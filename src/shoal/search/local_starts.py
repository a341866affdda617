"""What the other recodings answer to the same question: where local recoding starts from.

Whatever they find within the effort, local recoding is not worse (docs/local-recoding.md).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.errors import Canceled, NoReleaseError, StudyError
from shoal.progress import Progress, Watch
from shoal.search.iterated_recoding import Iterated
from shoal.search.local.recoding import recode_records
from shoal.search.local.search import Effort
from shoal.search.optimal import LARGEST
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import Strategy

LEAST = 4_000_000  # looks at tuples that other recodings may take, however small the effort
PREPARING = 100  # looks that take as long as to prepare an exact search, per candidate

Answer = tuple[Problem, Outcome]


def ask_others(problem: Problem, strategy: Strategy, effort: Effort) -> list[Answer]:
    """The global answer and the iterated one, as far as they are found within the effort.

    Each may do as much work as local recoding itself, and all end with its seconds. `Canceled`
    passes through if a person stops the search.
    """
    questions: list[Callable[[Strategy], Answer]] = [
        lambda metered: _recode_globally(problem, metered, effort.watch),
        lambda metered: Iterated().run(problem, metered, effort.watch),
    ]
    found = (_ask(question, _Metered(strategy, effort)) for question in questions)
    return [answer for answer in found if answer is not None]


def _ask(question: Callable[[Strategy], Answer], metered: Strategy) -> Answer | None:
    """An answer, if there is one in time."""
    try:
        return question(metered)
    except (TooMuch, NoReleaseError, StudyError):  # `optimal` refuses lattices that are too large
        return None


def _recode_globally(problem: Problem, strategy: Strategy, watch: Watch) -> Answer:
    """The best candidate of the lattice, as a recoding of records."""
    found = strategy.run(problem, watch)
    levels = np.tile(np.array(found.levels, np.int16), (len(found.suppressed), 1))
    levels[found.suppressed] = 0
    return recode_records(problem, levels, found.suppressed, checked=found.candidates_checked)


class TooMuch(Canceled):
    """Another recoding takes more work than it may; a search within limits keeps its best."""


@dataclass(eq=False)
class _Metered:
    """A strategy that ends when all its searches together have taken too much work.

    Work is counted by whole searches, so that the same study gives the same release. A single
    search ends at twice the work.
    """

    strategy: Strategy
    effort: Effort
    done: int = 0
    is_spent: bool = False

    def run(self, problem: Problem, watch: Watch) -> Outcome:
        """What the strategy finds; raises TooMuch where it takes too much work."""
        size, tuples = problem.lattice.size, len(problem.encoded.counts)
        begun = self.done + (PREPARING * size if size <= LARGEST else 0)
        self._refuse_more(begun)

        def sign(progress: Progress) -> None:
            self.effort.tell()
            self._refuse_more(begun + progress.done * tuples)

        outcome = self.strategy.run(problem, sign)
        self.done = begun + outcome.candidates_checked * tuples
        if self.done > self._most:
            self.is_spent = True
        return outcome

    @property
    def _most(self) -> float:
        return max(LEAST, self.effort.most)

    def _refuse_more(self, work: int) -> None:
        if self.is_spent or self.effort.is_late or work > 2 * self._most:
            raise TooMuch("The work is more than was allowed.")
