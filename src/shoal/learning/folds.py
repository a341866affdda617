"""Divides a table into parts for cross-validation, alike for every model.

Theory: docs/theory/learning.md.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Codes
from shoal.errors import DataError


@dataclass(frozen=True, eq=False)
class Folds:
    """The parts of a table.

    Attributes:
        fold: The part that each record belongs to; -1 if it is not used.
        count: How many parts there are.
    """

    fold: Codes
    count: int

    def test_records(self, at: int) -> Bools:
        """The records of a part, which are predicted."""
        records: Bools = self.fold == at
        return records

    def training_records(self, at: int) -> Bools:
        """The records of all other parts, on which models are trained."""
        records: Bools = (self.fold >= 0) & (self.fold != at)
        return records


def folds_of(records: int, count: int, seed: int, most: int = 0) -> Folds:
    """Divide records at random into parts of equal size; the last takes the remainder.

    Args:
        records: How many records the table has.
        count: How many parts, unless there are fewer records.
        seed: The seed of the order.
        most: How many records are used at most; 0 for all.
    """
    used = min(records, most) if most > 0 else records
    if used < 2:
        raise DataError(
            f"There {'is' if used == 1 else 'are'} {used} of at least 2 records: one to learn from"
            " and one to predict."
        )
    parts = min(count, used)
    order = np.random.default_rng(seed).permutation(records)[:used]
    fold = np.full(records, -1, np.int32)
    fold[order] = np.minimum(np.arange(used) // max(1, used // parts), parts - 1)
    return Folds(fold, parts)
