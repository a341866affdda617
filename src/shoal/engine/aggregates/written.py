"""Results as texts: exact fractions rounded once, floats in their shortest digits."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.hierarchies.line import DateLine, Line, shortest_text
from shoal.hierarchies.whole_numbers import Whole

DIGITS = 12  # of a float that is not exact anyway


def mean_texts(line: Line, sums: Whole, counts: Counts, decimals: int | None) -> pl.Series:
    """Sums divided by counts, as the column's type writes them; null where the count is 0."""
    if isinstance(line, DateLine):
        middle = sums // np.maximum(counts, 1)
        return _texts_or_null(line.texts(middle.tolist()), counts > 0)
    parts = zip(sums.tolist(), np.maximum(counts, 1).tolist(), strict=True)
    shared = (Fraction(total, count * line.one) for total, count in parts)
    return _texts_or_null([number_text(share, decimals) for share in shared], counts > 0)


def float_texts(numbers: Floats, shown: Bools, decimals: int | None) -> pl.Series:
    """Numbers that were computed in floats."""
    rounded = (Fraction(f"{number:.{DIGITS}g}") for number in numbers.tolist())
    return _texts_or_null([number_text(number, decimals) for number in rounded], shown)


def number_text(number: Fraction, decimals: int | None) -> str:
    """A fraction rounded to so many decimals (half to even); else as it is, or as nearest float."""
    if decimals is None:
        return str(number) if number.denominator == 1 else shortest_text(float(number))
    whole = round(number * 10**decimals)
    return format(Decimal(whole).scaleb(-decimals), "f")


def _texts_or_null(texts: list[str], shown: Bools) -> pl.Series:
    """The texts; null where nothing is to be shown."""
    return pl.Series(texts, dtype=pl.String).set(pl.Series(~shown), None)
