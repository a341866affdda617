"""The prediction accuracy of candidates, collected over several sittings.

Every finished candidate is a line of a file. A later sitting reads the file and goes on, so an
interrupted collection loses one candidate at most.
"""

import csv
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.grouping import Grouping, group
from shoal.learning.evaluation import classes_of
from shoal.learning.folds import folds_of
from studies.questions import SMALLEST, Question
from studies.regression import Curvature, Weights, learned

FOLDS, SEED = 3, 0
BASELINE, ORIGINAL = -2, -1  # in the place of a candidate
NO_COLUMN = (-1, -1)
Sizes = dict[tuple[int, int], int]  # the number of values of a column at a level


@dataclass(frozen=True)
class Accuracies:
    """What was collected so far, in a file with one line per candidate."""

    file: Path

    def known(self) -> dict[int, float]:
        """The accuracy of each candidate that was asked."""
        if not self.file.exists():
            return {}
        with self.file.open(encoding="utf-8", newline="") as lines:
            # A line that was cut short when a sitting was interrupted has no second part.
            return {int(line[0]): float(line[1]) for line in csv.reader(lines) if len(line) == 3}

    def add(self, candidate: int, accuracy: float) -> None:
        """Write one more line; the last part tells that the line is complete."""
        with self.file.open("a", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerow([candidate, repr(accuracy), "."])


def collect(judge: "Judge", places: Iterable[int], so_far: Accuracies, seconds: float) -> None:
    """Ask candidate after candidate until the time is over; what is known is not asked again."""
    from threadpoolctl import threadpool_limits  # noqa: PLC0415  (comes with scikit-learn)

    began, known = time.monotonic(), so_far.known()
    with threadpool_limits(1):  # matrices are small: threads would only wait for each other
        for place in (BASELINE, ORIGINAL, *places):
            if place not in known:
                if time.monotonic() - began > seconds and place >= 0:
                    return
                so_far.add(place, judge.accuracy(place))


@dataclass(frozen=True, eq=False)
class Judge:
    """Interwoven cross-validation of logistic regression, for one candidate after the other.

    A model of each part learns from the other parts of the release, and is asked about all records
    of its part, suppressed ones too, generalized alike (docs/theory/learning.md).

    Attributes:
        question: The table.
        memory: What was learned last of each column at each level, and of no column: where the
            search for weights begins. Candidates in the order of the lattice have most levels in
            common, so that it takes a few steps only.
    """

    question: Question
    memory: dict[tuple[int, int], Floats] = field(default_factory=dict)

    def accuracy(self, place: int) -> float:
        """The share of records whose class is predicted by models that learned from a candidate."""
        if place == BASELINE:
            return self._baseline()
        problem = self.question.problem
        levels = problem.lattice.at(max(place, 0))
        grouping = group(problem.encoded, levels)
        kept = grouping.sizes >= (SMALLEST if place >= 0 else 0)
        return float(self._right(grouping, kept).sum() / problem.encoded.records)

    @cached_property
    def counts(self) -> Counts:
        """How often each distinct tuple occurs in each part with each class."""
        encoded, target = self.question.problem.encoded, self.question.target
        type = self.question.study.columns[target].options.type
        classes, labels = classes_of(target, self.question.prepared.table.texts(target, type))
        folds = folds_of(len(labels), FOLDS, SEED, 0)
        shape = (len(encoded.counts), folds.count, len(classes))
        found = np.zeros(shape, np.int64)
        np.add.at(found, (encoded.tuple_of_record, folds.fold, labels), 1)
        return found

    def _baseline(self) -> float:
        """The share of the most frequent class: the zero rule of the whole table (paper 000)."""
        classes = self.counts.sum(axis=(0, 1))
        return float(classes.max() / classes.sum())

    def _right(self, grouping: Grouping, kept: Bools) -> Counts:
        """In each part: how many records are predicted right."""
        columns, lines = self._lines(grouping)
        counts = _added(self.counts, grouping)
        parts, classes = counts.shape[1:]
        right = np.zeros(parts, np.int64)
        begin, curvature = self._begin(columns, classes), None
        # Values that only suppressed records have keep a weight of 0: they need no search.
        used, known = np.unique(lines[kept], return_inverse=True)
        known = known.reshape(lines[kept].shape).astype(np.int32)
        weights = Weights(begin.base, begin.values[used])
        for part in range(parts):
            others = (counts[kept].sum(axis=1) - counts[kept, part]).astype(np.float64)
            if not others.any():  # nobody to learn from: wrong, as `shoal evaluate` counts it
                continue
            # What one part told is a good beginning for the next, and its curvature about the same.
            curvature = curvature or Curvature.of(known, others, weights)
            weights = learned(known, others, weights, curvature)
            said = weights.among(used, len(begin.values)).predicted(lines)
            right[part] = counts[np.arange(len(said)), part, said].sum()
        begin.values[used] = weights.values
        self._remember(columns, Weights(weights.base, begin.values))
        return right

    def _begin(self, columns: Sizes, classes: int) -> Weights:
        none = {of: np.zeros((size, classes)) for of, size in {NO_COLUMN: 1, **columns}.items()}
        base, *values = (self.memory.get(of, start) for of, start in none.items())
        return Weights(base[0], np.vstack([np.zeros((0, classes)), *values]))

    def _remember(self, columns: Sizes, weights: Weights) -> None:
        self.memory[NO_COLUMN] = weights.base[None]
        ends = np.cumsum([*columns.values()])[:-1]
        self.memory.update(zip(columns, np.split(weights.values, ends), strict=False))

    def _lines(self, grouping: Grouping) -> tuple[Sizes, Codes]:
        """The columns that tell something, and what they tell about each class of records."""
        encoded = self.question.problem.encoded
        layout, sizes, found = encoded.layout, dict[tuple[int, int], int](), []
        for at, (column, level) in enumerate(zip(encoded.columns, grouping.levels, strict=True)):
            if column.sizes[level] > 1:
                codes = (grouping.keys[:, layout.word[at]] >> layout.shift[at]) & layout.mask[at]
                found.append(codes.astype(np.int32) + np.int32(sum(sizes.values())))
                sizes[at, level] = column.sizes[level]
        shape = (len(grouping.sizes), len(found))
        return sizes, np.stack(found, axis=1) if found else np.zeros(shape, np.int32)


def _added(counts: Counts, grouping: Grouping) -> Counts:
    """What the tuples of each class have together."""
    shape = (len(grouping.sizes), *counts.shape[1:])
    flat = counts.reshape(len(counts), -1)
    sums = [np.bincount(grouping.class_of_tuple, part, shape[0]) for part in flat.T]
    return np.stack(sums, axis=1).astype(np.int64).reshape(shape)


def stratified(
    scores: Floats, strata: int, among: Counts | None = None, rather: Iterable[int] = ()
) -> list[int]:
    """One candidate of each stratum of equally many, in random order: any beginning is spread.

    Args:
        scores: The score of every candidate.
        strata: How many strata.
        among: The candidates to choose from; None for all.
        rather: Candidates that are taken where a stratum has one, because they are known.
    """
    among = np.arange(len(scores)) if among is None else among
    random = np.random.default_rng(SEED)
    preferred = np.zeros(len(scores), np.bool_)
    preferred[list(rather)] = True
    chosen = []
    for part in np.array_split(among[np.argsort(scores[among], kind="stable")], strata):
        if len(part):
            chosen.append(
                int(random.choice(part[preferred[part]] if preferred[part].any() else part))
            )
    return [chosen[at] for at in random.permutation(len(chosen))]


def relative(known: dict[int, float]) -> dict[int, float]:
    """Where each candidate stands between the baseline (0) and the original (1)."""
    low, high = known[BASELINE], known[ORIGINAL]
    return {place: (found - low) / (high - low) for place, found in known.items() if place >= 0}
