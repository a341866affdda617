"""From the entries of a histogram to one number per class, without ever filling in the zeros.

An entry is a class and a value that occurs in it; `classes` is the number of classes. A class may
be empty: the population can have classes without a record in the table. It gets 0.
"""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.classes import EquivalenceClasses, Histogram

# Two numbers are taken as equal if they differ by less: rounding must not decide about a promise.
TOLERANCE = 1e-12


def totals(histogram: Histogram, classes: int) -> Counts:
    """The sum of each class's counts: its records.

    If people are counted, it is how many pairs of a person and a value the class has.
    """
    return sums(histogram, histogram.counts, classes).astype(np.int64)


def distinct(histogram: Histogram, classes: int) -> Counts:
    """How many different values each class has."""
    return np.bincount(histogram.classes, minlength=classes).astype(np.int64)


def sums(histogram: Histogram, per_entry: Counts | Floats, classes: int) -> Floats:
    """A number per entry, added up per class; whole numbers stay exact up to 2^53."""
    return np.bincount(histogram.classes, per_entry, classes).astype(np.float64)


def largest(histogram: Histogram, per_entry: Counts | Floats, classes: int) -> Floats:
    """The largest number of each class, given one per entry; entries of a class stand together."""
    found = np.zeros(classes)
    starts = np.flatnonzero(np.diff(histogram.classes, prepend=-1))
    if starts.size:
        found[histogram.classes[starts]] = np.maximum.reduceat(per_entry, starts)
    return found


def diversity(classes: EquivalenceClasses, column: str) -> Counts:
    """How many different known values each class has, but never more than it has members.

    A missing value is no value to hide among; a class in which all are missing counts as one of a
    single value. Only where people are counted can a class have fewer members than values: one
    person with three diagnoses hides among nobody.
    """
    values = distinct(classes.histograms[column].known_values, len(classes.sizes))
    return np.minimum(np.maximum(values, 1), classes.sizes)


def weakest(per_class: Counts | Floats, classes: EquivalenceClasses) -> float | None:
    """The smallest number of a class that is not empty; None if all are."""
    there = per_class[classes.sizes > 0]
    return float(there.min()) if there.size else None


def strongest(per_class: Counts | Floats, classes: EquivalenceClasses) -> float | None:
    """The largest number of a class that is not empty; None if all are."""
    there = per_class[classes.sizes > 0]
    return float(there.max()) if there.size else None
