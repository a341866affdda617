"""Promises weakened to what a release could keep.

The largest k (or l) that can be kept is found by bisection. For a parameter that is a share or a
distance, the classes at the highest levels allowed are measured: a study that promises what these
classes keep without suppression, and a little less for rounding, succeeds. That does not prove that
nothing in between would.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.grouping import group
from shoal.errors import StudyError
from shoal.privacy.model import ClassPromise, Measuring, Promise
from shoal.search.failure.feasible import is_feasible
from shoal.search.problem import Problem

RISING = ("k", "l")  # parameters that promise more the larger they are
WEAKEST = 2  # below this, whole numbers promise nothing
DIGITS = 1000  # parameters are rounded to thousandths, away from what is promised


def weaker_promises(problem: Problem) -> Iterator[tuple[int, str, Problem]]:
    """For each way to promise less: how many steps it is, advice, and the problem after it.

    A lower k or l counts one step for each number; any other parameter counts one step in all.
    """
    for name in RISING:
        asked = max((_whole(promise, name) for promise in problem.privacy), default=0)
        kept = _largest(problem, name, asked)
        if kept >= WEAKEST:
            advice = f"Promise less: {name} = {kept} instead of {asked}."
            yield asked - kept, advice, _cap_promises(problem, name, kept)
    for advice, milder in milder_promises(problem):
        yield 1, advice, milder


def _largest(problem: Problem, name: str, asked: int) -> int:
    """The largest value below `asked` that succeeds, by bisection: less is never harder.

    WEAKEST - 1 if no value succeeds that promises something.
    """
    low, high = WEAKEST - 1, asked
    while high - low > 1:  # `high` fails; `low` succeeds, or promises nothing
        middle = (low + high) // 2
        holds = is_feasible(_cap_promises(problem, name, middle))
        low, high = (middle, high) if holds else (low, middle)
    return low


def _cap_promises(problem: Problem, name: str, most: int) -> Problem:
    """The problem where no promise asks for more than `most` of a parameter."""
    privacy = [
        replace(promise, **{name: most}) if _whole(promise, name) > most else promise  # type: ignore[type-var]
        for promise in problem.privacy
    ]
    return replace(problem, privacy=tuple(privacy))


def _whole(promise: Promise, name: str) -> int:
    """A parameter that is a whole number; 0 where the promise has none of that name."""
    value = getattr(promise, name, 0)
    return value if isinstance(value, int) else 0


def milder_promises(problem: Problem) -> Iterator[tuple[str, Problem]]:
    """Advice, and the problem after it, for each promise that could be weakened alone."""
    classes = classes_of(problem.encoded, group(problem.encoded, problem.lattice.maximum))
    for at, promise in enumerate(problem.privacy):
        milder = _milder(promise, classes)
        if milder is not None:
            privacy = (*problem.privacy[:at], milder[1], *problem.privacy[at + 1 :])
            yield milder[0], replace(problem, privacy=privacy)


def _milder(promise: Promise, classes: EquivalenceClasses) -> tuple[str, Promise] | None:
    """Advice, and the promise weakened to what these classes keep.

    None if they keep it as it is, or if it cannot be measured or has no decimal parameter.
    """
    if not isinstance(promise, ClassPromise) or not isinstance(promise, Measuring):
        return None
    name, asked = promise.measures, getattr(promise, promise.measures)
    if not isinstance(asked, float) or not promise.violations(classes).any():
        return None
    found = _promise_with(promise, name, promise.measured(classes))
    if found is None:
        return None
    return f"Promise less: {name} = {getattr(found, name):g} instead of {asked:g}.", found


def _promise_with(promise: Promise, name: str, kept: float | None) -> Promise | None:
    """The promise with its parameter set to what was measured, rounded to the weaker side.

    None if nothing was measured, or if the promise does not allow that value.
    """
    if kept is None or not math.isfinite(kept):
        return None
    rising = name in RISING
    rounded = math.floor(kept * DIGITS) if rising else math.floor(kept * DIGITS) + 1
    try:
        return replace(promise, **{name: rounded / DIGITS})  # type: ignore[type-var]
    except StudyError:  # the promise does not allow so small a parameter
        return None
