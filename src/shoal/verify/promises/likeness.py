"""Promises about the share of each value in a class: δ-disclosure and β-likeness.

δ-disclosure: Brickell & Shmatikov 2008. β-likeness: Cao & Karras 2012.
"""

from decimal import Context, Decimal
from fractions import Fraction

import numpy as np

from shoal.verify.case.case import Bools
from shoal.verify.case.records import Whole
from shoal.verify.promises.answer import (
    SLACK,
    Answer,
    Promise,
    exact_number,
    largest_or_none,
    option,
)
from shoal.verify.promises.exactly import exceeds
from shoal.verify.promises.tally import Floats, Tally

_PRECISE = Context(prec=40)


def basic_beta_likeness(promise: Promise, values: Tally) -> Answer:
    """(p - q) / q is at most β for every value of a class."""
    here, there = _shares(values)
    return _likeness(values, _too_much(promise, here, there), (here - there) / there)


def enhanced_beta_likeness(promise: Promise, values: Tally) -> Answer:
    """(p - q) / q is at most β and at most -ln q for every value of a class."""
    here, there = _shares(values)
    gains = (here - there) / there
    surprise = np.log(values.table_total / np.maximum(values.table[values.values], 1))
    never = gains > surprise + float(SLACK) * (1 + surprise)
    broken = _too_much(promise, here, there) | never
    return _likeness(values, broken, np.where(never, np.inf, gains))


def delta_disclosure(promise: Promise, values: Tally) -> Answer:
    """|log2(p / q)| is less than δ for every value."""
    delta = exact_number(promise, "delta")
    here, there = _shares(values)
    logarithms = np.abs(np.log2(here / there))
    broken = logarithms >= float(delta)
    for at in np.flatnonzero(np.abs(logarithms - float(delta)) < 1e-9):
        broken[at] = not _is_within(int(here[at]), int(there[at]), delta)
    lacking = values.different < np.count_nonzero(values.table)
    if option(promise, "absent", ("ignore", "violate")) == "ignore":
        lacking[:] = False
    worst = np.inf if lacking.any() else largest_or_none(logarithms)
    return Answer(
        _has_flagged_entry(values, broken) | lacking,
        "have a value that is too common or rare",
        worst,
    )


def _too_much(promise: Promise, here: Whole, there: Whole) -> Bools:
    """One flag per entry: whether its share gains more than β; `here` and `there` are p and q."""
    beta = exact_number(promise, "beta")
    return exceeds(here - there, there, beta + SLACK * (1 + beta))


def _likeness(values: Tally, broken: Bools, gains: Floats) -> Answer:
    """The answer, from a flag and a gain per entry."""
    return Answer(
        _has_flagged_entry(values, broken),
        "have a value that gains too much",
        largest_or_none(gains),
    )


def _is_within(here: int, there: int, delta: Fraction) -> bool:
    """Whether |ln(p / q)| < δ ln 2, with 40 digits where floats are too close."""
    quotient = _PRECISE.divide(Decimal(here), Decimal(there))
    limit = _PRECISE.divide(Decimal(delta.numerator), Decimal(delta.denominator))
    return abs(_PRECISE.ln(quotient)) < _PRECISE.multiply(limit, _PRECISE.ln(Decimal(2)))


def _shares(values: Tally) -> tuple[Whole, Whole]:
    """Shares p and q of each entry, multiplied by the totals of its class and of the table.

    A cell that is no value of the input has no share there; one record then stands for it, so
    that it is as suspicious as can be.
    """
    table = np.maximum(values.table[values.values], 1)
    return values.counts * values.table_total, table * values.totals[values.classes]


def _has_flagged_entry(values: Tally, flags: Bools) -> Bools:
    """Which classes have a flagged entry."""
    flagged = np.zeros(values.number, np.bool_)
    flagged[values.classes[flags]] = True
    return flagged
