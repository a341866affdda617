"""The values of one column, counted in each class: what an aggregate function sees."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from shoal.data.types import ColumnType
from shoal.engine.arrays import Bools, Codes, Counts
from shoal.engine.classes import histogram
from shoal.engine.encoded import Occurrences
from shoal.engine.grouping import Grouping
from shoal.hierarchies.line import Line
from shoal.hierarchies.order import format_of, in_order, order_of
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
    def known(self) -> Bools:
        """Which entries are not the missing value."""
        missing = len(self.labels) - 1 if self.labels.null_count() else -1
        known: Bools = self.values != missing
        return known

    @cached_property
    def known_counts(self) -> Counts:
        """Records per entry, none for the missing value."""
        return np.where(self.known, self.counts, 0)

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
    known = in_order(labels.drop_nulls(), order_of(type), format_of(type))
    if known.line is None or known.places is None:
        return None, None
    missing = np.zeros(labels.null_count(), known.places.dtype)
    return known.line, np.concatenate([known.places, missing])
