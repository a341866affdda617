"""The table as small integers: distinct tuples of quasi-identifiers, and how often each occurs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.joint import Joint
from shoal.engine.layout import Layout


@dataclass(frozen=True, eq=False)
class EncodedColumn:
    """One quasi-identifier: its codes and how they are generalized.

    Attributes:
        name: The column's name.
        codes: Per level: the code at that level of each code at level 0.
        labels: Per level: the text of each code.
        covers: Per level: how much of the domain each code covers, as an integer.
        domain: The size of the domain in the same unit.
        weight: How much the column's loss counts.
        leaves: Per level: how many values of the hierarchy are under each code.
        values: How many values the hierarchy has.
        numbers: The number of each code, where the column is one of numbers or dates that ranges
            are made of instead of labels; NaN is missing.
    """

    name: str
    codes: tuple[Codes, ...]
    labels: tuple[pl.Series, ...]
    covers: tuple[Counts, ...]
    domain: int
    weight: float = 1.0
    leaves: tuple[Counts, ...] = ()
    values: int = 0
    numbers: Floats | None = None

    @property
    def height(self) -> int:
        """The highest level."""
        return len(self.codes) - 1

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of codes at each level."""
        return tuple(len(labels) for labels in self.labels)

    def step(self, low: int, high: int) -> Codes:
        """The code at level `high` of each code at level `low`."""
        steps = np.empty(self.sizes[low], np.int32)
        steps[self.codes[low]] = self.codes[high]
        return steps


@dataclass(frozen=True, eq=False)
class Occurrences:
    """How often each value of another column occurs with each distinct tuple.

    Attributes:
        tuples: The distinct tuple.
        values: The code of the value.
        counts: In how many records both occur together.
        labels: The text of each value code, sorted as the column's type sorts; the missing value,
            if some are missing, comes last.
        tree: Per level of the column's hierarchy, where it has one: the node of each value code.
        people: The person of each entry, where people are counted: a person with many records
            of one value then counts once for that value.
        whole: In a part of a table: how often each value occurs in the whole table.
        by_record: The code of each record's value; None in a part of a table.
    """

    tuples: Codes
    values: Codes
    counts: Counts
    labels: pl.Series
    tree: tuple[Codes, ...] = ()
    people: Codes | None = None
    whole: Counts | None = None
    by_record: Codes | None = None

    @property
    def missing(self) -> int:
        """The code of the missing value; -1 where no value is missing."""
        return len(self.labels) - 1 if self.labels.null_count() else -1

    @cached_property
    def reference(self) -> Counts:
        """How often each value occurs in the whole table: what classes are compared with."""
        if self.whole is not None:
            return self.whole
        if self.people is None:
            return np.bincount(self.values, self.counts, len(self.labels)).astype(np.int64)
        values, _ = np.unique(np.stack((self.values, self.people)), axis=1)
        return np.bincount(values, minlength=len(self.labels)).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Population:
    """Everybody the records could be about: the distinct tuples of a larger table.

    It contains the encoded table: no tuple occurs less often here than there.

    Attributes:
        keys: The packed codes of each distinct tuple, in the layout of the encoded table.
        counts: How many records of the population have the tuple.
        people: The persons behind these records, where the study names a person column.
    """

    keys: Keys
    counts: Counts
    people: Occurrences | None = None


@dataclass(frozen=True, eq=False)
class AggregatedColumn:
    """A quasi-identifier outside the key: all members of a class show one value instead of theirs.

    Attributes:
        name: The column's name.
        values: Its values.
        weight: How much the column's loss counts.
    """

    name: str
    values: Occurrences
    weight: float = 1.0

    @property
    def domain(self) -> int:
        """How many values the column has in the whole table."""
        return len(self.values.labels)


@dataclass(frozen=True, eq=False)
class EncodedTable:
    """The quasi-identifiers of a table as distinct tuples with counts.

    Attributes:
        records: The number of records.
        columns: The quasi-identifiers in study order.
        layout: Where each column's code stands in a key.
        keys: The packed codes of each distinct tuple, one row of words each.
        counts: How many records have the tuple.
        tuple_of_record: The distinct tuple of each record.
        sensitive: Values of sensitive columns, by column.
        targets: Values of columns to predict that are not quasi-identifiers, by column.
        people: The persons behind the records, where the study names a person column.
        aggregated: Quasi-identifiers that are aggregated without taking part in the key.
        population: The larger table that the records are from, where a promise asks for it.
        joint: Columns to predict from that are not quasi-identifiers, together with the targets.
        entries: How many records each entry stands for, where the table was aggregated before;
            what is said of single records is then said of entries.
    """

    records: int
    columns: tuple[EncodedColumn, ...]
    layout: Layout
    keys: Keys
    counts: Counts
    tuple_of_record: Codes
    sensitive: Mapping[str, Occurrences] = field(default_factory=dict)
    people: Occurrences | None = None
    targets: Mapping[str, Occurrences] = field(default_factory=dict)
    aggregated: tuple[AggregatedColumn, ...] = ()
    population: Population | None = None
    joint: Joint = field(default_factory=Joint)
    entries: Counts | None = None

    @cached_property
    def marginals(self) -> tuple[Counts, ...]:
        """Per column: how many records have each code at level 0."""
        return tuple(
            np.bincount(self.codes(at), self.counts, column.sizes[0]).astype(np.int64)
            for at, column in enumerate(self.columns)
        )

    def place(self, name: str) -> int | None:
        """Where a quasi-identifier stands among the columns; None where the name is not one."""
        names = [column.name for column in self.columns]
        return names.index(name) if name in names else None

    def codes(self, column: int, level: int = 0) -> Codes:
        """One column's code at a level, for each distinct tuple."""
        leaves = self._leaf_codes[column]
        return self.columns[column].codes[level][leaves] if level else leaves

    @cached_property
    def _leaf_codes(self) -> tuple[Codes, ...]:
        columns = range(len(self.columns))
        return tuple(self.layout.field(self.keys, column) for column in columns)
