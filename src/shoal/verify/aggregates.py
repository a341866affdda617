"""Aggregates computed again from the input: what the members of each class must show.

Each function goes by its definition over the members of one class (docs/theory/recoding.md). Sums
are whole numbers and means are fractions, rounded once; only geometric means need floats.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.dictionary import Places, positions
from shoal.verify.values.scales import Ranked, moment_text, rank_values

Counted = list[tuple[int, int]]  # the rank of a value and how often a class has it, lowest first
Shown = Fraction | str | None  # the aggregate of a class: a number, a text, or nothing
_CLOSE = 1e-9  # relative: released geometric means have 12 digits


def aggregate_codes(column: Linked, classes: Whole) -> Places:
    """The released text, as its code, that each record of the input must show; -1 if it is absent.

    Args:
        column: An aggregated column.
        classes: The class of each record of the input; negative where it is not released.
    """
    wanted = np.full(len(classes), -1, np.int32)
    inside = classes >= 0
    if not inside.any():
        return wanted
    values = rank_values(column.terms, column.data.texts)
    numbers = np.unique(classes[inside], return_inverse=True)[1].astype(np.int64)
    function = FUNCTIONS[str((column.terms.aggregate or {}).get("function"))]
    every = _count_values(numbers, values.ranks[column.data.codes[inside]], len(values.texts))
    shown = [function(_Members(counted, values, column.terms)) for counted in every]
    wanted[inside] = _codes(column, shown)[numbers]
    return wanted


def _count_values(classes: Whole, ranks: Whole, values: int) -> Iterator[Counted]:
    """The counted values of each class, class by class.

    Args:
        classes: The class of each record, numbered without gaps.
        ranks: The rank of each record's value.
        values: How many ranks there are.
    """
    pairs, counts = np.unique(classes * values + ranks, return_counts=True)
    starts = np.flatnonzero(np.diff(pairs // values, prepend=-1)).tolist()
    entries = list(zip((pairs % values).tolist(), counts.tolist(), strict=True))
    for start, end in zip(starts, [*starts[1:], len(entries)], strict=True):
        yield entries[start:end]


def _codes(column: Linked, shown: list[Shown]) -> Places:
    """The code of the released text that each class must show; -1 if there is none.

    Numbers are compared by value, texts as they are.
    """
    texts = pl.Series([text if isinstance(text, str) else None for text in shown], dtype=pl.String)
    codes = positions(column.comparable(texts), column.release.texts).copy()
    numbers = _Numbers.of(column.release.texts)
    for at, number in enumerate(shown):
        if isinstance(number, Fraction):
            codes[at] = numbers.code_of(number, column.terms.aggregate or {})
    return codes


@dataclass(frozen=True)
class _Numbers:
    """The released texts that are numbers.

    Attributes:
        codes: The code of each.
        line: All of them, smallest first.
    """

    codes: Mapping[Fraction, int]
    line: list[Fraction]

    @classmethod
    def of(cls, texts: pl.Series) -> "_Numbers":
        """The numbers among texts."""
        codes = {}
        for code, text in enumerate(texts):
            try:
                codes[Fraction(Decimal(str(text)))] = code
            except (InvalidOperation, ValueError, OverflowError):
                continue
        return cls(codes, sorted(codes))

    def code_of(self, number: Fraction, settings: Mapping[str, Any]) -> int:
        """The code of the released number that this one becomes when it is rounded; or -1."""
        decimals = settings.get("decimals")
        rounded = _as_float(number) if decimals is None else Fraction(round(number, int(decimals)))
        for same in (rounded, number, _as_float(rounded)):  # a typed column holds the nearest float
            if same in self.codes:
                return self.codes[same]
        return self._near(number, decimals) if settings["function"] == "geometric-mean" else -1

    def _near(self, number: Fraction, decimals: int | None) -> int:
        """The code of a released number that differs from this one only by rounding; or -1."""
        step = Fraction(0) if decimals is None else Fraction(1, 2 * 10 ** int(decimals))
        close = step + max(abs(number), Fraction(1)) * Fraction(_CLOSE)
        place = bisect_left(self.line, number - close)
        if place == len(self.line) or self.line[place] > number + close:
            return -1
        return self.codes[self.line[place]]


def _as_float(number: Fraction) -> Fraction:
    """The number that the shortest digits of the nearest float say."""
    return Fraction(Decimal(repr(float(number))))


@dataclass(frozen=True, eq=False)
class _Members:
    """What the members of one class have in a column: some of its values, counted."""

    counted: Counted
    values: Ranked
    column: ColumnTerms

    @cached_property
    def without_missing(self) -> Counted:
        """The values without the missing one."""
        texts = self.values.texts
        return [(rank, count) for rank, count in self.counted if texts[rank] is not None]

    @property
    def to_show(self) -> Counted:
        """The values that modes and sets look at: the missing one, too, where the study says so."""
        return self.counted if self._missing == "show" else self.without_missing

    @property
    def divisor(self) -> int:
        """How many values a mean is taken over."""
        members = self.counted if self._missing == "zero" else self.without_missing
        return sum(count for _, count in members)

    def of_type(self, number: Fraction) -> Shown:
        """A mean of numbers is a number; a mean of moments is cut to what their format tells."""
        is_date = self.column.type == "date"
        return moment_text(self.column, math.floor(number)) if is_date else number

    @property
    def _missing(self) -> object:
        """What the study says about missing values in an aggregate."""
        return (self.column.aggregate or {}).get("missing")


def _mean(members: _Members) -> Shown:
    """The mean; nothing if no value is known."""
    known, numbers = members.without_missing, members.values.numbers
    total = sum((numbers[rank] * count for rank, count in known), Fraction(0))
    return members.of_type(total / members.divisor) if known else None


def _geometric_mean(members: _Members) -> Shown:
    """The geometric mean of x + 1, minus 1."""
    known, numbers = members.without_missing, members.values.numbers
    logs = math.fsum(math.log1p(numbers[rank]) * count for rank, count in known)
    return Fraction(math.expm1(logs / members.divisor)) if known else None


def _median(members: _Members) -> Shown:
    """The median; of texts in order, nothing if the two in the middle differ."""
    line = [rank for rank, count in members.without_missing for _ in range(count)]
    if not line:
        return None
    texts, numbers = members.values.texts, members.values.numbers
    low, high = line[(len(line) - 1) // 2], line[len(line) // 2]
    if numbers:
        return members.of_type((numbers[low] + numbers[high]) / 2)
    return texts[low] if low == high else None


def _interval(members: _Members) -> Shown:
    """The lowest and the highest known value."""
    known, texts = members.without_missing, members.values.texts
    return f"[{texts[known[0][0]]}, {texts[known[-1][0]]}]" if known else None


def _mode(members: _Members) -> Shown:
    """The most frequent value, the lowest of several."""
    most = max((count for _, count in members.to_show), default=0)
    modes = (members.values.texts[rank] for rank, count in members.to_show if count == most)
    return next(modes, None)


def _set(members: _Members) -> Shown:
    """All values, lowest first."""
    texts = (members.values.texts[rank] for rank, _ in members.to_show)
    listed = ", ".join("NULL" if text is None else text for text in texts)
    return f"{{{listed}}}" if members.to_show else None


FUNCTIONS: Mapping[str, Callable[[_Members], Shown]] = {
    "mean": _mean,
    "geometric-mean": _geometric_mean,
    "median": _median,
    "interval": _interval,
    "mode": _mode,
    "set": _set,
}
