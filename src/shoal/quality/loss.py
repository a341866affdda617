"""Loss (Iyengar 2002, doi:10.1145/775047.775089; spec/utility.md §3.3)."""

from typing import Annotated

from annotated_types import Interval

from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate, combined, normalized, ranking
from shoal.quality.model import Score, generalization_and_suppression, quality_models


@quality_models.register("loss")
@plugin()
class Loss:
    """How much of each column's domain the released values cover, and how much was suppressed.

    Attributes:
        aggregate: How the columns' losses become one number.
        gs_factor: 0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.
    """

    aggregate: Aggregate = Aggregate.GEOMETRIC_MEAN
    gs_factor: Annotated[float, Interval(ge=0, le=1)] = 0.5

    def loss(self, candidate: Candidate) -> Score:
        """The aggregated loss, from one integer sum per column."""
        columns = candidate.encoded.columns
        losses = [self._column_loss(candidate, at) for at in range(len(columns))]
        weights = normalized([column.weight for column in columns])
        names = (column.name for column in columns)
        return Score(
            combined(self.aggregate, losses, weights),
            dict(zip(names, losses, strict=True)),
            ranking(losses, weights) if self.aggregate is Aggregate.RANK else (),
        )

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing lost to every column lost."""
        weights = normalized([column.weight for column in encoded.columns])
        return 0.0, combined(self.aggregate, [1.0] * len(weights), weights)

    def _column_loss(self, candidate: Candidate, at: int) -> float:
        column = candidate.encoded.columns[at]
        covers = column.covers[candidate.levels[at]]
        kept = int((candidate.marginal(at, suppressed=False) * covers).sum())
        suppressed = int((candidate.marginal(at, suppressed=True) * covers).sum())
        records = candidate.encoded.records
        return self.column_loss(column, records, kept, suppressed, candidate.suppressed_records)

    def column_loss(
        self, column: EncodedColumn, records: int, kept: int, suppressed: int, left_out: int
    ) -> float:
        """Normalized loss of one column.

        Args:
            column: The column, for the size of its domain.
            records: All records of the table.
            kept: How much of the domain the kept records' values cover, summed over records.
            suppressed: The same over the suppressed records.
            left_out: The number of suppressed records.
        """
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        covered = generalization * kept + (1 - suppression) * suppressed
        total = covered / column.domain + suppression * left_out
        smallest = generalization * records / column.domain
        if records <= smallest:  # a domain of one value has nothing to lose
            return 0.0
        return max(0.0, (total - smallest) / (records - smallest))
