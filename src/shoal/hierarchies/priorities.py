"""Values disappear one after the other, the least important first (ARX's priority-based rule).

With n values and L levels (n, but at most `levels`), the value at place p of the priority, counted
from 0, is `*` from level L - floor(p L / n) on and unchanged below. A priority by frequency depends
on the data: in other data the same value can disappear on another level.
"""

from dataclasses import replace
from typing import Annotated, Literal

import numpy as np
import polars as pl
from annotated_types import Ge
from numpy.typing import NDArray

from shoal.data.types import ColumnType
from shoal.errors import DataError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.order import Order, format_of, order_of, sort_values
from shoal.plugin import plugin


@builders.register("priorities")
@plugin()
class Priorities:
    """Values are kept or become `*`, the least important ones on the lowest levels.

    By frequency the levels depend on the data: on how often each value occurs.

    Example:
        `{builder: priorities, keep: most-frequent, levels: 5}`

    Attributes:
        keep: Which values are kept longest. Equally frequent ones follow the order of the values.
        levels: At most so many levels above the values.
        order: As what values are sorted, or all values in their order; otherwise as the column's
            type says.
        format: How dates are written; otherwise as the column's type says.

    Card:
        title: Priorities
        noun: the builder of priorities
        advice: For names with a few common values: rare ones disappear first.
        more: By frequency: a value that few people share is the first to become *.
        first: keep, levels
        place: 8
    """

    keep: Literal["most-frequent", "least-frequent", "lowest", "highest"] = "most-frequent"
    levels: Annotated[int, Ge(1)] = 10
    order: Order | None = None
    format: str | None = None

    @property
    def needs_counts(self) -> bool:
        """Whether `build` needs to know how often each value occurs."""
        return self.keep.endswith("frequent")

    def build(self, values: pl.Series, counts: NDArray[np.int64] | None = None) -> Hierarchy:
        """The hierarchy of these values.

        Args:
            values: The different values.
            counts: How often each of them occurs.
        """
        height = min(len(values), self.levels)
        priorities = self._places(values, counts)
        gone = height - priorities * height // len(values)
        levels = [_hide_values(values, gone <= level) for level in range(1, height + 1)]
        return Hierarchy.of([values, *levels], "priorities")

    def depends_on(self) -> str:
        """What about all records decides on which level a value disappears."""
        return "how often values occur" if self.needs_counts else "which values occur"

    def for_type(self, type: ColumnType) -> "Priorities":
        """The same builder; without order or format of its own, it gets those of the column."""
        order = order_of(type) if self.order is None else self.order
        return replace(self, order=order, format=self.format or format_of(type))

    def _places(self, values: pl.Series, counts: NDArray[np.int64] | None) -> NDArray[np.int64]:
        """The place of each value in the priority; 0 is the most important one."""
        rows = sort_values(values, self.order, self.format).rows
        if self.needs_counts:
            rows = rows[np.argsort(self._sort_keys(_require_counts(counts))[rows], kind="stable")]
        elif self.keep == "highest":
            rows = rows[::-1]
        places = np.empty(len(rows), dtype=np.int64)
        places[rows] = np.arange(len(rows))
        return places

    def _sort_keys(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Keys by which the values that are kept longest come first."""
        return -counts if self.keep == "most-frequent" else counts


def _require_counts(counts: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """The counts; a `DataError` if there are none."""
    if counts is None:
        raise DataError(
            "Priorities by frequency need to know how often each value occurs."
            " Build them from the records, or use `keep: lowest` or `keep: highest`."
        )
    return np.asarray(counts, dtype=np.int64)


def _hide_values(values: pl.Series, hidden: NDArray[np.bool_]) -> pl.Series:
    """The values, hidden ones as `*`."""
    return values.set(pl.Series(hidden), "*")
