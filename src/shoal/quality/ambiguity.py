"""Ambiguity (Nergiz & Clifton 2007, doi:10.1016/j.datak.2007.03.009; docs/theory/losses.md)."""

from math import fsum, prod

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, row, sub, total
from shoal.plugin import plugin
from shoal.quality.model import Score, quality_models

EXACT = 1 << 62  # sums up to here fit whole numbers


@quality_models.register(
    "ambiguity",
    formula=formula(total("r"), total("i", "∏"), row("|"), sub("g", "i"), row("( r ) |")),
)
@plugin()
class Ambiguity:
    """For each record, how many combinations of original values it may stand for.

    A suppressed record may stand for all.

    Card:
        group: How large classes are
        advice: When the number of possible worlds matters; it punishes wide classes hard.
        where: |g| is how many values the released value of record r in column i may stand for.
        reference: Nergiz & Clifton 2007, doi:10.1016/j.datak.2007.03.009
        place: 7
    """

    def loss(self, candidate: Candidate) -> Score:
        """The combinations, summed over all records."""
        charge = candidate.suppressed_records * _all_combinations(candidate.encoded)
        return Score(_combinations(candidate, ~candidate.suppressed) + float(charge))

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From one combination per record to all."""
        return float(encoded.records), float(encoded.records * _all_combinations(encoded))

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """A mean is at least the geometric mean, which columns tell one by one."""
        logarithms = np.zeros(len(levels))
        for at, column in enumerate(encoded.columns):
            counts = encoded.marginals[at] / max(1, encoded.records)
            parts = [
                fsum((counts * np.log(leaves[codes])).tolist())
                for codes, leaves in zip(column.codes, column.leaves, strict=True)
            ]
            logarithms += np.array(parts)[levels[:, at]]
        return encoded.records * np.exp(logarithms)

    def bound_above(self, candidate: Candidate, most_suppressed: int) -> float:
        """Generalizing more, or suppressing, only adds combinations."""
        return _combinations(candidate, np.ones_like(candidate.suppressed))


def _all_combinations(encoded: EncodedTable) -> int:
    """All combinations of values; exact, however many."""
    return prod(column.values for column in encoded.columns)


def _combinations(candidate: Candidate, kept: Bools) -> float:
    """Combinations under each class, summed over the records of the classes that are kept."""
    encoded, grouping = candidate.encoded, candidate.grouping
    exact = encoded.records * _all_combinations(encoded) < EXACT
    under = grouping.sizes[kept].astype(np.int64 if exact else np.float64)
    keys = grouping.keys[kept]
    for at, column in enumerate(encoded.columns):
        codes = encoded.layout.field(keys, at)
        under *= column.leaves[candidate.levels[at]][codes]
    return float(under.sum()) if exact else fsum(under.tolist())
