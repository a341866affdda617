"""Promises that compare classes with the table, and t-closeness among them (Li et al. 2007).

They are decided against the distribution of the input (paper 004). Somebody who sees only the
release compares with what it shows; where that is worse, a warning says so.
"""

from collections.abc import Callable
from dataclasses import replace

from shoal.verify.promises.answer import (
    SLACK,
    Answer,
    Check,
    Promise,
    exact_number,
    largest_or_none,
    option,
    values_of,
)
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.distances import distance
from shoal.verify.promises.exactly import exceeds
from shoal.verify.promises.tally import Tally

_WORSE = 1e-9  # less is not worth a warning
Compare = Callable[[Promise, Tally], Answer]


def check_against_input(compare: Compare, parameter: str) -> Check:
    """Turn a comparison into a check against the input; it warns if the release tells more.

    `parameter` is the letter of the promise in the warning.
    """

    def check(promise: Promise, classes: Classes) -> Answer:
        values = values_of(promise, classes)
        answer = compare(promise, values)
        again = compare(promise, values.against_release()).measured
        if again is None or answer.measured is None or again <= answer.measured + _WORSE:
            return answer
        warning = (
            f"Column {promise['column']!r}: compared with the released values instead of the"
            f" input's, {parameter} is {again:.4g}, not {answer.measured:.4g}."
        )
        return replace(answer, warning=warning)

    return check


def t_closeness(promise: Promise, values: Tally) -> Answer:
    """No class is further than t from the table."""
    name = option(promise, "distance", ("equal", "ordered", "hierarchical"))
    moved, scale = distance(values, name)
    broken = exceeds(moved, scale, exact_number(promise, "t") + SLACK)
    return Answer(broken, "are too far from the table", largest_or_none(moved / scale))
