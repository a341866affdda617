"""Scales numbers to whole numbers: all times one power of ten, so that nothing is rounded."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.detection import DECIMAL
from shoal.errors import DataError

# int64 if the numbers fit, Python's own integers if they do not.
Whole = NDArray[Any]

_EXACT = Context(prec=2000)
# Leaves room to add and subtract two of them.
_FITS = 1 << 60


@dataclass(frozen=True)
class Scale:
    """How many decimal places all numbers have; the smallest unit is one of the last place."""

    places: int

    @classmethod
    def of(cls, numbers: Iterable[Decimal]) -> "Scale":
        """The scale that makes all these finite numbers whole."""
        return cls(max((-_exponent(number) for number in numbers), default=0))

    def whole(self, number: Decimal) -> int:
        """A number as a count of the smallest unit."""
        return int(number.scaleb(self.places, _EXACT))

    def text(self, whole: int) -> str:
        """A count of the smallest unit as a person writes the number."""
        number = Decimal(int(whole)).scaleb(-self.places, _EXACT).normalize(_EXACT)
        return format(number, "f")


def decimals(values: pl.Series) -> list[Decimal]:
    """The numbers that texts stand for; an error if one is not a finite number."""
    others = int((~values.str.contains(DECIMAL)).sum())
    if others:
        raise DataError(
            f"Intervals need numbers, but {others} of {len(values)} different values are none."
            " Correct them, list them under `missing`, or declare the column's `type`."
        )
    return [Decimal(text) for text in values]


def exact_decimal(number: float) -> Decimal:
    """A parameter as it was written: 0.1 is one tenth."""
    return Decimal(str(number))


def wholes(numbers: Iterable[int]) -> Whole:
    """Whole numbers as an array, of 64 bits if they all fit."""
    known = list(numbers)
    fits = all(-_FITS < number < _FITS for number in known)
    return np.array(known, dtype=np.int64 if fits else object)


def _exponent(number: Decimal) -> int:
    """The exponent of a number's last decimal, at most 0."""
    exponent = number.as_tuple().exponent
    return min(exponent, 0) if isinstance(exponent, int) else 0
