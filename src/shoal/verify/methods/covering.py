"""What released cells cover where records show cells of their own: ranges, labels and `*`.

A range is read from its text again, exactly: numbers as decimals, dates by their format. A label
covers the values that have it on some level of the hierarchy; `*` covers everything.
"""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.case import Bools
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.dictionary import Codes

ROOT = "*"
ON_A_LINE = ("integer", "decimal", "date")
NOWHERE = -1
Spans = tuple[tuple[int, int], ...]  # from a place up to, but without, another one


class Covering(Protocol):
    """Which values of the input the released texts of a column cover."""

    def fits(self, data: Codes, release: Codes) -> Bools:
        """Whether each released cell covers the input cell beside it."""
        ...

    @property
    def order(self) -> Whole:
        """The codes of input values, ordered so that those that are covered stand together."""
        ...

    def spans(self, release: int) -> Spans:
        """From where to where in this order the text with a released code covers values."""
        ...


def coverage_of(column: Linked) -> Covering:
    """How a column's cells are read: numbers and dates without a hierarchy as ranges."""
    if column.terms.hierarchy is None and column.terms.type in ON_A_LINE:
        return _Ranges.of(column)
    return _Labels.of(column)


@dataclass(frozen=True, eq=False)
class _Labels:
    """Labels of any level.

    Attributes:
        levels: Per level: what each input value becomes, as a code of the release.
        everything: Which released texts cover every value.
        order: The values, those under one label together.
    """

    levels: NDArray[np.int32]
    everything: Bools
    order: Whole

    @classmethod
    def of(cls, column: Linked) -> "_Labels":
        """Labels of any level, and `*`."""
        everything = (column.release.texts == ROOT).fill_null(value=False).to_numpy()
        levels = np.stack(column.levels)
        return cls(levels, everything, np.lexsort(levels))

    def fits(self, data: Codes, release: Codes) -> Bools:
        """As in `Covering`."""
        covers: Bools = self.everything[release].copy()
        for level in self.levels:
            covers |= level[data] == release
        return covers

    def spans(self, release: int) -> Spans:
        """As in `Covering`."""
        if self.everything[release]:
            return ((0, len(self.order)),)
        inside = (self.levels == release).any(axis=0)[self.order]
        edges = np.flatnonzero(np.diff(inside, prepend=False, append=False)).tolist()
        return tuple(zip(edges[::2], edges[1::2], strict=True))


@dataclass(frozen=True, eq=False)
class _Ranges:
    """Ranges of numbers or dates, by their ranks among all that occur.

    Attributes:
        numbers: The rank of each input value; NOWHERE is missing.
        low: The rank at which each released text begins; NOWHERE is a missing cell.
        high: The rank at which it ends; below its beginning if the text cannot be read.
        order: Input values in the order of their ranks.
        ranks: Their ranks in this order.
    """

    numbers: Whole
    low: Whole
    high: Whole
    order: Whole
    ranks: Whole

    @classmethod
    def of(cls, column: Linked) -> "_Ranges":
        """Ranges, single values and `*`; the ends are read from the released texts."""
        texts = column.data.texts.to_list()
        released = column.release.texts
        if (
            column.terms.type == "decimal"
        ):  # every decimal comma became a point, also those of ranges
            released = released.str.replace(". ", ", ", literal=True)
        shown = [_ends(text) for text in released.to_list()]
        places = _places([*texts, *(low for low, _ in shown), *(high for _, high in shown)], column)
        numbers, low, high = np.split(places, [len(texts), len(texts) + len(shown)])
        unread = np.array([low is not None for low, _ in shown]) & ((low < 0) | (high < 0))
        low, high = np.where(unread, 1, low), np.where(unread, 0, high)
        everything = np.array([low == ROOT for low, _ in shown])
        low, high = np.where(everything, NOWHERE, low), np.where(everything, len(places), high)
        order = np.argsort(numbers, kind="stable")
        return cls(numbers, low, high, order, numbers[order])

    def fits(self, data: Codes, release: Codes) -> Bools:
        """As in `Covering`."""
        number = self.numbers[data]
        inside: Bools = (self.low[release] <= number) & (number <= self.high[release])
        return inside

    def spans(self, release: int) -> Spans:
        """As in `Covering`."""
        start = int(np.searchsorted(self.ranks, self.low[release], "left"))
        end = int(np.searchsorted(self.ranks, self.high[release], "right"))
        return ((start, end),) if start < end else ()


def _ends(text: str | None) -> tuple[str | None, str | None]:
    """The texts of both ends; a single number is both."""
    if text is None or not (text.startswith("[") and text.endswith("]")):
        return text, text
    parts = text[1:-1].split(", ")
    half = len(parts) // 2
    return ", ".join(parts[:half]), ", ".join(parts[half:])


def _places(texts: list[str | None], column: Linked) -> Whole:
    """The rank of each text as a number or date; NOWHERE for other texts."""
    if column.terms.type == "date":
        return _dates(texts, column.terms)
    numbers = [_number(text) for text in texts]
    known = sorted({number for number in numbers if number is not None})
    ranks = {number: rank for rank, number in enumerate(known)}
    return np.array([NOWHERE if n is None else ranks[n] for n in numbers], np.int64)


def _number(text: str | None) -> Decimal | None:
    """A text as a finite number; None for other texts."""
    try:
        number = Decimal(text or "")
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _dates(texts: list[str | None], column: ColumnTerms) -> Whole:
    """The rank of each text as a date; NOWHERE for other texts."""
    series = pl.Series(texts, dtype=pl.String)
    read = series.str.to_datetime(column.format or "%Y-%m-%d", strict=False, time_unit="us")
    return read.rank("dense").cast(pl.Int64).fill_null(NOWHERE).to_numpy()
