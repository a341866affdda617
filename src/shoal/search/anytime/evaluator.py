"""Candidates seen on the data one by one, each from the classes of an earlier one where possible.

Two ways with one face: compiled for losses and promises that allow it, and the plain way for all
others. Only what was seen is kept, so lattices may have any size.
"""

from math import inf
from typing import NamedTuple, Protocol

import numpy as np

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.candidate import Candidate
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.lattice import Levels
from shoal.engine.roll_up import slots_for
from shoal.privacy.model import is_decided_by_size, minimum_size
from shoal.quality.aggregate import Aggregate
from shoal.quality.model import Score
from shoal.quality.separable import Separable
from shoal.search.anytime.grid import grid_of, prices_of
from shoal.search.anytime.look import (
    charge_at,
    classes_at,
    count_suppressed,
    loss_with,
    one_down,
    smallest_below,
)
from shoal.search.problem import Problem
from shoal.search.problem.unavoidable import unavoidable_of

SHELF = 256  # groupings kept to roll up from
FAR = 6  # a grouping with this many times the classes of a candidate is a slow start for it
MEETING = 4  # candidates that came a long way get a grouping below all of them
SHRINK = 0.85  # a grouping is kept if it has at most this share of the classes it came from


class Look(NamedTuple):
    """What was seen of a candidate.

    Attributes:
        score: What it costs.
        suppressed: How many records it suppresses.
        accepted: Whether it may be the answer.
        hopeless: Whether it and everything below it suppress too many.
        charge: What suppression adds to each column, where the loss is separable.
    """

    score: Score
    suppressed: int
    accepted: bool
    hopeless: bool
    charge: Floats | None = None

    @property
    def order(self) -> tuple[float, ...]:
        """What is compared: acceptable first, then lower loss; of others, fewer suppressed."""
        if not self.accepted:
            return (1.0, float(self.suppressed))
        return (0.0, *(self.score.rank or (self.score.loss,)))


class Evaluator(Protocol):
    """Something that looks at candidates."""

    def look(self, levels: Levels) -> Look:
        """The candidate at these levels."""
        ...


def evaluator_of(problem: Problem) -> Evaluator:
    """The fastest evaluator that a problem allows."""
    form = form_of(problem)
    return Plain(problem) if form is None else Compiled(problem, form)


def form_of(problem: Problem) -> Separable | None:
    """The loss in the form that compiled evaluation takes, where it applies."""
    separable = getattr(problem.quality, "separable", None)
    if separable is None or problem.encoded.people is not None:
        return None
    if not all(map(is_decided_by_size, problem.privacy)):
        return None
    form: Separable = separable(problem.encoded)
    return None if form.aggregate is Aggregate.RANK or form.aggregated_column_count else form


class Plain:
    """Any promises and any loss, each candidate grouped from the tuples."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def look(self, levels: Levels) -> Look:
        """Group, judge and score."""
        candidate, classes = self._problem.judge(levels)
        if self._problem.accepts(candidate):
            score = self._problem.quality.loss(candidate)
            return Look(score, candidate.suppressed_records, accepted=True, hopeless=False)
        hopeless = self._is_hopeless(candidate, classes)
        return Look(Score(inf), candidate.suppressed_records, accepted=False, hopeless=hopeless)

    def _is_hopeless(self, candidate: Candidate, classes: EquivalenceClasses) -> bool:
        if candidate.vetoed:
            return True
        most = self._problem.maximum_suppressed
        return unavoidable_of(self._problem, classes, candidate) > most


class Compiled:
    """Size promises and separable losses, rolled up from a shelf of earlier groupings."""

    def __init__(self, problem: Problem, form: Separable) -> None:
        encoded = problem.encoded
        self._limit = problem.maximum_suppressed
        self._size = max(map(minimum_size, problem.privacy), default=1)
        self.grid, self.prices = grid_of(encoded), prices_of(encoded, form)
        tuples = len(encoded.counts)
        self._keys: Keys = np.empty_like(encoded.keys)
        self._counts: Counts = np.empty(tuples, np.int64)
        self._slots = slots_for(tuples)
        self._shelf = Shelf(encoded.keys, encoded.counts, len(encoded.columns))
        self._far: list[Counts] = []

    def look(self, levels: Levels) -> Look:
        """Roll up, add up what is suppressed, score."""
        target = np.array(levels, np.int64)
        classes, source = self._roll_up(target)
        look = self._judge(target, classes)
        if source > FAR * classes:
            self._meet(target)
        return look

    def _judge(self, target: Counts, classes: int) -> Look:
        """What the classes at hand suppress and cost."""
        suppressed, _ = count_suppressed(self._counts, classes, self._size)
        if suppressed > self._limit:  # never an answer, and neither is anything below
            return Look(Score(inf), suppressed, accepted=False, hopeless=True)
        charge = np.empty(len(target))
        charge_at(
            self.grid, self.prices, self._keys, self._counts, classes, target, self._size, charge
        )
        score = Score(loss_with(self.prices, target, charge))
        return Look(score, suppressed, accepted=True, hopeless=False, charge=charge)

    def _meet(self, target: Counts) -> None:
        """Candidates in a row are near each other: shelve what lies below the last few."""
        self._far.append(target)
        if len(self._far) == MEETING:
            self._roll_up(np.min(self._far, axis=0))
            self._far.clear()

    def loss_with(self, levels: Levels, charge: Floats) -> float:
        """The loss at given levels if suppression adds `charge` to each column."""
        return loss_with(self.prices, np.array(levels, np.int64), charge)

    def one_down(self, levels: Levels, charge: Floats) -> Floats:
        """The same with each column in turn one level lower; infinite where it is at its lowest."""
        return one_down(self.prices, np.array(levels, np.int64), charge)

    def _roll_up(self, target: Counts, *, keep: bool = False) -> tuple[int, int]:
        """The number of classes at some levels, and of those they were rolled up from."""
        start, keys, counts = self._shelf.nearest(target)
        classes = classes_at(
            self.grid, keys, counts, start, target, self._keys, self._counts, self._slots
        )
        if keep or classes < SHRINK * len(counts):
            self._shelf.put(target, self._keys[:classes].copy(), self._counts[:classes].copy())
        return classes, len(counts)


class Shelf:
    """Groupings to roll up from; the one not used for longest makes room."""

    def __init__(self, keys: Keys, counts: Counts, columns: int) -> None:
        self._levels = np.zeros((SHELF, columns), np.int64)
        self._sizes = np.full(SHELF, 1 << 62, np.int64)
        self._used = np.zeros(SHELF, np.int64)
        self._classes: list[tuple[Keys, Counts]] = [(keys, counts)] * SHELF
        self._places: dict[bytes, int] = {}
        self._clock = 1
        self._sizes[0], self._used[0] = len(counts), 1 << 62  # the tuples stay for good

    def __contains__(self, name: bytes) -> bool:
        return name in self._places

    def nearest(self, target: Counts) -> tuple[Counts, Keys, Counts]:
        """Levels and classes of the smallest grouping below."""
        at = smallest_below(self._levels, self._sizes, target)
        if at:
            self._clock += 1
            self._used[at] = self._clock
        return self._levels[at], *self._classes[at]

    def put(self, levels: Counts, keys: Keys, counts: Counts) -> None:
        """Keep a grouping."""
        name = levels.tobytes()
        if name in self._places:
            return
        at = int(self._used.argmin())
        self._places.pop(self._levels[at].tobytes() if self._used[at] else b"", None)
        self._clock += 1
        self._levels[at], self._sizes[at], self._used[at] = levels, len(counts), self._clock
        self._classes[at] = keys, counts
        self._places[name] = at
