"""Promises about a population: k-map and δ-presence, exactly.

k-map: Sweeney 2001; estimated: El Emam & Dankar 2008. δ-presence: Nergiz, Atzori & Clifton 2007.
"""

from decimal import MIN_EMIN, Decimal, localcontext
from fractions import Fraction

import numpy as np

from shoal.verify.case.records import Whole
from shoal.verify.promises.answer import Answer, Invisible, Promise, exact_number, option
from shoal.verify.promises.around import Around
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.exactly import exceeds, reaches

ESTIMATORS = ("none", "poisson", "zero-truncated-poisson")


def k_map(promise: Promise, classes: Classes) -> Answer:
    """Every class stands for at least k members of the population."""
    k = int(exact_number(promise, "k"))
    estimator = option(promise, "estimator", ESTIMATORS)
    if estimator == "none":
        population = population_counts(classes)
        fewest = int(population.min()) if len(population) else None
        return Answer(population < k, f"stand for fewer than {k} of the population", fewest)
    most = int(classes.sizes.max(initial=0))
    share = share_of_population(promise, classes)
    size = smallest_class(promise, min(k, most + 1), estimator, share * k)
    smallest = int(classes.sizes.min()) if len(classes.sizes) else None
    fault = f"are too small to stand for {k} of the population"
    return Answer(classes.sizes < size, fault, smallest)


def delta_presence(promise: Promise, classes: Classes) -> Answer:
    """The share of each class's population that is in the data is between two bounds."""
    low, high = exact_number(promise, "delta_min"), exact_number(promise, "delta_max")
    population = population_counts(classes)
    broken = ~reaches(classes.sizes, population, low) | exceeds(classes.sizes, population, high)
    shares = classes.sizes / population
    largest = float(shares.max()) if len(shares) else None
    if low > 0 and surroundings(classes).strangers:
        fault = "leave a class of the population without any record, which nothing can repair"
        return Answer(np.ones(len(broken), np.bool_), fault, largest)
    return Answer(broken, "have too small or too large a share of the population", largest)


def smallest_class(promise: Promise, most: int, estimator: str, expected: Fraction) -> int:
    """min{x : P(X ≥ x) ≤ significance} for X ~ Poisson(expected), with 60 digits.

    The answer is at least 1 and at most `most`.
    """
    with localcontext() as context:
        context.prec, context.Emin = 60, MIN_EMIN
        mean = Decimal(expected.numerator) / Decimal(expected.denominator)
        risk = Decimal(str(promise.get("significance", 0.01)))
        if risk == 0:
            return most
        nothing = (-mean).exp()
        truncated = estimator == "zero-truncated-poisson"
        x, term = (1, nothing * mean / (1 - nothing)) if truncated else (0, nothing)
        left = Decimal(1)
        while left > risk and x < most:
            left, x = left - term, x + 1
            term = term * mean / x
    one_more = promise.get("arx_compatible") is True and not truncated
    return max(1, min(most, x + one_more))


def share_of_population(promise: Promise, classes: Classes) -> Fraction:
    """The share of the population that is in the data, as the promise or the study says.

    Invisible if neither does.
    """
    if promise.get("fraction") is not None:
        return exact_number(promise, "fraction")
    around = surroundings(classes)
    if around.size is None or around.size < around.sample:
        raise Invisible("The study does not tell how large the population is.")
    return Fraction(around.sample, around.size)


def surroundings(classes: Classes) -> Around:
    """What is known beyond the classes; Invisible if nothing is."""
    if classes.around is None:
        raise Invisible("Nothing is known of the input that the classes are from.")
    return classes.around


def population_counts(classes: Classes) -> Whole:
    """How many of the population look like each class; Invisible if they were not counted."""
    population = surroundings(classes).population
    if population is None or len(population) != len(classes.sizes):
        raise Invisible("The population can only be counted where records match the input.")
    return population
