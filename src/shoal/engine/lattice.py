"""All candidates of a study: one level per column, between its lowest and highest allowed level."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

Levels = tuple[int, ...]


@dataclass(frozen=True)
class Lattice:
    """The candidates between two level vectors, ordered component by component."""

    minimum: Levels
    maximum: Levels

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of levels of each column."""
        return tuple(high - low + 1 for low, high in zip(self.minimum, self.maximum, strict=True))

    @property
    def size(self) -> int:
        """The number of candidates; exact, however large."""
        return prod(self.shape)

    def __iter__(self) -> Iterator[Levels]:
        """Every candidate in lexicographic order, which never puts one before its predecessor."""
        ranges = zip(self.minimum, self.maximum, strict=True)
        return product(*(range(low, high + 1) for low, high in ranges))

    def __contains__(self, levels: object) -> bool:
        return (
            isinstance(levels, tuple)
            and len(levels) == len(self.minimum)
            and all(
                low <= level <= high
                for low, level, high in zip(self.minimum, levels, self.maximum, strict=True)
            )
        )

    def successors(self, levels: Levels) -> Iterator[Levels]:
        """The candidates one step up."""
        for column, level in enumerate(levels):
            if level < self.maximum[column]:
                yield (*levels[:column], level + 1, *levels[column + 1 :])

    def at(self, index: int) -> Levels:
        """The candidate at a position of the iteration."""
        levels = []
        for low, size in zip(reversed(self.minimum), reversed(self.shape), strict=True):
            index, step = divmod(index, size)
            levels.append(low + step)
        return tuple(reversed(levels))
