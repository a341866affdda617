"""Groups of values as label functions see them, with the members of each in ascending order."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.errors import StudyError
from shoal.hierarchies.line import Line
from shoal.hierarchies.whole_numbers import Whole

# A sum below this surely fits into 64 bits.
_SAFE = 1 << 62


@dataclass(frozen=True, eq=False)
class Members:
    """The members of groups, one group after the other.

    Attributes:
        texts: All members, group after group, ascending within each.
        starts: The position in `texts` at which each group starts.
        line: The line of the members; None if they are neither numbers nor dates.
        places: The place of each member on the line; None without a line.
    """

    texts: pl.Series
    starts: NDArray[np.intp]
    line: Line | None = None
    places: Whole | None = None

    @property
    def sizes(self) -> NDArray[np.intp]:
        """How many members each group has."""
        return np.diff(self.starts, append=len(self.texts))

    @property
    def lasts(self) -> NDArray[np.intp]:
        """The position of the last member of each group."""
        return self.starts + self.sizes - 1

    @property
    def ends(self) -> tuple[pl.Series, pl.Series]:
        """The first and the last member of each group."""
        return self.texts.gather(self.starts), self.texts.gather(self.lasts)

    def each(self, aggregation: pl.Expr) -> pl.Series:
        """For each group, the result of an aggregation over the column `text` of its members."""
        groups = self._frame.group_by("group", maintain_order=True)
        return groups.agg(aggregation.alias("result"))["result"]

    def sums(self) -> list[int]:
        """The exact sum of the places of each group."""
        places = self.on_line()[1]
        if len(places) * max(abs(int(places.min())), abs(int(places.max()))) >= _SAFE:
            places = places.astype(object)
        return [int(total) for total in np.add.reduceat(places, self.starts)]

    def on_line(self) -> tuple[Line, Whole]:
        """The line and the place of each member; a `StudyError` for texts, which have none."""
        if self.line is None or self.places is None:
            raise StudyError(
                "A mean is a label for numbers and dates only."
                " Choose another label function, or declare the column's `type`."
            )
        return self.line, self.places

    @cached_property
    def _frame(self) -> pl.DataFrame:
        """The columns `group` and `text`, one line per member."""
        groups = np.repeat(np.arange(len(self.starts)), self.sizes)
        return pl.DataFrame([pl.Series("group", groups), self.texts.alias("text")])
