"""The same question with more room: added roots, dropped columns, higher levels, weaker promises.

`Effort` turns "the fewest steps" into a loss, so that the exact search itself finds the smallest
change: a candidate costs the steps by which its levels exceed those that are allowed.
"""

from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.lattice import Lattice, Levels
from shoal.quality.aggregate import Aggregate
from shoal.quality.model import Score
from shoal.quality.separable import Separable
from shoal.search.problem import Problem

STEP = 1 << 20  # what one step costs; the columns' losses, which break ties, stay below it


def has_root(column: EncodedColumn) -> bool:
    """Whether the highest level has one label only."""
    return column.sizes[-1] == 1


def add_root(column: EncodedColumn, top: int | None = None) -> EncodedColumn:
    """The column with one more level above `top` (by default, all levels), of a single label."""
    levels = slice(0, column.height + 1 if top is None else top + 1)
    return replace(
        column,
        codes=(*column.codes[levels], np.zeros(column.sizes[0], np.int32)),
        labels=(*column.labels[levels], pl.Series(["*"])),
        covers=(*column.covers[levels], np.array([column.domain], np.int64)),
        leaves=(*column.leaves[levels], np.array([column.values], np.int64)),
    )


def with_columns(problem: Problem, columns: dict[int, EncodedColumn], lattice: Lattice) -> Problem:
    """The question with some columns and the candidates replaced."""
    kept = problem.encoded.columns
    changed = tuple(columns.get(at, column) for at, column in enumerate(kept))
    return replace(problem, encoded=replace(problem.encoded, columns=changed), lattice=lattice)


def drop_columns(problem: Problem, dropped: set[int]) -> Problem:
    """The question where dropped columns (by number) can only be at a root, which tells nothing."""
    tops = problem.lattice.maximum
    columns = {at: add_root(problem.encoded.columns[at], tops[at]) for at in dropped}
    low = (tops[at] + 1 if at in dropped else low for at, low in enumerate(problem.lattice.minimum))
    high = tuple(top + (at in dropped) for at, top in enumerate(tops))
    return with_columns(problem, columns, Lattice(tuple(low), high))


@dataclass(frozen=True)
class Effort:
    """Steps above the levels that are allowed; between equals, the columns' summed loss.

    Attributes:
        allowed: The highest level of each column that costs nothing.
    """

    allowed: Levels

    def loss(self, candidate: Candidate) -> Score:
        """The cost of a candidate's levels; its classes play no part."""
        form = self.separable(candidate.encoded)
        costs = (form.covers[at][level][0] for at, level in enumerate(candidate.levels))
        return Score(float(sum(costs)))

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From no step to all."""
        return 0.0, float(STEP * sum(column.height + 1 for column in encoded.columns))

    def separable(self, encoded: EncodedTable) -> Separable:
        """The cost as a sum over records, each of which pays the same, suppressed or not."""
        ones = np.ones(len(encoded.columns))
        return Separable(
            covers=tuple(self._covers(encoded, at) for at in range(len(encoded.columns))),
            kept=ones,
            suppressed=ones,
            record=0 * ones,
            smallest=0 * ones,
            scale=max(1, encoded.records) * ones,
            weights=ones,
            aggregate=Aggregate.SUM,
        )

    def _covers(self, encoded: EncodedTable, at: int) -> tuple[Counts, ...]:
        """What each code of a column costs, by level: nothing up to the allowed level.

        Above it, STEP for each step, and less than STEP for how much the level covers.
        """
        column, tie = encoded.columns[at], STEP / (len(encoded.columns) + 1)
        counts = np.bincount(encoded.codes(at), encoded.counts, column.sizes[0])
        covers = []
        for level, codes in enumerate(column.codes):
            above = max(0, level - self.allowed[at])
            share = (counts * column.covers[level][codes]).sum() / encoded.records / column.domain
            cost = above * STEP + round(share * tie) if above else 0
            covers.append(np.full(column.sizes[level], cost, np.int64))
        return tuple(covers)
