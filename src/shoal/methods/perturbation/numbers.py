"""Numbers in the digits that their column is written in: what is shown has no more of them."""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Floats
from shoal.engine.encoded import EncodedColumn
from shoal.errors import DataError, StudyError

EXACT = 2.0**53  # whole numbers up to this one are exact as floating-point numbers


@dataclass(frozen=True, eq=False)
class Numbers:
    """The numbers of a column as multiples of its smallest step.

    Attributes:
        name: The column.
        digits: How many digits behind the point the column has.
        values: One per record, in steps of 10^-digits; NaN is missing.
    """

    name: str
    digits: int
    values: Floats

    def in_steps(self, number: float) -> float:
        """A number of a study in steps of the column."""
        return float(Decimal(str(number)).scaleb(self.digits))

    def texts(self, values: Floats) -> pl.Series:
        """Numbers in steps as they are shown: rounded, half to even; NaN is null."""
        steps, places = np.unique(np.rint(values), return_inverse=True)
        shown = [None if np.isnan(step) else self._text(int(step)) for step in steps]
        return pl.Series(self.name, shown, pl.String).gather(places.ravel())

    def _text(self, step: int) -> str:
        """One number without needless zeros."""
        number = Decimal(step).scaleb(-self.digits)
        return f"{number.normalize():f}" if step else "0"


def numbers_of(column: EncodedColumn, codes: Codes, method: str) -> Numbers:
    """The numbers of a column; raises an error if it does not hold any, or too long ones.

    Args:
        column: The column.
        codes: The code of each record at level 0.
        method: The method that asks, for messages.
    """
    if column.numbers is None:
        raise _no_numbers(column.name, method)
    texts = column.labels[0].cast(pl.String).to_list()
    try:
        exact = [None if text is None else Decimal(text).normalize() for text in texts]
    except ArithmeticError:  # dates lie on a line, too, but are no numbers
        raise _no_numbers(column.name, method) from None
    digits = max((-int(each.as_tuple().exponent) for each in exact if each is not None), default=0)
    steps = [np.nan if each is None else float(each.scaleb(max(digits, 0))) for each in exact]
    if any(abs(step) >= EXACT for step in steps):
        raise DataError(
            f"Column {column.name!r}: with all digits that occur in the column, its numbers are too"
            f" long for `{method}`. Round them to fifteen digits or fewer."
        )
    return Numbers(column.name, max(digits, 0), np.array(steps)[codes])


def _no_numbers(name: str, method: str) -> StudyError:
    return StudyError(
        f"method: {method} changes numbers, but {name!r} holds none, or has a hierarchy. Say `type:"
        " integer` or `type: decimal` and leave the hierarchy out, or name the columns that it"
        " shall change: `columns: [...]`."
    )
