"""The private search: a walk down the lattice, each step drawn by the exponential mechanism.

It starts at the top. Each step opens the candidates one level below the one it stands on, and draws
the next from all that are open; those that are not drawn stay open. Which candidates are open
depends on what was drawn before and on nothing else, so the steps compose: with T steps and the
final draw among all candidates that were visited, each gets search_epsilon / (T + 1). A score that
one record changes by at most 1 is drawn in proportion to e^(epsilon score / 2).

Bild, Kuhn & Prasser 2018, section 5 (docs/theory/private.md). There the search ends with the best
of the visited candidates; this `final: arx` looks at scores once more than epsilon covers.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from shoal.engine.lattice import Lattice, Levels
from shoal.progress import Progress, Watch, ignore_progress

Choose = Callable[[Sequence[Fraction], Fraction], int]  # scores and factor to a place among them


@dataclass(frozen=True, eq=False)
class Walk:
    """A private search.

    Attributes:
        lattice: The candidates.
        score: How good a candidate is; one record changes it by at most 1.
        epsilon: What the whole search may spend.
        steps: How many candidates are visited after the top.
        private: Whether the search ends with one more draw; otherwise with the best it visited.
    """

    lattice: Lattice
    score: Callable[[Levels], Fraction]
    epsilon: Fraction
    steps: int
    private: bool = True

    @property
    def factor(self) -> Fraction:
        """By what scores are multiplied in each draw."""
        return self.epsilon / max(1, self.steps + self.private) / 2

    def run(self, choose: Choose, watch: Watch = ignore_progress) -> tuple[Levels, int]:
        """The levels that are chosen, and how many candidates were looked at."""
        state = _State(self)
        for step in range(self.steps):
            watch(Progress("search", step, self.steps))
            state.open_below()
            if not state.open:
                break
            options = list(state.open)
            scores = [state.open[levels] for levels in options]
            state.visit(options[choose(scores, self.factor)])
        return self._final(state.visited, choose), len(state.seen)

    def _final(self, visited: dict[Levels, Fraction], choose: Choose) -> Levels:
        """The levels that the search ends with: drawn once more, or the best it saw."""
        options = list(visited)
        if len(options) == 1:
            return options[0]
        if self.private:
            return options[choose(list(visited.values()), self.factor)]
        return min(options, key=lambda levels: (-visited[levels], sum(levels), levels))


@dataclass
class _State:
    """Where a walk stands."""

    walk: Walk
    at: Levels = ()
    open: dict[Levels, Fraction] = field(default_factory=dict)
    visited: dict[Levels, Fraction] = field(default_factory=dict)
    seen: set[Levels] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.at = self.walk.lattice.maximum
        self.seen.add(self.at)
        self.visited[self.at] = self.walk.score(self.at)

    def open_below(self) -> None:
        """Look at the candidates one level below; none is looked at twice."""
        for levels in _below(self.walk.lattice, self.at):
            if levels not in self.seen:
                self.seen.add(levels)
                self.open[levels] = self.walk.score(levels)

    def visit(self, levels: Levels) -> None:
        """Go to an open candidate."""
        self.at, self.visited[levels] = levels, self.open.pop(levels)


def _below(lattice: Lattice, levels: Levels) -> Iterator[Levels]:
    for column, level in enumerate(levels):
        if level > lattice.minimum[column]:
            yield (*levels[:column], level - 1, *levels[column + 1 :])
