"""Aggregates computed again from the input: what the members of each class must show.

Each function goes by its definition over the members of one class (spec/utility.md §2.3). Sums are
whole numbers and means are fractions, rounded once; only geometric means need floats.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl

from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.dictionary import Places, positions
from shoal.verify.values.scales import Ranked, moment_text, ranked

Counted = list[tuple[int, int]]  # the rank of a value and how often a class has it, lowest first
Shown = Fraction | str | None  # what a class shows: a number, a text, or nothing
_CLOSE = 1e-9  # relative: released geometric means have 12 digits


def expected(column: Linked, classes: Whole) -> Places:
    """The released text, as its code, that each record of the input must show; -1 if it is absent.

    Args:
        column: An aggregated column.
        classes: The class of each record of the input; negative where it is not released.
    """
    wanted = np.full(len(classes), -1, np.int32)
    inside = classes >= 0
    if not inside.any():
        return wanted
    values = ranked(column.terms, column.data.texts)
    numbers = np.unique(classes[inside], return_inverse=True)[1].astype(np.int64)
    settings = column.terms.aggregate or {}
    function = FUNCTIONS[str(settings.get("function"))]
    members = _members(numbers, values.ranks[column.data.codes[inside]], len(values.texts))
    shown = [function(counted, values, settings, column.terms) for counted in members]
    wanted[inside] = _codes(column, shown)[numbers]
    return wanted


def _members(classes: Whole, ranks: Whole, values: int) -> Iterator[Counted]:
    """The counted values of each class."""
    pairs, counts = np.unique(classes * values + ranks, return_counts=True)
    starts = np.flatnonzero(np.diff(pairs // values, prepend=-1)).tolist()
    found = list(zip((pairs % values).tolist(), counts.tolist(), strict=True))
    for start, end in zip(starts, [*starts[1:], len(found)], strict=True):
        yield found[start:end]


def _codes(column: Linked, shown: list[Shown]) -> Places:
    """Where the release's dictionary has what each class shows: numbers by value, texts as such."""
    texts = pl.Series([text if isinstance(text, str) else None for text in shown], dtype=pl.String)
    found = positions(column.comparable(texts), column.release.texts).copy()
    numbers = _Numbers.of(column.release.texts)
    for at, number in enumerate(shown):
        if isinstance(number, Fraction):
            found[at] = numbers.code_of(number, column.terms.aggregate or {})
    return found


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
        found = {}
        for code, text in enumerate(texts):
            try:
                found[Fraction(Decimal(str(text)))] = code
            except (InvalidOperation, ValueError, OverflowError):
                continue
        return cls(found, sorted(found))

    def code_of(self, number: Fraction, settings: Mapping[str, Any]) -> int:
        """The code of the released number that this one becomes when it is rounded; or -1."""
        decimals = settings.get("decimals")
        rounded = _as_float(number) if decimals is None else Fraction(round(number, int(decimals)))
        for same in (rounded, number, _as_float(rounded)):  # a typed column holds the nearest float
            if same in self.codes:
                return self.codes[same]
        return self._near(number, decimals) if settings["function"] == "geometric-mean" else -1

    def _near(self, number: Fraction, decimals: int | None) -> int:
        """The same for a number that two ways of computing give a little differently."""
        step = Fraction(0) if decimals is None else Fraction(1, 2 * 10 ** int(decimals))
        close = step + max(abs(number), Fraction(1)) * Fraction(_CLOSE)
        place = bisect_left(self.line, number - close)
        if place == len(self.line) or self.line[place] > number + close:
            return -1
        return self.codes[self.line[place]]


def _as_float(number: Fraction) -> Fraction:
    """The number that the shortest digits of the nearest float say."""
    return Fraction(Decimal(repr(float(number))))


def _known(counted: Counted, values: Ranked) -> Counted:
    """The members without missing values."""
    return [(rank, count) for rank, count in counted if values.texts[rank] is not None]


def _number_of(counted: Counted, values: Ranked, settings: Mapping[str, Any]) -> int:
    """How many values a mean is taken over."""
    members = counted if settings.get("missing") == "zero" else _known(counted, values)
    return sum(count for _, count in members)


def _mean(
    counted: Counted, values: Ranked, settings: Mapping[str, Any], column: ColumnTerms
) -> Shown:
    known = _known(counted, values)
    if not known:
        return None
    total = sum((values.numbers[rank] * count for rank, count in known), Fraction(0))
    return _of_type(total / _number_of(counted, values, settings), column)


def _geometric(
    counted: Counted, values: Ranked, settings: Mapping[str, Any], _: ColumnTerms
) -> Shown:
    known = _known(counted, values)
    if not known:
        return None
    logs = math.fsum(math.log1p(values.numbers[rank]) * count for rank, count in known)
    return Fraction(math.expm1(logs / _number_of(counted, values, settings)))


def _median(counted: Counted, values: Ranked, _: Mapping[str, Any], column: ColumnTerms) -> Shown:
    line = [rank for rank, count in _known(counted, values) for _ in range(count)]
    if not line:
        return None
    low, high = line[(len(line) - 1) // 2], line[len(line) // 2]
    if values.numbers:
        return _of_type((values.numbers[low] + values.numbers[high]) / 2, column)
    return values.texts[low] if low == high else None


def _interval(counted: Counted, values: Ranked, _: Mapping[str, Any], __: ColumnTerms) -> Shown:
    known = _known(counted, values)
    return f"[{values.texts[known[0][0]]}, {values.texts[known[-1][0]]}]" if known else None


def _mode(counted: Counted, values: Ranked, settings: Mapping[str, Any], _: ColumnTerms) -> Shown:
    members = counted if settings.get("missing") == "show" else _known(counted, values)
    most = max((count for _, count in members), default=0)
    return next((values.texts[rank] for rank, count in members if count == most), None)


def _set(counted: Counted, values: Ranked, settings: Mapping[str, Any], _: ColumnTerms) -> Shown:
    members = counted if settings.get("missing") == "show" else _known(counted, values)
    texts = (values.texts[rank] for rank, _ in members)
    listed = ", ".join("NULL" if text is None else text for text in texts)
    return f"{{{listed}}}" if members else None


def _of_type(number: Fraction, column: ColumnTerms) -> Shown:
    """A mean of numbers is a number; a mean of moments is cut to what their format tells."""
    return moment_text(column, math.floor(number)) if column.type == "date" else number


Function = Callable[[Counted, Ranked, Mapping[str, Any], ColumnTerms], Shown]
FUNCTIONS: Mapping[str, Function] = {
    "mean": _mean,
    "geometric-mean": _geometric,
    "median": _median,
    "interval": _interval,
    "mode": _mode,
    "set": _set,
}
