"""How many classes of each size there are: all that promises about a whole table look at."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Counts

DENSE = 1 << 16  # sizes up to this are counted in an array of all sizes


@dataclass(frozen=True, eq=False)
class SizeHistogram:
    """Classes counted by their size.

    Attributes:
        sizes: The sizes that occur, the smallest first.
        classes: How many classes have each of them.
    """

    sizes: Counts
    classes: Counts

    @classmethod
    def of(cls, sizes: Counts) -> "SizeHistogram":
        """The histogram of some class sizes. Classes without records are left out."""
        if sizes.size and sizes.max() >= DENSE:
            found, classes = np.unique(sizes, return_counts=True)
        else:
            classes = np.bincount(sizes)
            found = np.flatnonzero(classes)
            classes = classes[found]
        occurs = found > 0
        return cls(found[occurs].astype(np.int64), classes[occurs].astype(np.int64))

    @cached_property
    def records(self) -> int:
        """How many records, or people, all classes have together."""
        return int(self.sizes @ self.classes)

    @cached_property
    def count(self) -> int:
        """How many classes there are."""
        return int(self.classes.sum())

    def classes_of_size(self, size: int) -> int:
        """How many classes have exactly this size."""
        at = int(np.searchsorted(self.sizes, size))
        return int(self.classes[at]) if at < len(self.sizes) and self.sizes[at] == size else 0

    def records_below(self, size: int) -> int:
        """How many records the classes smaller than this have."""
        end = int(np.searchsorted(self.sizes, size))
        return int(self.sizes[:end] @ self.classes[:end])

    def remove_smallest(self, smallest: int, more: int = 0) -> "SizeHistogram":
        """Without all classes of the smallest sizes, and without `more` of the next size."""
        sizes, classes = self.sizes[smallest:], self.classes[smallest:]
        if not more:
            return SizeHistogram(sizes, classes)
        rest = classes.copy()
        rest[0] -= more
        return SizeHistogram(sizes, rest) if rest[0] else SizeHistogram(sizes[1:], rest[1:])
