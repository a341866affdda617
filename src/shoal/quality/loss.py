"""Loss (Iyengar 2002, doi:10.1145/775047.775089; docs/theory/losses.md)."""

from typing import Annotated

import numpy as np
from annotated_types import Interval

from shoal.engine.arrays import Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, frac, row, sub, total
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate
from shoal.quality.columns import columns_of, combine_columns, score_of, weights_of
from shoal.quality.model import Score, generalization_and_suppression, quality_models
from shoal.quality.separable import Separable


@quality_models.register(
    "loss",
    formula=formula(
        sub("L", "i"),
        row("="),
        frac("1", "n"),
        total("r"),
        frac(row("|") + sub("g", "i") + row("( r ) |"), row("|") + sub("V", "i") + row("|")),
    ),
)
@plugin()
class Loss:
    """How much of each column's domain the released values cover, and how much was suppressed.

    Attributes:
        aggregate: How the columns' losses become one number.
        gs_factor: 0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.

    Card:
        group: How coarse values become
        says: How much of each column's values a released value may stand for.
        advice: The usual choice: it sees how wide a range is, not only which level it has.
        where: The share of the values of column i that the released value of record r covers,
            averaged over the n records; a suppressed record covers all.
        reference: Iyengar 2002, doi:10.1145/775047.775089
        place: 1
    """

    aggregate: Aggregate = Aggregate.GEOMETRIC_MEAN
    gs_factor: Annotated[float, Interval(ge=0, le=1)] = 0.5

    def loss(self, candidate: Candidate) -> Score:
        """The aggregated loss, from one integer sum per column."""
        form = self.separable(candidate.encoded)
        covers = (form.covers[at][level] for at, level in enumerate(candidate.levels))
        sums = [candidate.sums(at, units) for at, units in enumerate(covers)]
        sums += [candidate.distinct_sums(column.values) for column in candidate.encoded.aggregated]
        units, suppressed = np.array(sums, float).T
        losses = form.column_losses(units, suppressed, candidate.suppressed_records)
        return score_of(candidate.encoded, self.aggregate, losses.tolist())

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing lost to every column lost."""
        losses = [1.0] * len(columns_of(encoded, aggregated=True))
        return 0.0, combine_columns(encoded, self.aggregate, losses)

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """What generalization alone costs: suppressing a record only adds to it."""
        return self.separable(encoded).least_column_losses(encoded)

    def separable(self, encoded: EncodedTable) -> Separable:
        """The loss as sums over records, column by column; aggregated columns come last.

        An aggregated value stands for as much of the domain as its class has different values.
        """
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        domain = np.array([column.domain for column in columns_of(encoded, aggregated=True)], float)
        kept = generalization / domain
        # Every value as it is: what a single value covers, once per record.
        units = [int(column.covers[0].min()) for column in encoded.columns]
        unit = np.array([*units, *(0 for _ in encoded.aggregated)], float)
        smallest = kept * unit * encoded.records
        return Separable(
            covers=tuple(column.covers for column in encoded.columns),
            kept=kept,
            suppressed=(1 - suppression) / domain,
            record=np.full(len(domain), suppression),
            smallest=smallest,
            scale=np.maximum(0.0, encoded.records - smallest),
            weights=np.array(weights_of(encoded, aggregated=True)),
            aggregate=self.aggregate,
        )
