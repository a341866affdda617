"""The records of a population."""

from dataclasses import dataclass

import polars as pl


@dataclass(frozen=True, eq=False)
class Everybody:
    """The records of a population.

    Attributes:
        texts: Its quasi-identifiers.
        person: Who each record belongs to, where people are counted.
    """

    texts: dict[str, pl.Series]
    person: pl.Series | None

    @property
    def size(self) -> int:
        """How many records, or people, it has."""
        return _members(self.person, len(next(iter(self.texts.values()))))

    def with_sample(self, texts: dict[str, pl.Series]) -> dict[str, pl.Series]:
        """The values of population and data: what hierarchies are made from."""
        return {name: pl.concat((self.texts[name], texts[name])) for name in texts}


def _members(person: pl.Series | None, records: int) -> int:
    return records if person is None else person.n_unique()
