"""The prediction accuracy of candidates of the discharge table, collected over several sittings.

Every finished candidate is a line of a file. A later sitting reads the file and goes on, so an
interrupted collection loses one candidate at most.
"""

import csv
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.learning.cross_validation import cross_validated
from shoal.learning.evaluation import classes_of
from shoal.learning.features import Features
from shoal.learning.folds import folds_of
from shoal.learning.models.logistic_regression import LogisticRegression
from shoal.learning.models.zero_r import ZeroR
from shoal.learning.scores import scored
from shoal.search.outcome import outcome_of
from shoal.service.learning_sides import Sides, sides_of
from shoal.service.pipeline import applied
from studies.discharge_scores import TARGET, Question

FOLDS, SEED = 3, 0
BASELINE, ORIGINAL = -2, -1  # in the place of a candidate


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


def collect(question: Question, places: Iterable[int], so_far: Accuracies, seconds: float) -> None:
    """Ask candidate after candidate until the time is over; what is known is not asked again."""
    began, known = time.monotonic(), so_far.known()
    for place in (BASELINE, ORIGINAL, *places):
        if place not in known:
            if time.monotonic() - began > seconds and place >= 0:
                return
            so_far.add(place, accuracy(question, place))


def accuracy(question: Question, place: int) -> float:
    """The share of records whose class is predicted by models that learned from a candidate."""
    from threadpoolctl import threadpool_limits  # noqa: PLC0415  (comes with scikit-learn)

    sides = _sides(question, max(place, 0))
    classes, labels = classes_of(TARGET, sides.targets[TARGET])
    features = sides.released if place >= 0 else sides.input
    model = LogisticRegression()
    if place == BASELINE:
        features, model = Features((), (), (), np.ones(len(labels), np.bool_)), ZeroR()
    folds = folds_of(len(labels), FOLDS, SEED, 0)
    with threadpool_limits(1):
        return scored(cross_validated(model, features, labels, len(classes), folds)).accuracy


def _sides(question: Question, place: int) -> Sides:
    problem = question.problem
    candidate = problem.candidate(problem.lattice.at(place))
    outcome = outcome_of(problem, candidate, checked=1, optimal=False, bound=0.0)
    return sides_of(applied(question.study, question.prepared, (problem, problem), outcome))


def stratified(scores: Floats, strata: int, seed: int = SEED) -> list[int]:
    """One candidate of each stratum of equally many, in random order: any beginning is spread."""
    random = np.random.default_rng(seed)
    parts: list[Counts] = np.array_split(np.argsort(scores, kind="stable"), strata)
    chosen = [int(random.choice(part)) for part in parts if len(part)]
    return [chosen[at] for at in random.permutation(len(chosen))]


def relative(known: dict[int, float]) -> dict[int, float]:
    """Where each candidate stands between the baseline (0) and the original (1)."""
    low, high = known[BASELINE], known[ORIGINAL]
    return {place: (found - low) / (high - low) for place, found in known.items() if place >= 0}
