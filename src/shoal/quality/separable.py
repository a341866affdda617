"""Losses that are a sum over records in each column: the form that the fast search understands.

A kept record costs `kept` per unit of the domain that its value covers, a suppressed one
`suppressed` per unit plus a fixed amount. Hence everything but the suppressed records is known
from how often each column's values occur, before any classes are formed (docs/theory/search.md,
idea 2).
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.encoded import EncodedTable
from shoal.quality.aggregate import Aggregate


@dataclass(frozen=True, eq=False)
class Separable:
    """The parts of a separable loss, one entry per column.

    Columns that have levels come first, then aggregated columns if the quality model scores them.
    The units of aggregated columns are known from classes only, so `covers` has no entry for them,
    and the compiled searches do not take them.

    Attributes:
        covers: Per column and level: the units that each code covers.
        kept: What a kept record costs per unit.
        suppressed: What a suppressed record costs per unit; at most `kept`.
        record: What a suppressed record costs on top; at least `(kept - suppressed) * units`.
        smallest: The sum over all records that counts as no loss.
        scale: The sum above the smallest that counts as complete loss; 0 where nothing can be lost.
        weights: The weight of each column, the largest being 1.
        aggregate: How the columns become one number.
    """

    covers: tuple[tuple[Counts, ...], ...]
    kept: Floats
    suppressed: Floats
    record: Floats
    smallest: Floats
    scale: Floats
    weights: Floats
    aggregate: Aggregate

    def __post_init__(self) -> None:
        # The search relies on this: suppressing a record costs more the less it is generalized.
        assert np.all(self.suppressed <= self.kept)  # noqa: S101  (an invariant of ours)

    @property
    def aggregated_column_count(self) -> int:
        """How many aggregated columns are part of the loss."""
        return len(self.weights) - len(self.covers)

    def least_column_losses(self, encoded: EncodedTable) -> tuple[Floats, ...]:
        """For each column with levels: its loss at each level if no record is suppressed.

        It is a lower bound for all candidates with this level, because suppression only adds.
        """
        parts = []
        for at, covers in enumerate(self.covers):
            counts, levels = encoded.marginals[at], encoded.columns[at].codes
            units = [
                int((counts * of[codes]).sum()) for of, codes in zip(covers, levels, strict=True)
            ]
            total = np.maximum(0.0, self.kept[at] * np.array(units, float) - self.smallest[at])
            parts.append(total / self.scale[at] if self.scale[at] > 0 else 0 * total)
        return tuple(parts)

    def column_losses(
        self, units: Floats, suppressed_units: Floats, suppressed_records: float
    ) -> Floats:
        """The loss of each column, from 0 for none to 1 for all, of a candidate.

        Args:
            units: Per column: the units that the values of all records cover together.
            suppressed_units: The same for the suppressed records, which are among them.
            suppressed_records: How many records are suppressed.
        """
        # All records first, then what suppression adds: exactly nothing where it is free.
        charge = self.record * suppressed_records - (self.kept - self.suppressed) * suppressed_units
        total = self.kept * units + charge - self.smallest
        return np.where(self.scale > 0, np.maximum(0, total) / np.maximum(self.scale, 1e-300), 0)
