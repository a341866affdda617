"""A hierarchy that is known value by value and has no file yet; which levels are worth having."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.hierarchies.builder import Builder, relabel
from shoal.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class Listed:
    """A builder whose hierarchy is there already; a run writes it into a file of its folder."""

    hierarchy: Hierarchy
    builder: Builder | None = None  # what made it

    @classmethod
    def of(cls, levels: Sequence[pl.Series], most: int, source: str) -> "Listed":
        """The useful ones of these levels, and a root on top."""
        root = pl.Series(["*"]).new_from_index(0, len(levels[0]))
        inner = [levels[at] for at in useful(levels, most)]
        return cls(Hierarchy.of([levels[0], *inner, root], f"automatic ({source})"))

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy; values of the column play no part."""
        return self.hierarchy

    def relabel(self, values: pl.Series, shown: NDArray[np.bool_]) -> Sequence[pl.Series]:
        """What the builder that made it calls the values that are shown."""
        return () if self.builder is None else relabel(self.builder, values, shown)


def useful(levels: Sequence[pl.Series], most: int) -> list[int]:
    """Which levels tell fewer values apart than the one below; with a root, at most so many."""
    return useful_sizes([level.n_unique() for level in levels], most)


def useful_sizes(sizes: Sequence[int], most: int) -> list[int]:
    """The same from the number of labels on each level, the values first."""
    kept = [0]
    for at, size in enumerate(sizes):
        if 1 < size < sizes[kept[-1]]:
            kept.append(at)
    while len(kept) > most:
        # The level between whose neighbors the step is smallest is missed least.
        around = [sizes[at] for at in kept] + [1]
        steps = [around[at] / around[at + 2] for at in range(len(kept) - 1)]
        kept.pop(1 + steps.index(min(steps)))
    return kept[1:]
