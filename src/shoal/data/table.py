"""A table: named columns over Polars, made from the user's object and converted back to its kind.

A missing value is null; it is never a text or a number that means "missing".
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.kinds import TableKind, kind_of
from shoal.data.types import STRING, ColumnType

if TYPE_CHECKING:
    import numpy as np  # loading it starts threads
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Table:
    """Records under named columns.

    Attributes:
        frame: The values; from CSV all of them are texts.
        origin: The object that the table was made from, and how to convert back; None for a file.
        counts: How many records each line of the frame stands for, if equal records were counted;
            None if every line is one record.
    """

    frame: pl.DataFrame
    origin: TableKind | None = None
    counts: "NDArray[np.int64] | None" = None

    @classmethod
    def of(cls, table: object) -> "Table":
        """The table in a pandas, Polars (eager or lazy) or Arrow object; a `Table` is kept."""
        if isinstance(table, Table):
            return table
        kind = kind_of(table)
        return cls(kind.frame(), kind)

    @property
    def records(self) -> int:
        """The number of records; the frame has fewer lines if equal records were counted."""
        return self.frame.height if self.counts is None else int(self.counts.sum())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.frame.columns)

    def texts(self, column: str, type: ColumnType = STRING) -> pl.Series:
        """The values of a column as texts for hierarchies and classes; missing stays null.

        Like the frame, it has one entry per line, without regard to `counts`.
        """
        return type.texts(exact_column(self.frame, column))

    def select_lines(self, lines: pl.Series) -> "Table":
        """The table with only the lines of the frame whose flag is true; one flag per line."""
        counts = None if self.counts is None else self.counts[lines.to_numpy()]
        return replace(self, frame=self.frame.filter(lines), counts=counts)

    def back(self, frame: pl.DataFrame) -> object:
        """A changed frame as the kind of object the table was made from; a Polars frame for a file.

        Columns whose values did not change come back as they were in that object.
        """
        return self.origin.back(frame) if self.origin else frame


def exact_column(frame: pl.DataFrame, name: str) -> pl.Series:
    """The cells of a column by its exact name, as a series without a name.

    Polars reads names such as `*` and `^x$` as patterns, even in methods of a series.
    """
    return frame[name].alias("")
