"""What everything below a candidate suppresses at least: one look ends a part of the lattice.

Promises say what they know: monotonic ones that a broken class is broken in its parts, too; others
what they suppress of a class whatever it is split into; those about the whole table how many
records must go. Where people are counted, a person in two classes breaks all of this but the first
(docs/theory/exact-search.md).
"""

from math import inf

import numpy as np

from shoal.engine.arrays import Floats
from shoal.engine.candidate import Candidate
from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy.model import ClassPromise, Monotonic, Promise, TablePromise, Unavoidable
from shoal.search.problem.problem import Problem
from shoal.search.problem.table_promises import smallest_to_remove, tells_nothing


def unavoidable_below(problem: Problem, candidate: Candidate) -> float:
    """How many records everything below a candidate suppresses at least; infinite after a veto."""
    if candidate.vetoed:
        return inf
    return unavoidable_of(problem, classes_of(problem.encoded, candidate.grouping), candidate)


def unavoidable_of(
    problem: Problem, classes: EquivalenceClasses, candidate: Candidate | None = None
) -> float:
    """The same for the classes of a candidate that nothing vetoes.

    Classes are disjoint, so what each promise says of each class adds up; several promises about
    one class do not. Rounding is given away in the safe direction.
    """
    parts = [_of_classes(problem, promise, classes) for promise in problem.privacy]
    of_classes = float(np.max(parts, axis=0).sum()) * (1 - 1e-9) if parts else 0.0
    if candidate is not None and tells_nothing(problem.encoded, candidate.levels):
        return of_classes
    return max(of_classes, _of_table(problem, classes))


def is_enough(problem: Problem, promise: Promise) -> bool:
    """Whether what breaks a promise at one candidate breaks it at everything below, too."""
    if promise.monotonic is Monotonic.ALWAYS:
        return problem.encoded.people is None or isinstance(promise, ClassPromise)
    is_kept = promise.monotonic is Monotonic.WITHOUT_SUPPRESSION
    return is_kept and problem.maximum_suppressed == 0 and problem.encoded.people is None


def _of_classes(problem: Problem, promise: Promise, classes: EquivalenceClasses) -> Floats:
    """Records of each class that are suppressed whatever it is split into, by one promise."""
    if isinstance(promise, ClassPromise):
        if is_enough(problem, promise):
            return np.where(promise.violations(classes), classes.records, 0).astype(np.float64)
        if isinstance(promise, Unavoidable) and problem.encoded.people is None:
            return promise.unavoidable(classes)
    return np.zeros(len(classes.records))


def _of_table(problem: Problem, classes: EquivalenceClasses) -> int:
    """Records that promises about the whole table suppress at least, each on its own."""
    if not problem.about_the_table or problem.encoded.people is not None:
        return 0
    sizes = SizeHistogram.of(classes.sizes)
    return max(_removed_by(problem, promise, sizes) for promise in problem.about_the_table)


def _removed_by(problem: Problem, promise: TablePromise, sizes: SizeHistogram) -> int:
    least = getattr(promise, "least_suppressed", None)
    if is_enough(problem, promise) and least is None:
        size, more = smallest_to_remove([promise], sizes)
        return sizes.records_below(size) + more * size
    return int(least(sizes)) if least is not None else 0
