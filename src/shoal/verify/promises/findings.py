"""From promises and classes to findings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.promises.answer import Answer, Invisible, Promise
from shoal.verify.promises.around import Around, around_case
from shoal.verify.promises.classes import Classes, classes_of_input, classes_of_release
from shoal.verify.promises.known import BY_DRAWN, CHECKS, NOT_CHECKABLE
from shoal.verify.promises.leaves import combinations
from shoal.verify.promises.outside import Unanswered, check_outside, is_checked_outside
from shoal.verify.promises.tables import TABLES

DRAWN = "Nothing tells which records were drawn, and this promise compares with all of them."


@dataclass(frozen=True, eq=False)
class Traced:
    """Where the released records stem from.

    Attributes:
        classes: The class of each record of the input.
        kept: Which of them are in a class that is released.
        exact: Whether these are the released records. Where columns that form classes are not
            written, a class that is seen may hold released and suppressed records.
    """

    classes: Whole
    kept: Bools
    exact: bool


def promise_findings(
    case: Case,
    shown: Bools,
    matched: Traced | None = None,
    around: Around | None = None,
) -> list[Finding]:
    """One finding per promise over the classes of the records that are shown.

    Args:
        case: The release and its input.
        shown: The released records that are shown.
        matched: Where they stem from; None if that is not known.
        around: The sample and the population that the classes are from.
    """
    exact = matched is not None and matched.exact
    if not exact and case.people is not None:
        reason = "People can only be counted in records that match the input, one by one."
        return [not_checked(promise, reason) for promise in case.terms.promises]
    hidden = any(column.release is None for column in case.sensitive.values())
    if matched is not None and exact and (hidden or case.people is not None):
        classes = classes_of_input(case, matched.classes, matched.kept)
    else:
        classes = classes_of_release(case, shown)
    around = around or around_case(case)
    classes = replace(classes, around=around, count=_counter(case, around, classes))
    return [
        not_checked(promise, DRAWN)
        if _is_about_drawn(case, promise)
        else check_promise(promise, classes)
        for promise in case.terms.promises
    ]


def _is_about_drawn(case: Case, promise: Promise) -> bool:
    """Whether a promise compares with all records that were drawn, which nobody can know."""
    if not case.terms.in_part or case.terms.is_private:
        return False
    model, estimator = promise.get("model"), promise.get("estimator")
    if model not in CHECKS:  # nobody knows what a model of another package compares with
        return is_checked_outside(str(model))
    return model in BY_DRAWN or (model == "k-map" and estimator not in (None, "none"))


def _counter(
    case: Case, around: Around, classes: Classes
) -> Callable[[], tuple[list[int], int]] | None:
    """A function that counts the values under each class; None where classes show no levels."""
    if classes.places is None or (around.levels is None and not case.terms.local):
        return None
    return partial(combinations, case, around.levels, classes.places)


def check_promise(promise: Promise, classes: Classes) -> Finding:
    """Whether classes keep a promise.

    A promise that cannot be seen is not checked; a check of another package that fails is a failed
    promise.
    """
    name = str(promise.get("model"))
    if name in NOT_CHECKABLE:
        return not_checked(promise, NOT_CHECKABLE[name])
    try:
        answer = CHECKS.get(name, check_outside)(promise, classes)
        return _to_finding(promise, classes, answer)
    except Invisible as reason:
        return not_checked(promise, str(reason))
    except Unanswered as reason:
        return Finding("privacy", False, str(reason), None, *_name_and_parameters(promise))


def is_about_tables(case: Case) -> bool:
    """Whether some promise of the study is about a whole table."""
    return any(promise["model"] in TABLES for promise in case.terms.promises)


def keeps_every_promise(case: Case, chosen: Bools) -> bool:
    """Whether the `chosen` records of the input, as one class, break no promise."""
    together = classes_of_input(case, np.zeros(case.records, np.int64), chosen)
    return all(
        check_promise(promise, together).holds is not False for promise in case.terms.promises
    )


def not_checked(promise: Promise, reason: str) -> Finding:
    """A promise that could not be checked."""
    return Finding("privacy", "not_checked", reason, None, *_name_and_parameters(promise))


def _to_finding(promise: Promise, classes: Classes, answer: Answer) -> Finding:
    """An answer about classes as a finding."""
    broken = classes.sizes[answer.broken]
    kept: bool | Literal["not_checked"] = "not_checked" if answer.undecided else True
    fault = f"{len(broken)} classes ({broken.sum()} in all) {answer.fault}."
    return Finding(
        "privacy",
        False if len(broken) else kept,
        fault if len(broken) else answer.undecided,
        answer.measured,
        *_name_and_parameters(promise),
        warning=answer.warning,
    )


def _name_and_parameters(promise: Promise) -> tuple[str, Mapping[str, Any]]:
    """The model of a promise, and its other keys."""
    return str(promise.get("model")), {key: promise[key] for key in promise if key != "model"}
