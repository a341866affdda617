"""What a promise may know about a table to say what it means for it, before anything is searched.

A privacy model can have the method `meaning(table)`, which says in plain words what its
parameters mean for a table: how many people look alike, what a class may show. Forms show it
while somebody chooses the parameters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

MANY = 20  # up to here numbers are written as words
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)


@dataclass(frozen=True)
class Spread:
    """How the values of a sensitive column are distributed in the table.

    Attributes:
        values: How many different ones there are.
        most: The share of the most frequent one.
        least: The share of the rarest one.
        worth: How many equally frequent values would be as mixed.
    """

    values: int
    most: float
    least: float
    worth: float


@dataclass(frozen=True)
class TableFacts:
    """About the table of a study.

    Attributes:
        records: How many it has.
        columns: Its columns, those that are not released included.
        spreads: By name: how the values of each sensitive column are distributed.
        population: How many people the population has; None where nobody said.
        game: The stakes of publisher and adversary by name, as in `Game`; empty for its defaults.
    """

    records: int
    columns: Sequence[str] = ()
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    population: int | None = None
    game: Mapping[str, float] = field(default_factory=dict)


@runtime_checkable
class Meaningful(Protocol):
    """A promise that can say what it means for a table."""

    def meaning(self, table: TableFacts) -> str:
        """One or two sentences; the empty text if the table does not tell enough."""
        ...


def in_words(number: int) -> str:
    """A number up to twenty as a word, others as digits."""
    return NUMBERS[number] if 0 <= number <= MANY else f"{number:,}"
