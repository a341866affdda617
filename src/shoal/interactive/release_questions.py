"""Questions about releases: which of two candidate releases is more useful?

Information loss is subjective (paper 002). The candidates are the best releases for people who
would weigh the columns differently, so that no candidate is worse in every column. An answer tells
whose weights are closer to those of the person who answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels
from shoal.interactive.cluster_questions import is_open
from shoal.interactive.question import Question


@dataclass(frozen=True, eq=False)
class Offer:
    """A release that could be made.

    Attributes:
        encoded: The table; recoded if records have levels of their own.
        levels: The level of each of its columns.
        suppressed: One flag per record: whether it is left out.
        losses: What each column loses, 0 to 1.
    """

    encoded: EncodedTable
    levels: Levels
    suppressed: Bools
    losses: Floats

    @property
    def left_out(self) -> int:
        """How many records are left out."""
        return int(np.count_nonzero(self.suppressed))

    def text(self, record: int, column: int) -> str | None:
        """The label of a record in a column, even if the record is left out; None if missing."""
        place = int(self.encoded.tuple_of_record[record])
        code = int(self.encoded.codes(column, self.levels[column])[place])
        label = self.encoded.columns[column].labels[self.levels[column]][code]
        return None if label is None else str(label)


@dataclass(frozen=True, eq=False)
class Choice:
    """Two releases to choose from."""

    first: Offer
    second: Offer

    def column_lines(self, record: int, values: Sequence[str | None]) -> list[dict[str, Any]]:
        """One line per column: a record's value, and its text and loss in each release.

        Args:
            record: The position of the record.
            values: Its values before the release, one per column.
        """
        return [
            {
                "column": column.name,
                "value": values[at],
                "first": self.first.text(record, at),
                "second": self.second.text(record, at),
                "first_loss": float(self.first.losses[at]),
                "second_loss": float(self.second.losses[at]),
            }
            for at, column in enumerate(self.first.encoded.columns)
        ]

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many records each release leaves out, under the keys `first` and `second`."""
        return {"first": self.first.left_out, "second": self.second.left_out}

    @property
    def records(self) -> Counts:
        """The positions of records that can serve as example.

        Those are the records that both releases keep, or all if there are none.
        """
        kept = np.flatnonzero(~self.first.suppressed & ~self.second.suppressed)
        return kept if kept.size else np.arange(len(self.first.suppressed))


def release_questions(offers: Sequence[Offer]) -> list[Question]:
    """A question for every pair of releases of which each is better in some column."""
    questions = [
        Question(first.losses, second.losses, Choice(first, second))
        for first, second in combinations(offers, 2)
    ]
    return [question for question in questions if is_open(question)]


def shares_lost(
    before: EncodedTable, encoded: EncodedTable, levels: Levels, suppressed: Bools
) -> Floats:
    """The share of its domain (0 to 1) that each column loses; one entry per column.

    It is the mean over all records; a suppressed record loses everything.

    Args:
        before: The table as it was encoded.
        encoded: The same, recoded if records have levels of their own.
        levels: The level of each column.
        suppressed: One flag per record: whether it is left out.
    """
    kept = np.bincount(encoded.tuple_of_record, ~suppressed, len(encoded.counts))
    losses = []
    for at, (column, level) in enumerate(zip(encoded.columns, levels, strict=True)):
        least = int(before.columns[at].covers[0].min())
        covers = column.covers[level][encoded.codes(at, level)]
        shares = np.clip((covers - least) / max(1, column.domain - least), 0, 1)
        losses.append(1 - float((kept * (1 - shares)).sum()) / max(1, encoded.records))
    return np.array(losses)
