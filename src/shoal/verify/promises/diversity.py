"""l-diversity, class by class (Machanavajjhala et al. 2007).

Distinct and recursive diversity are decided with whole numbers. Entropy needs logarithms: a class
is accepted if its entropy is at most 1e-11 below ln l, and only then.

All three look at known values only. Where a class has none, it is as diverse as one value is.
"""

import math

import numpy as np
from numpy.typing import NDArray

from shoal.verify.promises.answer import (
    Answer,
    Promise,
    exact_number,
    largest_or_none,
    option,
    values_of,
)
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.exactly import reaches
from shoal.verify.promises.tally import Floats, Tally

_ENTROPY = 1e-11  # by which an entropy may be below ln l


def distinct(promise: Promise, classes: Classes) -> Answer:
    """Every class has at least l different values, and members."""
    different = _values(values_of(promise, classes).only_known, classes)
    l = int(exact_number(promise, "l"))
    least = int(different.min()) if len(different) else None
    return Answer(different < l, f"have fewer than {l} values or members", least)


def recursive(promise: Promise, classes: Classes) -> Answer:
    """With counts in descending order: the first is less than c times the l-th and all after it."""
    values, c = values_of(promise, classes).only_known, exact_number(promise, "c")
    l = int(exact_number(promise, "l"))
    first, rest = _first_and_rest(values, l)
    blank = values.different == 0
    first, rest = np.where(blank, 1, first), np.where(blank & (l == 1), 1, rest)
    few = (_values(values, classes) < l) | (rest == 0)
    quotients = np.where(few, np.inf, first / np.maximum(rest, 1))
    broken = few | reaches(first, np.maximum(rest, 1), c)
    return Answer(broken, "have a value that is too frequent", largest_or_none(quotients))


def entropy(promise: Promise, classes: Classes) -> Answer:
    """The entropy of every class is at least ln l, estimated as the promise says."""
    values, l = values_of(promise, classes).only_known, exact_number(promise, "l")
    entropies = np.array(_entropies(promise, values))
    few = _values(values, classes) < math.ceil(l)
    worth = np.minimum(np.exp(entropies), _values(values, classes))
    least = float(worth.min()) if len(worth) else None
    broken: NDArray[np.bool_] = few | (entropies < math.log(l) - _ENTROPY)
    return Answer(broken, "are not diverse enough", least)


def _values(values: Tally, classes: Classes) -> NDArray[np.int64]:
    """How many different values count in each class: at most as many as members, at least one."""
    return np.minimum(np.maximum(values.different, 1), classes.sizes)


def _first_and_rest(values: Tally, l: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The largest count of each class, and the sum of the l-th largest and all smaller ones."""
    order = np.lexsort((-values.counts, values.classes))
    counts, classes = values.counts[order], values.classes[order]
    begin = np.searchsorted(classes, np.arange(values.number))
    place = np.arange(len(counts)) - begin[classes]
    rest = np.zeros(values.number, np.int64)
    np.add.at(rest, classes[place >= l - 1], counts[place >= l - 1])
    return np.append(counts, 0)[begin], rest


def _entropies(promise: Promise, values: Tally) -> Floats:
    """The entropy of each class in nats: a leading term minus the mean of the values' terms."""
    corrected = option(promise, "estimator", ("shannon", "grassberger")) == "grassberger"
    with_g = corrected and option(promise, "leading", ("G", "ln")) == "G"
    most = int(values.totals.max(initial=1))
    term = _grassberger(most) if corrected else _logarithms(most)
    leading = _grassberger(most) if with_g else _logarithms(most)
    means = np.zeros(values.number)
    weights = values.counts / values.totals[values.classes]
    np.add.at(means, values.classes, weights * term[values.counts])
    return np.asarray(leading[values.totals] - means)


def _logarithms(most: int) -> Floats:
    """The natural logarithms of 0…most; that of 0 is 0 here."""
    return np.log(np.maximum(np.arange(most + 1), 1))


def _grassberger(most: int) -> Floats:
    """G(0…most): G(2) = G(1) + 2, G(3) = G(2), G(4) = G(3) + 2/3, … (Grassberger 2003)."""
    steps = np.zeros(most + 2, np.longdouble)
    steps[1] = -np.euler_gamma - math.log(2)
    even = np.arange(2, most + 2, 2)
    steps[even] = np.longdouble(2) / (even - 1)
    return np.cumsum(steps)[: most + 1].astype(np.float64)
