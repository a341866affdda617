"""Losses that have one part per column: how the parts become a score, and its range.

A model of this kind says what each column costs at least at each level (`least`); the parts are
weighted and aggregated everywhere in the same way (docs/theory/losses.md). A model that also scores
aggregated columns, which are outside the key, puts their parts last.
"""

from collections.abc import Sequence
from typing import Annotated

from annotated_types import Interval

from shoal.engine.encoded import AggregatedColumn, EncodedColumn, EncodedTable
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate, combine, losses_by_size, normalize_weights
from shoal.quality.model import Score

Part = EncodedColumn | AggregatedColumn


@plugin()
class ByColumn:
    """A loss with one part per column, which may ignore suppression.

    Attributes:
        aggregate: How the columns' losses become one number.
        gs_factor: 0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.
        monotonic: Ignore suppression. With a high suppression limit, such a loss is lowest where
            everything is suppressed.
    """

    aggregate: Aggregate = Aggregate.SUM
    gs_factor: Annotated[float, Interval(ge=0, le=1)] = 0.5
    monotonic: bool = False


def weights_of(encoded: EncodedTable, aggregated: bool = False) -> list[float]:
    """The weight of each column that is scored, the largest being 1.

    Args:
        encoded: The table.
        aggregated: Whether aggregated columns are scored, too; they come last.
    """
    return normalize_weights([column.weight for column in columns_of(encoded, aggregated)])


def score_of(encoded: EncodedTable, aggregate: Aggregate, losses: Sequence[float]) -> Score:
    """The score that the columns' losses make together.

    Args:
        encoded: The table.
        aggregate: How the losses become one number.
        losses: The loss of each column; those of aggregated columns last, if they are scored.
    """
    aggregated = len(losses) > len(encoded.columns)
    weights = weights_of(encoded, aggregated)
    names = (column.name for column in columns_of(encoded, aggregated))
    return Score(
        combine(aggregate, losses, weights),
        dict(zip(names, losses, strict=True)),
        losses_by_size(losses, weights) if aggregate is Aggregate.RANK else (),
    )


def combine_columns(encoded: EncodedTable, aggregate: Aggregate, losses: Sequence[float]) -> float:
    """The columns' losses as one number; arguments as in `score_of`."""
    weights = weights_of(encoded, len(losses) > len(encoded.columns))
    return combine(aggregate, losses, weights)


def columns_of(encoded: EncodedTable, aggregated: bool) -> list[Part]:
    """The columns that are scored; if `aggregated`, aggregated columns come last."""
    return [*encoded.columns, *(encoded.aggregated if aggregated else ())]
