"""The search for a local recoding: build, build again, finish, refine, bound.

Theory: docs/theory/recoding.md.

From the first build on there is an answer; a limit or a person who cancels ends the search with the
best one so far.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.grouping import group
from shoal.errors import Canceled, NoReleaseError
from shoal.progress import Progress, Watch
from shoal.search.local.bound import least_costs, least_mean
from shoal.search.local.building import Improving
from shoal.search.local.cells import cells_of
from shoal.search.local.charges import charges_of, suppression_costs
from shoal.search.local.generic import build_by_asking
from shoal.search.local.opening_values import values_of
from shoal.search.local.parting import Parting
from shoal.search.local.refining import refine
from shoal.search.local.side import Side
from shoal.search.local.trimming import build_trimmed, by_record, is_trimmable
from shoal.search.problem import Problem
from shoal.search.problem.strategy import Strategy, no_release

LOOKS = 120_000_000  # at tuples: a few seconds
MORE = 1  # how often more level vectors are looked for
DEAR = 0.7  # they are looked for around tuples that cost more than this share of tuples


class Over(Exception):
    """A limit of the search is reached."""


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found.

    Attributes:
        levels: The levels of each record.
        left: Which records are suppressed.
        bound: A loss that no local recoding is below.
        looks: How many level vectors were looked at.
        canceled: Whether a person stopped the search.
        trimmed: Whether records were selected by their sensitive value.
    """

    levels: Counts
    left: Bools
    bound: float
    looks: int
    canceled: bool
    trimmed: bool


@dataclass(eq=False)
class Effort:
    """How much work may be done, and how much has been done.

    Attributes:
        watch: Called at every step; raises `Canceled` when a person stops the search.
        most: How many looks at tuples there may be.
        seconds: How long it may take by the clock; None for no limit.
        done: Looks so far.
        armed: Whether a limit ends the search; not before there is an answer.
        canceled: Whether a person stopped it.
    """

    watch: Watch
    most: float
    seconds: float | None
    done: int = 0
    armed: bool = False
    canceled: bool = False

    def __post_init__(self) -> None:
        self._start = monotonic()

    def pause(self, looks: int) -> None:
        """Count looks and report progress; raises `Over` at a limit, once armed.

        `Canceled` passes through from `watch`. After a cancel, looks are only counted.
        """
        self.done += looks
        if self.canceled:
            return
        total = max(1, int(self.most))
        self.watch(Progress("search", min(self.done, total), total))
        if self.armed and self.is_over:
            raise Over

    @property
    def is_over(self) -> bool:
        """Whether a limit is reached."""
        late = self.seconds is not None and monotonic() - self._start >= self.seconds
        return late or self.done >= self.most


class LocalSearch:
    """One search."""

    def __init__(self, problem: Problem, strategy: Strategy, effort: Effort, *, trim: bool) -> None:
        self._problem, self._strategy, self._effort = problem, strategy, effort
        self._charges = charges_of(problem)
        self._side = Side(problem, self._charges, problem.encoded)
        self._trim = trim and is_trimmable(problem.encoded, self._side.judge.checks)

    def run(self) -> Found:
        """The best local recoding within the limits; raises NoReleaseError if there is none."""
        bound = self._bound()
        answers = [(self._side, self._whole_tuples())]
        if self._trim and not self._effort.canceled:
            side = Side(self._problem, self._charges, by_record(self._problem.encoded))
            answers += [(side, answer) for answer in self._single_records(side)]
        side, best = min(answers, key=lambda one: one[0].rank(one[1]))
        suppressed = side.finisher.suppressed_records(best)
        if suppressed > self._problem.maximum_suppressed:
            raise no_release(self._problem, suppressed)
        of = side.table.tuple_of_record
        return Found(
            best.levels[of],
            best.left[of],
            bound,
            len(self._side.nodes.levels),
            self._effort.canceled,
            trimmed=side is not self._side,
        )

    def _whole_tuples(self) -> Parting:
        """The best parting in which records of one tuple stay together.

        If it suppresses too many records, the global search is asked. The answer may still
        suppress too many.
        """
        side = self._side
        answer = side.complete(self._build())
        if side.finisher.suppressed_records(answer) > self._problem.maximum_suppressed:
            answer = self._from_global() or answer
        return answer

    def _build(self) -> Parting:
        """Build until a limit, a cancel or until nothing improves; the best parting so far."""
        side, effort = self._side, self._effort
        checks, improving = side.judge.checks, None
        try:
            if checks is None:
                return build_by_asking(side.cells, side.nodes, side.judge, effort.pause)
            improving = Improving(side.builder(effort.pause))
            improving.first()
            if side.is_sampled:
                improving = self._with_more_nodes(improving)
            effort.armed = True
            while not (improving.is_stuck or effort.is_over):
                improving.again()
        except Over:
            pass
        except Canceled:
            effort.canceled = True
        nowhere = np.full(len(side.cells.counts), -1)
        return improving.best if improving else side.make_parting(nowhere)

    def _with_more_nodes(self, improving: Improving) -> Improving:
        """Build again, with more level vectors around the tuples that cost most."""
        for _ in range(MORE):
            costs = improving.best.costs
            self._side.look_around(costs >= np.quantile(costs, DEAR))
            builder = self._side.builder(self._effort.pause)
            improving = Improving(builder, improving.best)
            improving.first()
        return improving

    def _single_records(self, side: Side) -> Iterator[Parting]:
        """Partings of single records, so that cells can be trimmed; a second if time is left.

        The count of looks starts anew. A limit ends a build only if one of time was given.
        """
        effort, prices = self._effort, None
        values = values_of(side.table, side.judge.checks or ())
        effort.armed, effort.done = effort.seconds is not None, 0
        try:
            for _ in range(2):
                found = build_trimmed(
                    side.cells, side.nodes, side.judge.minimum, values, prices, effort.pause
                )
                yield side.complete(found)
                if effort.is_over:
                    return
                prices = found.costs
        except Over:
            return
        except Canceled:
            effort.canceled = True

    def _from_global(self) -> Parting | None:
        """The result of the global search, refined; None if it has none or somebody cancels it."""
        try:
            found = self._strategy.run(self._problem, self._effort.watch)
        except (NoReleaseError, Canceled):
            return None
        encoded = self._problem.encoded
        place = group(encoded, found.levels).class_of_tuple.astype(np.int64)
        place[encoded.tuple_of_record[found.suppressed]] = -1
        return refine(self._side.cells, self._side.judge, self._side.make_parting(place))

    def _bound(self) -> float:
        """A loss that no local recoding is below."""
        side, charges = self._side, self._charges
        cells = cells_of(side.table, self._problem.lattice, charges.costs_for_bound)
        least = least_costs(cells, side.judge.minimum)
        gone = suppression_costs(side.table, charges.suppression_costs_for_bound)
        mean = least_mean(least, gone, cells.counts, self._problem.maximum_suppressed)
        return charges.loss_of(mean)
