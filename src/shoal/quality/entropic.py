"""Losses in bits, known from one-column counts until records are suppressed.

Suppressing records merges them into one class; what is charged is the uncertainty about which of
their generalized values a record had (docs/theory/losses.md). The compiled search takes every model
that offers `entropic(encoded)`.
"""

from dataclasses import dataclass
from math import fsum

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.quality.aggregate import Aggregate


@dataclass(frozen=True, eq=False)
class Entropic:
    """The parts of an entropic loss, one entry per column.

    Attributes:
        generalized: Per column: what each level costs all records together; never falls upward.
        bit: What a bit of uncertainty about a suppressed record costs; not negative.
        scale: What counts as complete loss; 0 where nothing can be lost. 1 for losses in bits.
        weights: The weight of each column, the largest being 1.
        aggregate: How the columns become one number.
    """

    generalized: tuple[Floats, ...]
    bit: Floats
    scale: Floats
    weights: Floats
    aggregate: Aggregate

    def column_losses(self, levels: tuple[int, ...], bits: Floats) -> Floats:
        """The loss of each column.

        Args:
            levels: The level of each column.
            bits: Per column: the uncertainty about the values of suppressed records, in bits.
        """
        parts = [part[level] for part, level in zip(self.generalized, levels, strict=True)]
        total = np.array(parts) + self.bit * bits
        return np.where(self.scale > 0, total / np.maximum(self.scale, 1e-300), 0)


def uncertainty(counts: Counts) -> float:
    """Bits needed to tell which value each record has, all records together.

    Args:
        counts: How many records have each value.
    """
    found = counts[counts > 0].astype(np.float64)
    # Added exactly, so that the order of the values makes no difference.
    return fsum((found * np.log2(found.sum() / found)).tolist()) if found.size > 1 else 0.0
