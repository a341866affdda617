"""Promises about all classes together: average risk and uniqueness, exactly or by own estimates.

El Emam 2013 (average risk); Skinner & Elliot 2002 (sample); Dankar et al. 2012 (population).
"""

from collections.abc import Callable
from fractions import Fraction
from math import floor

import numpy as np

from shoal.verify.promises.answer import Answer, Invisible, Promise, exact_number, option
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.estimates import NoEstimate, Sizes, estimate_uniques
from shoal.verify.promises.populations import surroundings

CLOSE = 1e-6  # relative: two ways of solving equations may differ by so much
ESTIMATORS = ("dankar", "pitman", "zayatz", "snb")


def average_risk(promise: Promise, classes: Classes) -> Answer:
    """The number of classes divided by the number of records is at most a threshold."""
    sizes = sizes_that_tell(classes)
    measured = Fraction(len(sizes), int(sizes.sum())) if len(sizes) else Fraction(0)
    if measured > exact_number(promise, "threshold"):
        return _answer_for_all(classes, False, "have too high an average risk", float(measured))
    if promise.get("highest") is None or not len(sizes):
        return _answer_for_all(classes, True, "", float(measured))
    small = int(sizes[sizes < size_of(exact_number(promise, "highest"))].sum())
    share = Fraction(small, int(sizes.sum()))
    few = share <= exact_number(promise, "share_at_risk")
    return _answer_for_all(classes, few, "have too many records at risk", float(measured))


def sample_uniqueness(promise: Promise, classes: Classes) -> Answer:
    """The share of records that are unique is at most a threshold."""
    sizes = sizes_that_tell(classes)
    alone = int(np.count_nonzero(sizes == 1))
    share = Fraction(alone, max(1, int(sizes.sum())))
    few = share <= exact_number(promise, "threshold")
    return _answer_for_all(classes, few, "have too many unique records", float(share))


def population_uniqueness(promise: Promise, classes: Classes) -> Answer:
    """The estimated share of unique people in the population is at most a threshold."""
    sizes, estimator = sizes_that_tell(classes), option(promise, "estimator", ESTIMATORS)
    if not np.any(sizes == 1):
        return _answer_for_all(classes, True, "", 0.0)
    people = promise.get("population_size") or surroundings(classes).size
    if people is None:
        raise Invisible("The study does not tell how large the population is.")
    try:
        alone = estimate_uniques(Sizes.of(sizes), int(people), estimator)
    except NoEstimate:
        return _answer_for_all(
            classes, False, "have no estimate of how many people are unique", None
        )
    share = alone / int(people)
    few = share <= float(exact_number(promise, "threshold")) * (1 + CLOSE)
    return _answer_for_all(classes, few, "have too many people unique in the population", share)


def size_of(risk: Fraction) -> int:
    """The class size that a risk stands for, with 1 % tolerance for rounded risks."""
    size = floor(1 / risk)
    return size + 1 if Fraction(1, size) - risk >= risk / 100 else size


def sizes_that_tell(classes: Classes) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The sizes of the classes; empty if the release tells nothing about anybody."""
    around = classes.around
    if around is not None and around.tells_nothing:
        return classes.sizes[:0]
    return classes.sizes


def _answer_for_all(classes: Classes, holds: bool, fault: str, measured: float | None) -> Answer:
    """The same answer for all classes: they keep the promise together, or break it."""
    return Answer(np.full(len(classes.sizes), not holds), fault, measured)


TABLES: dict[str, Callable[[Promise, Classes], Answer]] = {
    "average-risk": average_risk,
    "sample-uniqueness": sample_uniqueness,
    "population-uniqueness": population_uniqueness,
}
