"""Discernibility (Bayardo & Agrawal 2005, doi:10.1109/ICDE.2005.42; docs/theory/losses.md)."""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, row, sup, total
from shoal.plugin import plugin
from shoal.quality.class_counts import most_classes
from shoal.quality.model import Score, quality_models


@quality_models.register(
    "discernibility", formula=formula(total("E"), sup("|E|", "2"), row("+ n · s"))
)
@plugin()
class Discernibility:
    """For each record, how many records look like it; a suppressed one looks like all.

    The sum of the squared class sizes, plus the size of the table for each suppressed record.

    Attributes:
        monotonic: Ignore suppression (DM*). With a high suppression limit, such a loss is lowest
            where everything is suppressed.

    Card:
        group: How large classes are
        says: For each record, how many others it can no longer be told from.
        advice: When records must stay distinguishable, whatever their values are.
        where: |E| is the size of a class, n the number of records, s how many are suppressed.
        reference: Bayardo & Agrawal 2005, doi:10.1109/ICDE.2005.42
        place: 5
    """

    monotonic: bool = False

    def loss(self, candidate: Candidate) -> Score:
        """Whole numbers only."""
        if self.monotonic:
            return Score(_squares(candidate.grouping.sizes))
        charge = candidate.encoded.records * candidate.suppressed_records
        return Score(_squares(candidate.kept_sizes) + charge)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From the table as it is to a single class."""
        return _squares(encoded.counts), float(encoded.records) ** 2

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """The squares of so many classes are least where all have the same size."""
        least = encoded.records**2 / np.maximum(1, most_classes(encoded, levels))
        return np.maximum(self.range(encoded)[0], least)

    def bound_above(self, candidate: Candidate, most_suppressed: int) -> float:
        """Merging classes, and suppressing one, only adds to the squares."""
        return _squares(candidate.grouping.sizes)


def _squares(sizes: Counts) -> float:
    """The sum of the squares."""
    return float(np.square(sizes).sum())
