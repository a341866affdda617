"""What a check answers about some classes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shoal.errors import StudyError
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.tally import Tally

Promise = Mapping[str, Any]
Check = Callable[[Promise, Classes], "Answer"]
# Where whoever made the release may round, so may the verifier, by twice as much.
SLACK = Fraction(2, 10**12)


@dataclass(frozen=True, eq=False)
class Answer:
    """Which classes break a promise.

    Attributes:
        broken: One flag per class.
        fault: What is wrong with those classes, to be said after "… classes".
        measured: The tightest value of the promise's parameter that the classes keep; None if there
            is none.
        warning: What a person should know although the promise holds.
        undecided: Why the promise is not known to hold although no class breaks it.
    """

    broken: NDArray[np.bool_]
    fault: str
    measured: float | int | None
    warning: str = ""
    undecided: str = ""


class Invisible(Exception):
    """A promise cannot be checked; the text says why."""


def exact_number(promise: Promise, name: str) -> Fraction:
    """A parameter exactly as written, so that 0.1 means one tenth; StudyError if it is none."""
    try:
        return Fraction(Decimal(str(promise.get(name))))
    except (InvalidOperation, ValueError, OverflowError):
        raise StudyError(f"The promise `{promise.get('model')}` needs a number `{name}`.") from None


def option(promise: Promise, name: str, known: tuple[str, ...]) -> str:
    """A parameter that is one of some words; the first is the default; Invisible for others."""
    word = promise.get(name, known[0])
    if word not in known:
        raise Invisible(f"This verifier does not know what the parameter {name!r} asks for.")
    return str(word)


def values_of(promise: Promise, classes: Classes) -> Tally:
    """The values of the column that a promise names; Invisible if they cannot be seen."""
    tally = classes.tallies.get(str(promise.get("column")))
    if tally is None:
        raise Invisible("The column of the promise is not released, and records do not match.")
    return tally


def largest_or_none(numbers: NDArray[Any]) -> float | None:
    """The largest of some numbers; None if there are none."""
    return float(numbers.max()) if len(numbers) else None
