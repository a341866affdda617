"""Checks that other packages bring for their own models, as entry points of `shoal.checks`.

An entry point is named like the model, and leads to a function of classes and parameters that
tells which classes break the promise. It has no part in the model: two formulas, written
separately. A model without such a function is not checked, and the run says so. A function that
fails refuses the release: whoever has a certificate can rely on the check having answered.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from shoal.verify.promises.answer import Answer, Invisible, Promise, values_of
from shoal.verify.promises.classes import Classes

GROUP = "shoal.checks"
NO_CHECK = "Not checked: no independent check."
FAULT = "break it, as the check of the model's package says"
# Gives one flag per class, true where it breaks the promise; or these and the measured number.
OutsideCheck = Callable[[Classes, Mapping[str, Any]], Any]


class Unanswered(Exception):
    """A check exists but gives no answer; then nothing may be written."""


def check_outside(promise: Promise, classes: Classes) -> Answer:
    """What the check of another package answers.

    Raises Invisible where there is no check, and Unanswered where it fails.
    """
    name = str(promise.get("model"))
    if not is_checked_outside(name):
        raise Invisible(NO_CHECK)
    if "column" in promise:
        values_of(promise, classes)
    parameters = {key: promise[key] for key in promise if key != "model"}
    try:
        answer = _load(name)(classes, parameters)
        flags, measured = answer if isinstance(answer, tuple) else (answer, None)
        broken = np.asarray(flags, np.bool_)
    except Exception as error:  # its message may quote a value
        raise Unanswered(f"The check of the model failed: {type(error).__name__}.") from None
    if broken.shape != classes.sizes.shape:
        raise Unanswered("The check of the model does not answer for every class.")
    return Answer(broken, FAULT, None if measured is None else float(measured))


@cache
def is_checked_outside(name: str) -> bool:
    """Whether another package brings a check for a model."""
    return bool(entry_points(group=GROUP, name=name))


@cache
def _load(name: str) -> OutsideCheck:
    """The check of another package for a model."""
    check: OutsideCheck = next(iter(entry_points(group=GROUP, name=name))).load()
    return check
