"""A builder for a hierarchy that is already known; selects the levels that are worth having."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.hierarchies.builder import Builder, relabel
from shoal.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class Listed:
    """A builder whose hierarchy is already known; a run writes it into a file of its folder."""

    hierarchy: Hierarchy
    builder: Builder | None = None  # the builder that made it

    @classmethod
    def of(cls, levels: Sequence[pl.Series], most: int, source: str) -> "Listed":
        """The hierarchy with the useful levels among these, at most `most` with the root on top.

        Args:
            levels: Per level, the values first, the label of each value; without a root.
            most: The most levels above the values, root included.
            source: How the levels were made, for the name of the hierarchy.
        """
        root = pl.Series(["*"]).new_from_index(0, len(levels[0]))
        inner = [levels[at] for at in useful_levels(levels, most)]
        return cls(Hierarchy.of([levels[0], *inner, root], f"automatic ({source})"))

    def build(self, values: pl.Series) -> Hierarchy:
        """The known hierarchy, whatever values the column has."""
        return self.hierarchy

    def relabel(self, values: pl.Series, shown: NDArray[np.bool_]) -> Sequence[pl.Series]:
        """The labels of the values that are shown, by the builder that made the hierarchy."""
        return () if self.builder is None else relabel(self.builder, values, shown)


def useful_levels(levels: Sequence[pl.Series], most: int) -> list[int]:
    """The positions of levels with fewer labels than the kept one below, but more than one.

    Level 0 is not among them, and at most `most` - 1 are kept: there must be room for the root.
    """
    return useful_sizes([level.n_unique() for level in levels], most)


def useful_sizes(sizes: Sequence[int], most: int) -> list[int]:
    """`useful_levels` by the number of labels on each level, the values first."""
    kept = [0]
    for at, size in enumerate(sizes):
        if 1 < size < sizes[kept[-1]]:
            kept.append(at)
    while len(kept) > most:
        # Drop the level whose neighbors are closest: it is missed least.
        around = [sizes[at] for at in kept] + [1]
        steps = [around[at] / around[at + 2] for at in range(len(kept) - 1)]
        kept.pop(1 + steps.index(min(steps)))
    return kept[1:]
