"""Height (Samarati 2001, doi:10.1109/69.971193) and static losses (docs/theory/losses.md)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Ge

from shoal.engine.arrays import Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.formula import formula, row, sub, total
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate
from shoal.quality.columns import combine_columns, score_of, weights_of
from shoal.quality.model import Score, quality_models
from shoal.quality.separable import Separable


@quality_models.register("height", formula=formula(row("L ="), total("i"), sub("l", "i")))
@plugin()
class Height:
    """The levels themselves, whatever they do to the data; suppression is ignored.

    Attributes:
        aggregate: How the columns' levels become one number.

    Card:
        group: How coarse values become
        says: The levels themselves, added up.
        advice: For comparisons with older work; it does not look at the data.
        where: l is the level of column i.
        reference: Samarati 2001, doi:10.1109/69.971193
        place: 3
    """

    aggregate: Aggregate = Aggregate.SUM
    ignores_suppression: ClassVar = True

    def loss(self, candidate: Candidate) -> Score:
        """The aggregated levels."""
        return score_of(candidate.encoded, self.aggregate, [float(one) for one in candidate.levels])

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From the bottom to the top."""
        heights = [float(column.height) for column in encoded.columns]
        return 0.0, combine_columns(encoded, self.aggregate, heights)

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """The levels; what is suppressed makes no difference."""
        return tuple(np.arange(column.height + 1.0) for column in encoded.columns)

    def separable(self, encoded: EncodedTable) -> Separable:
        """Each record, suppressed or not, costs its level; the mean is the level."""
        ones = np.ones(len(encoded.columns))
        return Separable(
            covers=tuple(
                tuple(np.full(size, level) for level, size in enumerate(column.sizes))
                for column in encoded.columns
            ),
            kept=ones,
            suppressed=ones,
            record=0 * ones,
            smallest=0 * ones,
            scale=max(1, encoded.records) * ones,
            weights=np.array(weights_of(encoded)),
            aggregate=self.aggregate,
        )


@quality_models.register(
    "static",
    formula=formula(row("L ="), total("i"), sub("c", "i"), row("("), sub("l", "i"), row(")")),
    begin={"table": {}},
)
@plugin()
class Static:
    """Losses that the study itself gives for each level of each column; suppression is ignored.

    Attributes:
        table: For each quasi-identifier, the loss of each level from the lowest up; never falling.
        aggregate: How the columns' losses become one number.

    Card:
        group: How coarse values become
        says: What you say that each level of each column costs.
        advice: When a recipient can put a price on each level.
        where: c is the cost, as you give it, of column i at its level l.
        reference: Samarati 2001, doi:10.1109/69.971193
        place: 4
    """

    table: Mapping[str, tuple[Annotated[float, Ge(0)], ...]]
    aggregate: Aggregate = Aggregate.SUM
    ignores_suppression: ClassVar = True

    def __post_init__(self) -> None:
        """Refuse losses that fall."""
        falling = [name for name, losses in self.table.items() if list(losses) != sorted(losses)]
        if falling:
            raise ValueError(
                f"the losses of {', '.join(map(repr, falling))} fall at a higher level"
            )

    def loss(self, candidate: Candidate) -> Score:
        """The aggregated losses of the levels."""
        columns = zip(candidate.encoded.columns, candidate.levels, strict=True)
        losses = [self._losses(column)[level] for column, level in columns]
        return score_of(candidate.encoded, self.aggregate, losses)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From the bottom to the top."""
        parts = [self._losses(column) for column in encoded.columns]
        low = combine_columns(encoded, self.aggregate, [part[0] for part in parts])
        return low, combine_columns(encoded, self.aggregate, [part[-1] for part in parts])

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """The losses; what is suppressed makes no difference."""
        return tuple(np.array(self._losses(column)) for column in encoded.columns)

    def _losses(self, column: EncodedColumn) -> tuple[float, ...]:
        """One loss per level; a level that was added to explain a failure costs as the highest."""
        given = self.table[column.name][: column.height + 1]
        return (*given, *given[-1:] * (column.height + 1 - len(given)))

    def problems(self, encoded: EncodedTable) -> Iterator[str]:
        """What the table lacks for these columns."""
        for column in encoded.columns:
            found, levels = len(self.table.get(column.name, ())), column.height + 1
            if found != levels:
                yield (
                    f"quality model 'static': column {column.name!r} has {levels} levels, its list"
                    f" of losses has {found} entries. Give one loss per level."
                )
