"""Entropy-based loss (Wan et al. 2015, doi:10.1371/journal.pone.0120592; docs/theory/losses.md)."""

from math import fsum
from typing import Annotated

import numpy as np
from annotated_types import Interval

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import Candidate, distinct_values
from shoal.engine.encoded import EncodedTable
from shoal.engine.information import all_information, information_lost_by_code
from shoal.formula import formula, frac, row, sub, total, words
from shoal.plugin import plugin
from shoal.quality.model import Score, generalization_and_suppression, quality_models


@quality_models.register(
    "entropy-based-loss",
    formula=formula(
        row("1 +"), frac(row("log") + total("i", "∏") + sub("σ", "i"), words("largest"))
    ),
)
@plugin()
class EntropyBasedLoss:
    """For each record, which share of the information about its values is lost, from 0 to 1.

    The information in a value is the logarithm of its share of the domain, columns taken together.

    Attributes:
        gs_factor: 0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.

    Card:
        group: How much information is lost
        says: Which share of the information about a record is lost, all columns together.
        advice: The measure that the economic promises use, too.
        where: σ is the share of the values of column i that a released value covers.
        reference: Wan et al. 2015, doi:10.1371/journal.pone.0120592
        place: 10
    """

    gs_factor: Annotated[float, Interval(ge=0, le=1)] = 0.5

    def loss(self, candidate: Candidate) -> Score:
        """Shares add up column by column, so counts of generalized values are enough."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        terms: list[float] = []
        for at, column in enumerate(candidate.encoded.columns):
            kept = candidate.counts(at) - candidate.suppressed_counts(at)
            terms += (kept * information_lost_by_code(column, candidate.levels[at])).tolist()
        for outside in candidate.encoded.aggregated:
            kept = np.where(candidate.suppressed, 0, candidate.grouping.sizes)
            values = distinct_values(outside.values, candidate.grouping)
            terms += (kept * np.log(np.maximum(values, 1))).tolist()
        lost = fsum(terms) / all_information(candidate.encoded)
        return Score(generalization * lost + suppression * candidate.suppressed_records)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing to every record lost."""
        return 0.0, float(encoded.records)

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """What all records lose, less what suppression may spare where it is cheaper."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        lost = np.zeros(len(levels))
        for at, column in enumerate(encoded.columns):
            parts = [
                fsum(
                    (
                        encoded.marginals[at] * information_lost_by_code(column, level)[codes]
                    ).tolist()
                )
                for level, codes in enumerate(column.codes)
            ]
            lost += np.array(parts)[levels[:, at]] / all_information(encoded)
        # A suppressed record has lost one at most, and all records what they have lost.
        spared = np.minimum(lost, most_suppressed) * max(0.0, generalization - suppression)
        return generalization * lost - spared
