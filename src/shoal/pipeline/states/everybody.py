"""The records of a population."""

from dataclasses import dataclass

import polars as pl


@dataclass(frozen=True, eq=False)
class Everybody:
    """The records of a population.

    Attributes:
        texts: The values of each quasi-identifier that forms classes, by name.
        person: Who each record belongs to; None where records are counted.
    """

    texts: dict[str, pl.Series]
    person: pl.Series | None

    @property
    def size(self) -> int:
        """How many members it has: people where people are counted, records otherwise."""
        return _members(self.person, len(next(iter(self.texts.values()))))

    def with_sample(self, texts: dict[str, pl.Series]) -> dict[str, pl.Series]:
        """The values of the population, then those of the data, by column: for hierarchies."""
        return {name: pl.concat((self.texts[name], texts[name])) for name in texts}


def _members(person: pl.Series | None, records: int) -> int:
    """How many different people there are; the number of records where people are not counted."""
    return records if person is None else person.n_unique()
