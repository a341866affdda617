"""Promises recomputed on the written release, with integers only.

A class is what the release shows: equal cells in all quasi-identifiers, a missing value being a
value of its own. A promise without a check here is reported as not checked, never as kept.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from shoal.errors import StudyError
from shoal.verify.case import Bools, Case
from shoal.verify.records import Keys, Whole
from shoal.verify.verdict import Finding

Promise = Mapping[str, Any]


def promise_findings(case: Case, shown: Bools, people: Whole | None = None) -> list[Finding]:
    """One finding per promise over the classes of the records that are shown.

    Args:
        case: The release and its input.
        shown: The released records that are shown.
        people: People per class, where the study counts people and the release could be matched.
    """
    if case.people is not None and people is None:
        reason = "People can only be counted in records that match the input."
        return [unchecked(promise, reason) for promise in case.terms.promises]
    sizes = class_sizes(case, shown) if people is None else people
    return [check(promise, sizes) for promise in case.terms.promises]


def check(promise: Promise, sizes: Whole) -> Finding:
    """Whether classes of these sizes keep a promise."""
    known = CHECKS.get(str(promise.get("model")))
    if known is None:
        return unchecked(promise, "This verifier does not know the model yet.")
    return known(promise, sizes)


def people_per_class(case: Case, classes: Whole, chosen: Bools) -> Whole:
    """How many different people each class has among some records of the input."""
    if case.people is None or not chosen.any():
        return np.zeros(0, dtype=np.int64)
    everybody = int(case.people.max()) + 1
    pairs = np.unique(classes[chosen] * everybody + case.people[chosen])
    counts = np.bincount(pairs // everybody)
    return counts[counts > 0]


def class_sizes(case: Case, shown: Bools) -> Whole:
    """The sizes of the classes among some released records."""
    nothing = np.zeros(0, dtype=np.int64)
    found = Keys(nothing, np.zeros(int(shown.sum()), dtype=np.int64), 1)
    for column in case.generalized:
        codes = column.release.codes[shown]
        found = found.joined(nothing.astype(np.int32), codes, len(column.release.texts))
    counts = found.dense().counts()[1]
    return counts[counts > 0]


def unchecked(promise: Promise, reason: str) -> Finding:
    """A promise that could not be checked."""
    return Finding("privacy", "not_checked", reason, None, *_named(promise))


def _k_anonymity(promise: Promise, sizes: Whole) -> Finding:
    k = promise.get("k")
    if not isinstance(k, int):
        raise StudyError("The promise `k-anonymity` needs a whole number `k`.")
    small = sizes[sizes < k]
    reason = f"{len(small)} classes, {small.sum()} in all, are smaller than {k}."
    smallest = int(sizes.min()) if len(sizes) else None
    return Finding(
        "privacy", not len(small), reason if len(small) else "", smallest, *_named(promise)
    )


def _named(promise: Promise) -> tuple[str, dict[str, Any]]:
    return str(promise.get("model")), {key: promise[key] for key in promise if key != "model"}


CHECKS: Mapping[str, Callable[[Promise, Whole], Finding]] = {"k-anonymity": _k_anonymity}
