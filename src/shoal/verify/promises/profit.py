"""Profitability, exactly: payouts of publisher and adversary (Wan et al. 2015).

A class pays if benefit · (1 - lost) is more than loss / size, where it is attacked. What is lost is
a quotient of logarithms of whole numbers u and w; so lost ≥ a / b is u^b ≥ w^a. Floats decide where
they can, 60 digits where they cannot, and whole powers where these are equal.
"""

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from math import log
from typing import Any

import numpy as np

from shoal.verify.case.records import Whole
from shoal.verify.promises.answer import Answer, Invisible, Promise, exact_number, option
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.populations import population_counts, surroundings

# The stakes where neither promise nor study names them.
STAKES = {
    "publisher_benefit": 1200,
    "publisher_loss": 300,
    "adversary_gain": 300,
    "adversary_cost": 4,
}
CLEAR = 1e-9  # floats that differ by more are different
SAME = Decimal(10) ** -50
LARGEST_POWER = 10_000


def prosecutor(promise: Promise, classes: Classes) -> Answer:
    """Every class pays, against an adversary who knows that a person is in the data."""
    return _answer(promise, classes, classes.sizes)


def journalist(promise: Promise, classes: Classes) -> Answer:
    """Every class pays, against an adversary who knows that a person is in the population."""
    return _answer(promise, classes, population_counts(classes))


def _answer(promise: Promise, classes: Classes, among: Whole) -> Answer:
    """Which classes do not pay, or are worth an attack where none is allowed.

    `among` is the number of people among whom a member of each class is hidden.
    """
    stakes = _stakes(promise, surroundings(classes).game)
    gain, cost = stakes["adversary_gain"], stakes["adversary_cost"]
    sizes = among.tolist()
    if option(promise, "attack", ("allowed", "none")) == "none":
        broken = [gain > 0 and gain >= cost * size for size in sizes]
        highest = max((float(gain / size - cost) for size in sizes), default=None)
        return Answer(np.array(broken, np.bool_), "are worth an attack", highest)
    if classes.count is None:
        raise Invisible("It cannot be seen which values the classes stand for.")
    under, everything = classes.count()
    risks = [stakes["publisher_loss"] / size if gain > cost * size else 0 for size in sizes]
    benefit = stakes["publisher_benefit"]
    broken = [
        not _pays(benefit, Fraction(risk), combinations, everything)
        for risk, combinations in zip(risks, under, strict=True)
    ]
    payouts = [
        float(benefit) * (1 - _share_lost(combinations, everything)) - float(risk)
        for risk, combinations in zip(risks, under, strict=True)
    ]
    lowest = min(payouts, default=None)
    return Answer(np.array(broken, np.bool_), "cost as much as they bring", lowest)


def _stakes(promise: Promise, study: Mapping[str, Any] | None) -> dict[str, Fraction]:
    """The stakes exactly as written: by the promise, else by the study, else the usual ones."""
    written = {**STAKES, **(promise.get("game") or study or {})}
    stakes = {
        name: exact_number({**written, "model": promise.get("model")}, name) for name in STAKES
    }
    if min(stakes.values()) < 0:
        raise Invisible("The stakes of the game are negative.")
    return stakes


def _share_lost(under: int, everything: int) -> float:
    """The share of information that a class has lost, from 0 to 1."""
    return log(under) / log(everything) if everything > 1 else 0.0


def _pays(benefit: Fraction, risk: Fraction, under: int, everything: int) -> bool:
    """Whether benefit · (1 - lost) > risk: whether less is lost than a certain share."""
    if benefit == 0:
        return False
    share = 1 - risk / benefit
    if share <= 0 or everything <= 1:
        return share > 0
    difference = float(share) - _share_lost(under, everything)
    return difference > 0 if abs(difference) > CLEAR else _is_less(under, everything, share)


def _is_less(under: int, everything: int, share: Fraction) -> bool:
    """Whether u^b < w^a for a share a / b; what 50 digits cannot tell apart is equal."""
    with localcontext() as context:
        context.prec = 60
        logarithm = Decimal(everything).ln() * share.numerator / share.denominator
        difference = logarithm - Decimal(under).ln()
        if abs(difference) > SAME or share.denominator > LARGEST_POWER:
            return difference > SAME
    return bool(under**share.denominator < everything**share.numerator)
