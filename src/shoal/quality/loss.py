"""Loss (Iyengar 2002, doi:10.1145/775047.775089; spec/utility.md §3.3)."""

from typing import Annotated

import numpy as np
from annotated_types import Interval

from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate, combined, normalized, ranking
from shoal.quality.model import Score, generalization_and_suppression, quality_models
from shoal.quality.separable import Separable


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
        form = self.separable(candidate.encoded)
        covers = (form.covers[at][level] for at, level in enumerate(candidate.levels))
        sums = [candidate.sums(at, units) for at, units in enumerate(covers)]
        units, suppressed = np.array(sums, float).T
        losses = form.column_losses(units, suppressed, candidate.suppressed_records)
        return _score(candidate.encoded, form, losses.tolist())

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing lost to every column lost."""
        weights = normalized([column.weight for column in encoded.columns])
        return 0.0, combined(self.aggregate, [1.0] * len(weights), weights)

    def separable(self, encoded: EncodedTable) -> Separable:
        """The loss as sums over records, column by column."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        domain = np.array([column.domain for column in encoded.columns], float)
        kept = generalization / domain
        # Every value as it is: what a single value covers, once per record.
        unit = np.array([int(column.covers[0].min()) for column in encoded.columns], float)
        smallest = kept * unit * encoded.records
        return Separable(
            covers=tuple(column.covers for column in encoded.columns),
            kept=kept,
            suppressed=(1 - suppression) / domain,
            record=np.full(len(domain), suppression),
            smallest=smallest,
            scale=np.maximum(0.0, encoded.records - smallest),
            weights=np.array(normalized([column.weight for column in encoded.columns])),
            aggregate=self.aggregate,
        )


def _score(encoded: EncodedTable, form: Separable, losses: list[float]) -> Score:
    weights = form.weights.tolist()
    names = [column.name for column in encoded.columns]
    return Score(
        combined(form.aggregate, losses, weights),
        dict(zip(names, losses, strict=True)),
        ranking(losses, weights) if form.aggregate is Aggregate.RANK else (),
    )
