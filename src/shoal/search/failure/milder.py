"""Promises whose parameter is a share or a distance, weakened to what a release could keep.

How much the highest levels allowed keep without suppression is measured there; promised that, and a
little less for rounding, the study succeeds. It is no proof that nothing in between would do.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.grouping import group
from shoal.errors import StudyError
from shoal.privacy.model import ClassPromise, Measuring, Promise
from shoal.search.problem import Problem

RISING = ("k", "l")  # parameters that promise more the larger they are
DIGITS = 1000  # parameters are rounded to thousandths, away from what is promised


def milder_promises(problem: Problem) -> Iterator[tuple[str, Problem]]:
    """Advice, and the question after it, for each promise that could be weakened alone."""
    classes = classes_of(problem.encoded, group(problem.encoded, problem.lattice.maximum))
    for at, promise in enumerate(problem.privacy):
        milder = _milder(promise, classes)
        if milder is not None:
            privacy = (*problem.privacy[:at], milder[1], *problem.privacy[at + 1 :])
            yield milder[0], replace(problem, privacy=privacy)


def _milder(promise: Promise, classes: EquivalenceClasses) -> tuple[str, Promise] | None:
    """Advice and the promise after it, for one that these classes break."""
    if not isinstance(promise, ClassPromise) or not isinstance(promise, Measuring):
        return None
    name, asked = promise.measures, getattr(promise, promise.measures)
    if not isinstance(asked, float) or not promise.violations(classes).any():
        return None
    found = _with(promise, name, promise.measured(classes))
    if found is None:
        return None
    return f"Promise less: {name} = {getattr(found, name):g} instead of {asked:g}.", found


def _with(promise: Promise, name: str, kept: float | None) -> Promise | None:
    """The promise with this much of it; None where that is not possible."""
    if kept is None or not math.isfinite(kept):
        return None
    rising = name in RISING
    rounded = math.floor(kept * DIGITS) if rising else math.floor(kept * DIGITS) + 1
    try:
        return replace(promise, **{name: rounded / DIGITS})  # type: ignore[type-var]
    except StudyError:  # so little is no promise
        return None
