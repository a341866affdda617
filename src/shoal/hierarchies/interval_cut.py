"""Cuts one level of intervals: the label of every value, and its width."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.hierarchies.distinct_labels import make_distinct
from shoal.hierarchies.interval_pattern import Pattern, Spans
from shoal.hierarchies.interval_range import Range, distance, set_where
from shoal.hierarchies.labels import Label
from shoal.hierarchies.line import Line
from shoal.hierarchies.members import Members
from shoal.hierarchies.whole_numbers import Whole


@dataclass(frozen=True)
class Cut:
    """One level of intervals.

    Attributes:
        labels: The label of each value.
        widths: How wide the interval of each value is, in places; 0 if it has no end.
    """

    labels: pl.Series
    widths: Whole


@dataclass(frozen=True)
class Cutter:
    """Labels values by intervals; all levels of a hierarchy use the same cutter.

    Attributes:
        limits: The range of the intervals.
        line: How places are written.
        functions: All label functions; patterns name them by their position.
    """

    limits: Range
    line: Line
    functions: Sequence[Label]

    def cut(self, pattern: Pattern, places: Whole) -> Cut:
        """The label and width of each place: an interval of the pattern, or a coded end."""
        limits = self.limits
        below, above = limits.below(places), limits.above(places)
        spans = limits.snap_spans(pattern, places)
        low, high = self._end_label("<", limits.bottom), self._end_label(">=", limits.top)
        labels = np.empty(len(places), dtype=object)
        inside = ~(below | above)
        labels[inside] = self._labels(spans, inside, [*low, *high])
        labels[below], labels[above] = low or None, high or None
        widths = set_where(
            spans.ends - spans.starts, below, distance(limits.minimum, limits.bottom)
        )
        widths = set_where(widths, above, distance(limits.top, limits.maximum))
        return Cut(pl.Series(labels.tolist(), dtype=pl.String), widths)

    def _end_label(self, sign: str, bound: int | None) -> list[str]:
        """The label of a coded end, in a list; empty if there is no such end."""
        return [] if bound is None else [sign + self.line.texts([bound])[0]]

    def _labels(self, spans: Spans, inside: NDArray[np.bool_], taken: list[str]) -> Whole:
        """The label of each place inside; every interval is labeled once, the lowest first.

        Args:
            spans: The interval of each place.
            inside: One flag per place: whether it is in no coded end.
            taken: The labels of the coded ends.
        """
        # No two intervals of a level start at the same place.
        _, firsts, which = np.unique(spans.starts[inside], return_index=True, return_inverse=True)
        rows = np.flatnonzero(inside)[firsts]
        different = Spans(spans.starts[rows], spans.ends[rows], spans.functions[rows])
        labels = make_distinct(self._write_labels(different), taken)
        return np.array(labels.to_list(), dtype=object)[which]

    def _write_labels(self, spans: Spans) -> list[str]:
        """The label of each interval by its own label function."""
        labels = np.empty(len(spans.starts), dtype=object)
        for number in np.unique(spans.functions):
            chosen = spans.functions == number
            bounds = np.stack([spans.starts[chosen], spans.ends[chosen]], axis=1).ravel()
            texts = pl.Series(self.line.texts(bounds.tolist()), dtype=pl.String)
            pairs = Members(texts, np.arange(0, len(bounds), 2), self.line, bounds)
            labels[chosen] = self.functions[number].labels(pairs).to_list()
        return labels.tolist()
