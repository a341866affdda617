"""Precision (Sweeney 2002, doi:10.1142/S021848850200165X; docs/theory/losses.md)."""

from collections.abc import Callable

import numpy as np

from shoal.engine.arrays import Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, frac, row, sub
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate
from shoal.quality.columns import ByColumn, combine_columns, score_of, weights_of
from shoal.quality.model import Score, generalization_and_suppression, quality_models
from shoal.quality.separable import Separable


@quality_models.register(
    "precision",
    formula=formula(sub("L", "i"), row("="), frac(sub("l", "i"), sub("h", "i"))),
)
@plugin()
class Precision(ByColumn):
    """How far each column is generalized, as a share of the height of its hierarchy.

    A kept record costs level / height, a suppressed one as much as the highest level. What
    Sweeney calls precision is 1 minus this.

    Card:
        group: How coarse values become
        says: How far up its hierarchy each column is.
        advice: When hierarchies were made with care, and each of their levels is one step of
            meaning.
        where: l is the level of column i, h the height of its hierarchy.
        reference: Sweeney 2002, doi:10.1142/S021848850200165X
        place: 2
    """

    aggregate: Aggregate = Aggregate.ARITHMETIC_MEAN

    def loss(self, candidate: Candidate) -> Score:
        """The aggregated loss, from levels and the number of suppressed records."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        records = candidate.encoded.records
        suppressed = 0 if self.monotonic else candidate.suppressed_records
        losses = []
        for column, level in zip(candidate.encoded.columns, candidate.levels, strict=True):
            # Level sums and heights are whole numbers; only the last steps round.
            kept = generalization * (level * (records - suppressed))
            total = kept + suppression * (column.height * suppressed)
            losses.append(total / max(1, column.height * records))
        if not self.monotonic:
            losses += self._losses_of_aggregated(candidate)
        return score_of(candidate.encoded, self.aggregate, losses)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing lost to every column lost."""
        most = generalization_and_suppression(self.gs_factor)[0] if self.monotonic else 1.0
        losses = [most * (column.height > 0) for column in encoded.columns]
        losses += [] if self.monotonic else [1.0] * len(encoded.aggregated)
        return 0.0, combine_columns(encoded, self.aggregate, losses)

    def _losses_of_aggregated(self, candidate: Candidate) -> list[float]:
        """What aggregated columns lose: the share of their values that a class has."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        losses = []
        for column in candidate.encoded.aggregated:
            units, suppressed = candidate.distinct_sums(column.values)
            kept = generalization * (units - suppressed) / column.domain
            total = kept + suppression * candidate.suppressed_records
            losses.append(total / max(1, candidate.encoded.records))
        return losses

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """Each column's least loss at each level: nothing or as much as possible is suppressed."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        share = 0.0 if self.monotonic else most_suppressed / max(1, encoded.records)
        parts = []
        for column in encoded.columns:
            kept = generalization * np.arange(column.height + 1) / max(1, column.height)
            price = suppression * (column.height > 0)
            parts.append(np.minimum(kept, (1 - share) * kept + share * price))
        return tuple(parts)

    @property
    def separable(self) -> Callable[[EncodedTable], Separable] | None:
        """The form that the compiled search takes, unless losing may cost less."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        return self._separable if self.monotonic or suppression >= generalization else None

    def _separable(self, encoded: EncodedTable) -> Separable:
        """The loss as sums over records, column by column."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        outside = [] if self.monotonic else [column.domain for column in encoded.aggregated]
        height = np.array([*(column.height for column in encoded.columns), *outside], float)
        kept = np.full(len(height), generalization)
        return Separable(
            covers=tuple(
                tuple(np.full(size, level) for level, size in enumerate(column.sizes))
                for column in encoded.columns
            ),
            kept=kept,
            suppressed=kept if self.monotonic else 0 * kept,
            record=0 * kept if self.monotonic else suppression * height,
            smallest=0 * kept,
            scale=encoded.records * height,
            weights=np.array(weights_of(encoded, not self.monotonic)),
            aggregate=self.aggregate,
        )
