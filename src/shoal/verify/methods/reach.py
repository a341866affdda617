"""Whom the cells of a changed column can stem from, and columns of numbers read for that.

Numbers are read exactly and counted in the smallest step that the input's column is written in; a
release has no more digits than its input.
"""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole, keys
from shoal.verify.origins.hidden_order import Means
from shoal.verify.origins.seen import means_by_spans
from shoal.verify.values.dictionary import Codes

Floats = NDArray[np.float64]
MISSING = -np.inf  # where a missing value stands: nothing else stands there


@dataclass(frozen=True, eq=False)
class Reach:
    """Which input values each released cell of a column can stem from.

    Every text has a span on a line. A released cell can stem from an input cell if their spans
    meet. Ordered by where they begin, spans end in the same order.

    Attributes:
        data_low: Where the span of each input text begins.
        data_high: Where it ends.
        low: Where the span of each released text begins.
        high: Where it ends; before its beginning if the text cannot stem from anything.
    """

    data_low: Floats
    data_high: Floats
    low: Floats
    high: Floats

    def fits(self, data: Codes, release: Codes) -> Bools:
        """Whether each released cell can stem from the input cell beside it."""
        begins = self.data_low[data] <= self.high[release]
        met: Bools = begins & (self.data_high[data] >= self.low[release])
        return met

    def count_misfits(self, column: Linked, beside: "Beside") -> int:
        """How many cells cannot stem from the input, however records that look alike are paired.

        Spans have one order, so pairs in that order fit if any pairs do.
        """
        data, release = column.data.codes, column.release.codes
        before = np.lexsort((self.data_high[data], self.data_low[data], beside.data))
        after = np.lexsort((self.high[release], self.low[release], beside.release))
        return int(np.count_nonzero(~self.fits(data[before], release[after])))

    def means(self, column: Linked) -> Means:
        """The mean scores of the input records that each released text can stem from."""
        order = np.argsort(self.data_low, kind="stable").astype(np.int64)
        starts = np.searchsorted(self.data_high[order], self.low, "left")
        ends = np.searchsorted(self.data_low[order], self.high, "right")
        pairs = zip(starts.tolist(), ends.tolist(), strict=True)
        return means_by_spans(column, order, [((start, max(start, end)),) for start, end in pairs])


@dataclass(frozen=True, eq=False)
class Beside:
    """The records by the columns that a method did not change.

    Attributes:
        data: A number for each input record, equal where these columns are.
        release: The same for released records.
        same: Whether both sides hold the same records as far as these columns show them.
    """

    data: Whole
    release: Whole
    same: bool

    @classmethod
    def of(cls, case: Case, kept: list[Linked]) -> "Beside":
        """The records of a case; if they stand in the order of the input, each by itself."""
        found = keys([(column, 0) for column in kept], (case.records, case.released))
        if case.mask is not None:
            everybody = np.arange(case.records)
            return cls(everybody, everybody, bool(np.array_equal(found.data, found.release)))
        same = np.array_equal(np.sort(found.data), np.sort(found.release))
        return cls(found.data, found.release, bool(same))

    def pairs(self) -> tuple[Whole, Whole]:
        """The input records that look like no other, and the released records that they became."""
        alone = np.flatnonzero(np.bincount(self.data) == 1)
        before, after = np.argsort(self.data), np.argsort(self.release)
        first = np.searchsorted(self.data[before], alone)
        second = np.searchsorted(self.release[after], alone)
        return before[first], after[second]


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column of numbers, in steps.

    Attributes:
        data: The number of each input text; NaN is missing.
        release: The number of each released text; NaN is missing, or no number of the column.
        foreign: Which released texts are no numbers in the digits of the column.
        digits: How many digits behind the point the input's numbers have.
    """

    data: Floats
    release: Floats
    foreign: Bools
    digits: int

    @classmethod
    def of(cls, column: Linked) -> "Numbers":
        """The numbers of both sides."""
        exact, shown = (_decimals(side.texts) for side in (column.data, column.release))
        digits = max([0, *(-int(x.as_tuple().exponent) for x in exact if x is not None)])
        data, release = (_in_steps(side, digits) for side in (exact, shown))
        whole = np.isnan(release) | (release == np.rint(release))
        missing = column.release.texts.is_null().to_numpy()
        foreign = ~whole | (np.isnan(release) & ~missing)
        return cls(data, np.where(whole, release, np.nan), foreign, digits)

    def in_steps(self, number: object) -> Decimal:
        """A number of the study in steps."""
        return Decimal(str(number)).scaleb(self.digits)

    def line(self, data: Floats) -> Floats:
        """Places of input texts, where missing ones stand apart."""
        return np.where(np.isnan(self.data), MISSING, data)

    def spans(self, column: Linked, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """Spans of released texts: missing ones stand apart, those that are no numbers nowhere."""
        missing = column.release.texts.is_null().to_numpy()
        low = np.where(missing, MISSING, np.where(self.foreign, np.inf, low))
        return low, np.where(missing, MISSING, np.where(self.foreign, MISSING, high))


def _decimals(texts: pl.Series) -> list[Decimal | None]:
    """Texts as numbers without needless zeros; None for missing ones and other texts."""
    return [_decimal(text) for text in texts.to_list()]


def _decimal(text: str | None) -> Decimal | None:
    try:
        number = None if text is None else Decimal(text).normalize()
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def _in_steps(numbers: list[Decimal | None], digits: int) -> Floats:
    return np.array([np.nan if x is None else float(x.scaleb(digits)) for x in numbers], np.float64)
