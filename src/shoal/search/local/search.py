"""The search for a local recoding: build, build again, finish, refine, bound.

Theory: docs/theory/recoding.md.

From the first build on there is an answer; a limit or a person who cancels ends the search with the
best one so far.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.compiling import compile_seconds
from shoal.errors import Canceled
from shoal.progress import Progress, Watch
from shoal.quality.classification import Classification
from shoal.search.local.bound import least_costs, least_mean
from shoal.search.local.building import Improving
from shoal.search.local.cells import cells_of
from shoal.search.local.charges import charges_of, suppression_costs
from shoal.search.local.generic import build_by_asking
from shoal.search.local.opening_values import values_of
from shoal.search.local.parting import Parting, recombine
from shoal.search.local.side import Side
from shoal.search.local.trimming import build_trimmed, by_record, is_trimmable
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome

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
        trimmed: Whether records were selected by their sensitive value.
    """

    levels: Counts
    left: Bools
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
        self._start = monotonic() - compile_seconds()

    def pause(self, looks: int) -> None:
        """Count looks and report progress; raises `Over` at a limit, once armed.

        `Canceled` passes through from `watch`. After a cancel, looks are only counted.
        """
        self.done += looks
        if self.canceled:
            return
        self.tell()
        if self.armed and self.is_over:
            raise Over

    def tell(self) -> None:
        """Report progress; `Canceled` passes through."""
        total = max(1, int(self.most))
        self.watch(Progress("search", min(self.done, total), total, may_end_before=True))

    @property
    def is_over(self) -> bool:
        """Whether a limit is reached."""
        return self.is_late or self.done >= self.most

    @property
    def is_late(self) -> bool:
        """Whether the seconds are over."""
        return self.seconds is not None and self.spent >= self.seconds

    @property
    def is_ended(self) -> bool:
        """Whether nothing should be improved any more: it is late, or a person stopped it."""
        return self.canceled or self.is_late

    @property
    def spent(self) -> float:
        """Seconds since the start, without those spent compiling kernels."""
        return monotonic() - compile_seconds() - self._start


Start = tuple[Problem, Outcome]  # what another recoding answered
Others = Callable[[Effort], list[Start]]


class LocalSearch:
    """One search.

    Attributes:
        others: Asks other recodings, which are starting points and answers, too.
        starts: What they answered.
    """

    def __init__(self, problem: Problem, effort: Effort, others: Others, *, trim: bool) -> None:
        self._problem, self._effort, self.others = problem, effort, others
        self.starts: list[Start] = []
        self._charges = charges_of(problem)
        self._side = Side(problem, self._charges, problem.encoded)
        self._trim = trim and is_trimmable(problem.encoded, self._side.judge.checks)

    def run(self) -> list[Found]:
        """Local recodings within the limits, the one that seems best first.

        There may be none: then no class keeps the promises, or too many records are suppressed.
        """
        answers = [(self._side, parting) for parting in self._whole_tuples()]
        if self._trim and not self._effort.canceled:
            side = Side(self._problem, self._charges, by_record(self._problem.encoded))
            answers += [(side, answer) for answer in self._single_records(side)]
        answers.sort(key=lambda one: one[0].rank(one[1]))
        most = self._problem.maximum_suppressed
        return [
            self._found(side, parting)
            for side, parting in answers
            if side.finisher.suppressed_records(parting) <= most
        ]

    def _is_late(self) -> bool:
        return self._effort.is_late

    @property
    def looks(self) -> int:
        """How many level vectors were looked at."""
        return len(self._side.nodes.levels)

    def _found(self, side: Side, parting: Parting) -> Found:
        of = side.table.tuple_of_record
        return Found(parting.levels[of], parting.left[of], trimmed=side is not self._side)

    def _whole_tuples(self) -> Iterator[Parting]:
        """Partings in which records of one tuple stay together: our own, and others refined.

        They may suppress too many records.
        """
        side = self._side
        own = side.complete(self._build(), self._is_late)
        yield own
        for start in self.starts:
            if self._effort.is_ended:
                return
            parting = side.make_parting(self._place(start))
            yield side.complete(parting, self._is_late)
            everything = np.ones(len(parting.place), np.bool_)
            own = recombine(side.cells, own, parting, everything)
        if self.starts:
            yield side.complete(own, self._is_late)

    def _place(self, start: Start) -> Counts:
        """The class of each tuple in a recoding of another kind; -1 for those without one."""
        recoded, outcome = start
        of, encoded = recoded.encoded.tuple_of_record, self._problem.encoded
        place = np.full(len(encoded.counts), -1)
        kept = ~outcome.suppressed
        place[encoded.tuple_of_record[kept]] = of[kept]
        return place

    def _build(self) -> Parting:
        """Build until a limit, a cancel or until nothing improves; the best parting so far.

        Other recodings are asked after the first build: from then on there is an answer.
        """
        side, effort = self._side, self._effort
        built, improving = side.make_parting(np.full(len(side.cells.counts), -1)), None
        try:
            if side.judge.checks is None:
                built = build_by_asking(side.cells, side.nodes, side.judge, effort.pause)
            else:
                improving = Improving(side.builder(effort.pause))
                improving.first()
                if side.is_sampled:
                    improving = self._with_more_nodes(improving)
            effort.armed = True
            self.starts = self.others(effort)
            while improving and not (improving.is_stuck or effort.is_over):
                improving.again()
        except Over:
            pass
        except Canceled:
            effort.canceled = True
        return improving.best if improving else built

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
                yield side.complete(found, self._is_late)
                if effort.is_over:
                    return
                prices = found.costs
        except Over:
            return
        except Canceled:
            effort.canceled = True

    def bound(self) -> float:
        """A loss that no local recoding is below."""
        quality, problem = self._problem.quality, self._problem
        if isinstance(quality, Classification) and not self._trim:
            # Classes of whole tuples: merging them never makes more predictions right.
            lowest = problem.candidate(problem.lattice.minimum)
            return quality.bound_above(lowest, problem.maximum_suppressed)
        side, charges = self._side, self._charges
        cells = cells_of(side.table, self._problem.lattice, charges.costs_for_bound)
        least = least_costs(cells, side.judge.minimum)
        gone = suppression_costs(side.table, charges.suppression_costs_for_bound)
        mean = least_mean(least, gone, cells.counts, self._problem.maximum_suppressed)
        return charges.loss_of(mean)
