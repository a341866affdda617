"""Candidates seen through counts alone: records of each class, and the population behind them.

Both counts travel in one word, so that classes roll up as they do elsewhere (`engine/roll_up.py`).
"""

from dataclasses import replace
from functools import partial
from math import inf

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Keys
from shoal.engine.candidate import Candidate
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping
from shoal.engine.information import information_lost
from shoal.engine.lattice import Levels
from shoal.engine.roll_up import slots_for
from shoal.privacy.model import Promise, TablePromise, is_decided_by_size
from shoal.privacy.population import needs_population
from shoal.privacy.profitability import JournalistProfitability, ProsecutorProfitability
from shoal.quality.aggregate import Aggregate
from shoal.quality.model import Score
from shoal.quality.separable import Separable
from shoal.search.anytime.evaluator import SHRINK, Look, Shelf
from shoal.search.anytime.grid import grid_of, prices_of
from shoal.search.anytime.look import charge_of, classes_at, loss_with
from shoal.search.climbing.worth import Worth, worth_of
from shoal.search.problem import Problem
from shoal.search.problem.unavoidable import unavoidable_of

HALF = 32  # bits of a word that hold one of the two counts
MOST = 1 << 31  # members of a population that fit into them
NOWHERE: Codes = np.zeros(0, np.int32)
PROFITABLE = (ProsecutorProfitability, JournalistProfitability)


def form_by_counts(problem: Problem) -> Separable | Worth | None:
    """The loss in the form that this evaluation takes, where it applies."""
    separable, encoded = getattr(problem.quality, "separable", None), problem.encoded
    worth, wide = worth_of(problem.quality), encoded.population
    if encoded.people is not None or encoded.aggregated:
        return None
    if wide is not None and int(wide.counts.sum()) >= MOST:
        return None
    if not all(map(_is_counted, problem.privacy)):
        return None
    if worth is not None or separable is None:
        return worth
    form: Separable = separable(encoded)
    return None if form.aggregate is Aggregate.RANK else form


def _is_counted(promise: Promise) -> bool:
    """Whether a promise looks at nothing but counts, and at what they lost."""
    known = isinstance(promise, TablePromise) or is_decided_by_size(promise)
    return (
        known
        or type(promise) in PROFITABLE
        or (needs_population(promise) and not hasattr(promise, "column"))
    )


class Counted:
    """Candidates rolled up from a shelf of earlier ones."""

    def __init__(self, problem: Problem, form: Separable | Worth) -> None:
        encoded = problem.encoded
        self._problem, self._grid = problem, grid_of(encoded)
        self._form = form if isinstance(form, Worth) else prices_of(encoded, form)
        keys, counts = _pack_counts(encoded)
        self._keys: Keys = np.empty_like(keys)
        self._counts: Counts = np.empty(len(counts), np.int64)
        self._slots = slots_for(len(counts))
        self._shelf = Shelf(keys, counts, len(encoded.columns))

    def look(self, levels: Levels) -> Look:
        """Roll up, ask the promises, add up what is suppressed."""
        target = np.array(levels, np.int64)
        keys, classes = self._classes(target)
        # Of single tuples nothing is known, and promises do not ask.
        grouping = Grouping(levels, keys, classes.records, NOWHERE)
        information = partial(information_lost, self._problem.encoded, grouping)
        classes = replace(classes, information=information)
        candidate = self._problem.decide(grouping, classes)
        suppressed, most = candidate.suppressed_records, self._problem.maximum_suppressed
        if candidate.vetoed or suppressed > most:
            lost = inf if candidate.vetoed else self._unavoidable(classes, candidate)
            return Look(Score(inf), suppressed, accepted=False, hopeless=lost > most)
        score = Score(self._loss(target, keys, classes, candidate.suppressed))
        return Look(score, suppressed, accepted=True, hopeless=False)

    def _classes(self, target: Counts) -> tuple[Keys, EquivalenceClasses]:
        """The classes that have records; those that only the population has are counted."""
        start, keys, counts = self._shelf.nearest(target)
        size = classes_at(
            self._grid, keys, counts, start, target, self._keys, self._counts, self._slots
        )
        found, packed = self._keys[:size], self._counts[:size]
        if size < SHRINK * len(counts):
            self._shelf.put(target, found.copy(), packed.copy())
        if self._problem.encoded.population is None:
            return found, EquivalenceClasses(packed, packed)
        records, population = packed >> HALF, packed & (MOST - 1)
        there = records > 0
        strangers = size - int(np.count_nonzero(there))
        if strangers:
            found, records, population = found[there], records[there], population[there]
        classes = EquivalenceClasses(records, records, population=population, strangers=strangers)
        return found, classes

    def _unavoidable(self, classes: EquivalenceClasses, candidate: Candidate) -> float:
        return unavoidable_of(self._problem, classes, candidate)

    def _loss(
        self, target: Counts, keys: Keys, classes: EquivalenceClasses, suppressed: Bools
    ) -> float:
        if isinstance(self._form, Worth):
            return self._form.loss(classes, suppressed)
        charge = charge_of(self._grid, self._form, keys, classes.records, suppressed, target)
        return loss_with(self._form, target, charge)


def _pack_counts(encoded: EncodedTable) -> tuple[Keys, Counts]:
    """Tuples of the table and of its population, with both counts in one word."""
    wide = encoded.population
    if wide is None:
        return encoded.keys, encoded.counts
    keys = np.concatenate((encoded.keys, wide.keys))
    counts = np.concatenate((encoded.counts << HALF, wide.counts))
    found, sums, _ = distinct(keys, counts)
    return found, sums
