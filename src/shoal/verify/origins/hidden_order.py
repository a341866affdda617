"""Does the order of a release tell where records stood in the input, or a value that it hides?

Whoever sorts a release by exact age, by an identifier, or turns the input around, betrays what the
cells do not show. Every released record has a kind: what can be seen of it. Every hidden value (and
the place in the input) gives a kind a score: the mean rank of the input records that it can be. In
a shuffled release the scores stand in any order with the same chance, so each of these is rare:

- they rise or fall with the place, or go round once (a release that begins in the middle): sums of
  scores times ranks, cosines and sines. Such weights are strictly sub-Gaussian (Marchal and Arbel
  2017, doi:10.1214/17-ECP92), so z standard deviations have a chance of at most 2·exp(-z²/2);
- high and low ones stand together: few runs (Wald and Wolfowitz 1940), of exactly known chance;
- inside classes they rise or fall.

All tests together refuse one shuffled release in a billion at most.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding

Floats = NDArray[np.float64]
Means = Callable[[Whole, Floats], Floats]  # from input records and scores to means by kind
CHANCE = 1e-9  # with which all tests together refuse a shuffled release
MOST = 50_000  # records whose places are looked at together
FEW = 1000  # up to so many records, any number of runs below the mean is tested
TESTS = 5  # for each view and hidden value


@dataclass(frozen=True, eq=False)
class Hidden:
    """What an order could tell.

    Attributes:
        name: What it is called, to be said after "tells".
        rows: The places of some records of the input.
        scores: The rank of each of these records, between 0 and 1.
    """

    name: str
    rows: Whole
    scores: Floats


@dataclass(frozen=True, eq=False)
class Seen:
    """What can be seen of released records, in their order.

    Attributes:
        kinds: The kind of each record.
        means: From places and scores of some input records to the mean score of each kind.
        classes: The class of each record; None where classes are not known.
    """

    kinds: Whole
    means: Means
    classes: Whole | None = None


def means_by_key(data: Whole, size: int) -> Means:
    """The means where every record of the input has one kind.

    `data` is the kind of each input record, -1 for records without one, and `size` the number of
    kinds. A kind without records has the mean 0.5.
    """

    def means(rows: Whole, scores: Floats) -> Floats:
        kinds = data[rows] + 1
        sums = np.bincount(kinds, scores - 0.5, size + 1)
        return 0.5 + (sums / np.maximum(np.bincount(kinds, minlength=size + 1), 1))[1:]

    return means


def order_tells_finding(seen: Sequence[Seen], hidden: Sequence[Hidden]) -> Finding:
    """Whether an order tells hidden values; not checked if no order of so few records could.

    Args:
        seen: What can be seen; several where columns are looked at one by one.
        hidden: What the order could tell, the place first.
    """
    views = [view for side in seen if len(side.kinds) for view in _views(side)]
    limit = math.log(CHANCE / max(TESTS * len(views) * len(hidden), 1))
    able = False
    revealed: list[str] = []
    for value in hidden:
        means: dict[Means, Floats] = {}
        for view in views:
            if view.means not in means:
                means[view.means] = view.means(value.rows, value.scores)
            scores = means[view.means][view.kinds]
            able = able or view.is_able(scores, limit)
            revealed += [value.name] if view.tells(scores, limit) else []
    if revealed:
        names = ", ".join(dict.fromkeys(revealed))
        return Finding("order", False, f"The order of the released records tells {names}.")
    if not able:
        reason = "Records are few or alike, so their order cannot be told from chance."
        return Finding("order", "not_checked", reason)
    return Finding("order", True)


class _View:
    """Some of the released records, in their order.

    Attributes:
        weights: One row for each way in which scores may go with the place: up, cosine and sine.
        inside: The records by class; None if classes are not known.
    """

    def __init__(self, kinds: Whole, means: Means, classes: Whole | None) -> None:
        self.kinds, self.means = kinds, means
        turn = 2 * np.pi * np.arange(len(kinds)) / max(len(kinds), 1)
        weights = np.stack([np.linspace(-1, 1, len(kinds)), np.cos(turn), np.sin(turn)])
        self.weights = weights - weights.mean(axis=1, keepdims=True)
        self.inside = None if classes is None else _Inside(classes)

    def is_able(self, scores: Floats, limit: float) -> bool:
        """Whether these scores, in their most telling order, would be refused."""
        return _log_chance(self._deviation(np.sort(scores))) <= limit

    def tells(self, scores: Floats, limit: float) -> bool:
        """Whether the order of these scores has at most the chance `limit`, a logarithm."""
        inside = 0.0 if self.inside is None else self.inside.deviation(scores)
        chance = min(_log_chance(self._deviation(scores)), _log_chance(inside))
        return chance <= limit or _log_chance_of_runs(scores > np.median(scores)) <= limit

    def _deviation(self, scores: Floats) -> float:
        """How far scores rise, fall or go round, in standard deviations."""
        scores = scores - scores.mean()
        power = float(scores @ scores)
        if len(scores) < 2 or power < 1e-12 * len(scores):
            return 0.0
        spread = np.sqrt((self.weights**2).sum(axis=1) * power / (len(scores) - 1))
        return float(np.abs(self.weights @ scores / np.maximum(spread, 1e-300)).max())


class _Inside:
    """Records sorted by class, without changing their order inside.

    Attributes:
        order: The places of the records in this order.
        group: The number of the class of each.
        place: Its place in the class, counted from the middle.
        counts: The size of each class.
        squares: The sum of squared places in each class.
    """

    def __init__(self, classes: Whole) -> None:
        self.order = np.argsort(classes, kind="stable")
        _, self.group, counts = np.unique(
            classes[self.order], return_inverse=True, return_counts=True
        )
        starts = np.cumsum(counts) - counts
        place = np.arange(len(classes)) - starts[self.group]
        self.place = place - ((counts - 1) / 2)[self.group]
        self.counts = counts
        self.squares = np.bincount(self.group, self.place**2)

    def deviation(self, scores: Floats) -> float:
        """How far scores rise or fall inside classes, in standard deviations."""
        mine = scores[self.order]
        mine = mine - (np.bincount(self.group, mine) / self.counts)[self.group]
        powers = np.bincount(self.group, mine**2)
        variance = float((self.squares * powers / np.maximum(self.counts - 1, 1)).sum())
        return abs(float(self.place @ mine)) / math.sqrt(variance) if variance > 1e-9 else 0.0


def _views(seen: Seen) -> Iterator[_View]:
    """A view of all records; of many records, one with every n-th and one with the first."""
    step = -(-len(seen.kinds) // MOST) or 1
    slices = [slice(None, None, step)] + ([slice(0, MOST)] if step > 1 else [])
    for part in slices:
        yield _View(
            seen.kinds[part], seen.means, None if seen.classes is None else seen.classes[part]
        )


def _log_chance(deviations: float) -> float:
    """An upper bound of the log chance of this many standard deviations up or down."""
    return math.log(2) - deviations**2 / 2


def _log_chance_of_runs(high: NDArray[np.bool_]) -> float:
    """The logarithm of the chance of as few runs of high and low scores as there are, or fewer."""
    ones, zeros = int(high.sum()), int((~high).sum())
    runs = 1 + int(np.count_nonzero(high[1:] != high[:-1]))
    expected = 1 + 2 * ones * zeros / len(high)
    usual = expected - (3 * math.sqrt(expected) if len(high) > FEW else 0)
    if not ones or not zeros or runs > usual:
        return 0.0
    factorials = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, len(high) + 1)))])

    def log_choices(among: int, some: NDArray[np.int64]) -> Floats:
        inside = (some >= 0) & (some <= among)
        safe = np.clip(some, 0, among)
        ways = factorials[among] - factorials[safe] - factorials[among - safe]
        return np.where(inside, ways, -np.inf)

    pairs = np.arange(1, runs // 2 + 1)  # an even number of runs
    even = math.log(2) + log_choices(ones - 1, pairs - 1) + log_choices(zeros - 1, pairs - 1)
    odds = np.arange(1, (runs - 1) // 2 + 1)
    odd = np.logaddexp(
        log_choices(ones - 1, odds) + log_choices(zeros - 1, odds - 1),
        log_choices(ones - 1, odds - 1) + log_choices(zeros - 1, odds),
    )
    total = np.logaddexp.reduce(np.concatenate([even, odd]))
    every = factorials[len(high)] - factorials[ones] - factorials[zeros]
    return float(total - every)
