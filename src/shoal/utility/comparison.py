"""Two tables side by side: what every measure of this room looks at."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.data.types import ColumnType
from shoal.engine.arrays import Bools, Codes, Counts
from shoal.utility.cells import Entries, Side
from shoal.utility.grouping import group_rows
from shoal.utility.meaning import Meaning

UNPAIRED = "nobody knows which record became which"


@dataclass(frozen=True)
class Include:
    """Which cells count; the one rule for every measure (docs/utility.md).

    Attributes:
        suppressed: Whether cells that show nothing count: as everything lost where quality is
            measured, as one more value where values are counted. Otherwise they are left out.
        missing: Whether values that the input does not have count as one more value.
    """

    suppressed: bool = True
    missing: bool = True


ALL = Include()


@dataclass(frozen=True, eq=False)
class Column:
    """One column before and after.

    Attributes:
        name: Its name.
        type: What its values are.
        type_name: The same as a study says it.
        before: The input.
        after: The output.
        entries: What became what.
        meaning: What that stands for.
        counts: The records of each row of the output. Shorter or longer than those of the
            comparison if this column alone is not paired.
    """

    name: str
    type: ColumnType
    type_name: str
    before: Side
    after: Side
    entries: Entries
    meaning: Meaning
    counts: Counts

    def entries_that_count(self, include: Include) -> Bools:
        """Which entries count. Missing are values of the input, or of the output if unpaired."""
        wanted = np.ones(len(self.entries.records), np.bool_)
        if not include.suppressed:
            wanted &= ~self.meaning.shows_nothing
        if not include.missing:
            lost = self.entries.before if self.entries.paired else self.entries.after
            gone = self.before.missing if self.entries.paired else self.after.missing
            wanted &= lost != gone
        return wanted


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two tables column by column.

    Attributes:
        columns: The columns that both have.
        keys: The names of those that are measured together: by default all.
        before_counts: The records of each row of the input.
        counts: The records of each row of the output; a row that shows nothing stands for records
            that are not in it.
        suppressed: Which rows of the output show nothing.
        pairing: How records were found again: "in-order", "by-generalization" or "unknown".
    """

    columns: tuple[Column, ...]
    keys: tuple[str, ...]
    before_counts: Counts
    counts: Counts
    suppressed: Bools
    pairing: str

    @property
    def key_columns(self) -> list[Column]:
        """The columns that are measured together."""
        return [column for column in self.columns if column.name in self.keys]

    @property
    def is_paired(self) -> bool:
        """Whether it is known which record became which."""
        return self.pairing != "unknown"

    @property
    def records(self) -> int:
        """The records of the input."""
        return int(self.before_counts.sum())

    @cached_property
    def sizes_before(self) -> Counts:
        """The sizes of the classes of the input."""
        return class_sizes([column.before for column in self.key_columns], self.before_counts)

    @cached_property
    def sizes_after(self) -> Counts:
        """The sizes of the classes of the output, without suppressed records."""
        return class_sizes([c.after for c in self.key_columns], self.counts, ~self.suppressed)

    @cached_property
    def removed_columns(self) -> list[str]:
        """Columns in which no remaining record shows anything."""
        there = ~self.suppressed
        if not there.any():
            return []
        return [
            column.name
            for column in self.key_columns
            if column.meaning.shows_nothing[column.entries.of_row[there]].all()
        ]

    @cached_property
    def suppressed_records(self) -> int:
        """How many records are not in the output, or show nothing there."""
        return int(self.counts[self.suppressed].sum())


def class_sizes(sides: Sequence[Side], counts: Counts, rows: Bools | None = None) -> Counts:
    """The sizes of the classes that these columns form.

    Args:
        sides: The columns, each of one table.
        counts: The records of each row.
        rows: Which rows count; None for all.
    """
    wanted = np.ones(len(counts), np.bool_) if rows is None else rows
    if not sides or not wanted.any():
        return np.zeros(0, np.int64)
    codes: list[Codes] = [side.codes[wanted] + 1 for side in sides]
    _, group, size = group_rows(codes, [len(side.labels) + 1 for side in sides])
    return np.bincount(group, counts[wanted], size).astype(np.int64)
