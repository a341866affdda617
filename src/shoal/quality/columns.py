"""Losses that have one part per column: how the parts become a score, and its range.

A model of this kind says what each column costs at least at each level (`least`); the parts are
weighted and aggregated everywhere in the same way (spec/utility.md §3.1).
"""

from collections.abc import Sequence

from shoal.engine.encoded import EncodedTable
from shoal.quality.aggregate import Aggregate, combined, normalized, ranking
from shoal.quality.model import Score


def weights_of(encoded: EncodedTable) -> list[float]:
    """The weight of each column, the largest being 1."""
    return normalized([column.weight for column in encoded.columns])


def scored(encoded: EncodedTable, aggregate: Aggregate, losses: Sequence[float]) -> Score:
    """The score that the columns' losses make together."""
    weights = weights_of(encoded)
    names = (column.name for column in encoded.columns)
    return Score(
        combined(aggregate, losses, weights),
        dict(zip(names, losses, strict=True)),
        ranking(losses, weights) if aggregate is Aggregate.RANK else (),
    )


def together(encoded: EncodedTable, aggregate: Aggregate, losses: Sequence[float]) -> float:
    """The columns' losses as one number."""
    return combined(aggregate, losses, weights_of(encoded))
