"""What labels say about numbers: from which number to which (docs/theory/utility.md).

Understood are numbers and dates themselves, intervals (`[20, 30[`, `]20, 30]`, `20-29`), sets
(`{3, 4, 7}`), masked digits (`81***` is 81000 to 81999) and one-sided labels (`<50`, `>=50`,
`90+`, `65 or older`), whose other end is open.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.data.types import ColumnType, DateType, DecimalType, IntegerType, OrderedType
from shoal.engine.arrays import Bools, Counts, Floats

Parser = Callable[[pl.Series], Floats]  # texts to numbers; not-a-number for other texts
DAY = 86_400_000_000  # dates are counted in days

INTERVAL = r"^[\[\]\(]\s*([^,;\[\]]+?)\s*[,;]\s*([^,;\[\]]+?)\s*[\[\]\)]$"
DASHED = r"^(-?\d+(?:\.\d+)?)\s*(?:-|–|\bto\b)\s*(-?\d+(?:\.\d+)?)$"
BELOW = (
    r"^(?:(?:<=|<|≤)\s*(.+?)"
    r"|(-?\d+(?:\.\d+)?)\s*(?:or|and) (?:less|fewer|under|below|younger))$"
)
ABOVE = (
    r"^(?:(?:>=|>|≥)\s*(.+?)"
    r"|(-?\d+(?:\.\d+)?)\s*(?:\+|(?:or|and) (?:more|over|above|older)))$"
)
MASKED = r"^-?[0-9]+\*+(\.\*+)?$"
STRICT = 3  # the first three of `_readings` leave no doubt: intervals, sets, masked digits
SET = r"^\{(.+)\}$"
WITHOUT_LOW = r"^(?:[\]\(].*[,;]|>[^=])"
WITHOUT_HIGH = r"^(?:[\[\]\(].*[,;].*[\[\)]$|<[^=])"


@dataclass(frozen=True, eq=False)
class Ranges:
    """From where to where each label reaches; not-a-number where it does not say.

    Attributes:
        low: The lower end.
        high: The upper end.
        without_low: Whether the lower end itself does not belong to it.
        without_high: Whether the upper end itself does not belong to it.
    """

    low: Floats
    high: Floats
    without_low: Bools
    without_high: Bools

    @property
    def has_both_ends(self) -> Bools:
        """Which labels say both ends."""
        return np.isfinite(self.low) & np.isfinite(self.high)

    @property
    def has_end(self) -> Bools:
        """Which labels say at least one end."""
        return np.isfinite(self.low) | np.isfinite(self.high)

    def inside(self, values: Floats) -> Counts:
        """How many of the values each label holds."""
        known = np.sort(values[np.isfinite(values)])
        start = _places(known, self.low, self.without_low)
        end = _places(known, self.high, ~self.without_high)
        start[~np.isfinite(self.low)], end[~np.isfinite(self.high)] = 0, len(known)
        return np.where(self.has_end, np.maximum(end - start, 0), 0)

    def holds(self, values: Floats) -> Bools:
        """Which labels hold which value: a line per value, an entry per label."""
        value = values[:, None]
        above = np.where(self.without_low, value > self.low, value >= self.low)
        below = np.where(self.without_high, value < self.high, value <= self.high)
        above |= ~np.isfinite(self.low)
        below |= ~np.isfinite(self.high)
        return above & below & self.has_end & np.isfinite(value)


def ranges(labels: pl.Series, number: Parser, *, strictly: bool = False) -> Ranges:
    """From where to where labels reach, by what they say themselves.

    Args:
        labels: The labels.
        number: How a text becomes a number.
        strictly: Whether only numbers, intervals, sets and masked digits are read.
    """
    low, high = number(labels), number(labels)
    for lower, upper in _readings(labels, number)[: STRICT if strictly else None]:
        empty = ~np.isfinite(low) & ~np.isfinite(high)
        low, high = np.where(empty, lower, low), np.where(empty, upper, high)
    swapped = low > high  # a masked negative number
    low, high = np.where(swapped, high, low), np.where(swapped, low, high)
    without = [_matches(labels, form) for form in (WITHOUT_LOW, WITHOUT_HIGH)]
    return Ranges(low, high, without[0], without[1])


def parser_of(type: ColumnType) -> Parser | None:
    """How the values of a column become numbers; None if they are no numbers."""
    if isinstance(type, IntegerType | DecimalType):
        return numbers
    if isinstance(type, DateType):
        return lambda texts: days(texts, type.full_format)
    if isinstance(type, OrderedType):
        return lambda texts: ranks(texts, type.order)
    return None


def numbers(texts: pl.Series) -> Floats:
    """Texts as numbers; NaN for other texts."""
    found = texts.cast(pl.Float64, strict=False).to_numpy().astype(np.float64)
    return np.where(np.isfinite(found), found, np.nan)


def days(texts: pl.Series, format: str) -> Floats:
    """Dates as days since 1970; NaN for other texts."""
    moments = texts.str.to_datetime(format, strict=False, ambiguous="earliest")
    micros = moments.dt.epoch("us").cast(pl.Float64).to_numpy()
    return micros / DAY


def ranks(texts: pl.Series, order: tuple[str, ...]) -> Floats:
    """Texts as their places in an order, from 0 on; NaN for texts that are not in it."""
    places = texts.replace_strict(order, range(len(order)), default=None, return_dtype=pl.Float64)
    return places.to_numpy().astype(np.float64)


def _places(known: Floats, ends: Floats, after: Bools) -> Counts:
    """How many of the sorted numbers come before each end; those equal to it only if `after`."""
    left, right = (np.searchsorted(known, ends, side) for side in ("left", "right"))
    return np.where(after, right, left)


def _matches(labels: pl.Series, form: str) -> Bools:
    """Which labels have a form."""
    return labels.str.contains(form).fill_null(value=False).to_numpy()


def _readings(labels: pl.Series, number: Parser) -> list[tuple[Floats, Floats]]:
    """For every form that a label can have: the lower and the upper end of each label.

    NaN where a label has no such form, or no such end. The first form that fits is taken.
    """
    nothing = np.full(len(labels), np.nan)
    masked = labels.set(pl.Series(~_matches(labels, MASKED)), None)
    return [
        (number(labels.str.extract(INTERVAL, 1)), number(labels.str.extract(INTERVAL, 2))),
        _set(labels, number),
        (number(masked.str.replace_all("*", "0", literal=True)),
         number(masked.str.replace_all("*", "9", literal=True))),
        (number(labels.str.extract(DASHED, 1)), number(labels.str.extract(DASHED, 2))),
        (nothing, number(_first_or_second_group(labels, BELOW))),
        (number(_first_or_second_group(labels, ABOVE)), nothing),
    ]  # fmt: skip


def _first_or_second_group(labels: pl.Series, form: str) -> pl.Series:
    """The text that the first or the second group of a form matches."""
    first, second = labels.str.extract(form, 1), labels.str.extract(form, 2)
    return pl.select(pl.coalesce(first, second)).to_series()


def _set(labels: pl.Series, number: Parser) -> tuple[Floats, Floats]:
    """The smallest and the largest member of each set; NaN if a member is no number."""
    members = pl.DataFrame({"text": labels.str.extract(SET, 1).str.split(",")}).with_row_index(
        "row"
    )
    each = members.explode("text").with_columns(pl.col("text").str.strip_chars())
    values = each.with_columns(pl.Series("number", number(each["text"]), nan_to_null=True))
    whole = pl.col("number").is_not_null().all()
    ends = values.group_by("row", maintain_order=True).agg(
        pl.when(whole).then(pl.col("number").min()).alias("low"),
        pl.when(whole).then(pl.col("number").max()).alias("high"),
    )
    return (
        ends["low"].cast(pl.Float64).to_numpy().astype(np.float64),
        ends["high"].cast(pl.Float64).to_numpy().astype(np.float64),
    )
