"""The values of one column, counted in each class: what an aggregate function sees."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from shoal.data.types import ColumnType
from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.classes import histogram
from shoal.engine.encoded import Occurrences
from shoal.engine.grouping import Grouping
from shoal.hierarchies.line import DateLine, Line, on_dates
from shoal.hierarchies.order import format_of, order_of, sort_values
from shoal.hierarchies.whole_numbers import Whole


@dataclass(frozen=True, eq=False)
class Members:
    """Entries of a value in a class, sorted by class and then by value; each class has one.

    Attributes:
        classes: The class of each entry.
        values: The code of its value; codes follow the order of the column's type.
        counts: How many records of the class have it.
        labels: The text of each code; the missing value, if there is one, comes last.
        line: The line that numbers and dates lie on.
        places: Where the value of each code lies on the line; 0 for the missing one.
    """

    classes: Codes
    values: Codes
    counts: Counts
    labels: pl.Series
    line: Line | None = None
    places: Whole | None = None

    @cached_property
    def starts(self) -> Counts:
        """Where the entries of each class begin."""
        return np.flatnonzero(np.diff(self.classes, prepend=-1))

    @property
    def is_known(self) -> Bools:
        """Which entries are not the missing value."""
        missing = len(self.labels) - 1 if self.labels.null_count() else -1
        known: Bools = self.values != missing
        return known

    @cached_property
    def counts_of_known(self) -> Counts:
        """Records per entry, none for the missing value."""
        return np.where(self.is_known, self.counts, 0)

    def per_class(self, numbers: Counts) -> Counts:
        """Numbers per entry, added up per class."""
        return np.add.reduceat(numbers, self.starts) if self.starts.size else self.starts

    def on_line(self) -> tuple[Line, Whole]:
        """The line and the place of each entry, large enough to be added up without overflow."""
        assert self.line is not None  # noqa: S101  (types are checked where the study is read)
        assert self.places is not None  # noqa: S101
        largest = int(np.abs(self.places).max(initial=0))
        fits = largest * max(1, int(self.counts.sum())) < 1 << 62
        return self.line, (self.places if fits else self.places.astype(object))[self.values]

    @property
    def different_values(self) -> int:
        """How many different values there are, the missing one not counted."""
        return len(self.labels) - self.labels.null_count()

    def line_numbers(self, texts: pl.Series) -> Floats:
        """Texts of the column's type as numbers on its line, in the unit of `places` over `one`."""
        if isinstance(self.line, DateLine):
            found = np.full(len(texts), np.nan)
            _, places = on_dates(texts.drop_nulls(), self.line.format)
            found[texts.is_not_null().to_numpy()] = places / self.line.one
            return found
        return texts.cast(pl.Float64, strict=False).fill_null(np.nan).to_numpy()

    def text_of(self, entries: Counts, shown: Bools) -> pl.Series:
        """The text of one entry per class; missing where a class has nothing to show."""
        codes = pl.Series(np.where(shown, self.values[entries], len(self.labels)))
        return self.labels.extend_constant(None, 1).gather(codes)


def members_of(occurrences: Occurrences, grouping: Grouping, type: ColumnType) -> Members:
    """What an aggregate function sees of a column in the classes of a grouping."""
    found = histogram(occurrences, grouping)
    line, places = _on_line(occurrences.labels, type)
    return Members(found.classes, found.values, found.counts, occurrences.labels, line, places)


def _on_line(labels: pl.Series, type: ColumnType) -> tuple[Line | None, Whole | None]:
    """Where numbers and dates lie; the labels are in order already, the missing one last."""
    known = sort_values(labels.drop_nulls(), order_of(type), format_of(type))
    if known.line is None or known.places is None:
        return None, None
    missing = np.zeros(labels.null_count(), known.places.dtype)
    return known.line, np.concatenate([known.places, missing])


def squared_error(members: Members, shown: pl.Series) -> float | None:
    """The mean squared distance between values and what their class shows, on a scale from 0 to 1.

    Missing values and classes that show no number are left out; None if nothing is left, or where
    values are no numbers or dates (docs/theory/recoding.md).

    Args:
        members: The values of each class.
        shown: What each class shows: a number, or a date as the column's type writes it.
    """
    if members.line is None or members.places is None:
        return None
    numbers = members.places.astype(float) / members.line.one
    width = float(np.ptp(numbers[: members.different_values])) if members.different_values else 0.0
    aggregates = members.line_numbers(shown)[members.classes]
    counted = members.is_known & ~np.isnan(aggregates)
    counts = np.where(counted, members.counts, 0)
    if not counts.any():
        return None
    distance = np.where(counted, numbers[members.values] - aggregates, 0.0) / (width or 1.0)
    return float((counts * distance**2).sum() / counts.sum())
