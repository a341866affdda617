"""What the verifier has before it: the input and the release, column beside column."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.linked import Linked, link
from shoal.verify.case.people import people_of
from shoal.verify.case.replaced import Replaced, link_replaced, persons_of
from shoal.verify.case.sensitive import Sensitive, sensitive_columns
from shoal.verify.study.terms import Terms
from shoal.verify.values.dictionary import Coded

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Population:
    """Everybody whom the records could be about.

    Attributes:
        columns: The quasi-identifiers, linked like those of the input.
        records: How many records it has.
        people: Whose record each record is, as a number; None unless the study counts people.
    """

    columns: tuple[Linked, ...]
    records: int
    people: NDArray[np.int64] | None


@dataclass(frozen=True, eq=False)
class Case:
    """One release and the input it claims to stem from.

    Attributes:
        columns: The released columns in the order of the study.
        records: The number of records of the input.
        released: The number of records of the release, suppressed ones included.
        mask: Which records are suppressed, if the caller says so. The release then has all records
            of the input, in their order. None if nobody says so, as for a file.
        people: Whose record each record of the input is, as a number; None unless the study counts
            people.
        population: Everybody whom a promise counts; None if no promise does.
        sensitive: The columns that promises name.
        population_size: How many records, or people, the population has, where the study says so.
        folder: What paths of hierarchies are relative to.
        replaced: The released columns that show pseudonyms or shifted dates.
        persons: Whose record each record of the input is, by the rules of pseudonyms; None unless
            dates are shifted.
        hidden: The first records of the input, only the columns that are not released; None where
            the order of records is not checked against them.
        order: The place in the input of each released record, if the run tells; else None.
    """

    terms: Terms
    columns: tuple[Linked, ...]
    records: int
    released: int
    mask: Bools | None = None
    people: NDArray[np.int64] | None = None
    population: "Population | None" = None
    sensitive: Mapping[str, Sensitive] = field(default_factory=dict)
    population_size: int | None = None
    folder: Path = Path()
    replaced: tuple[Replaced, ...] = ()
    persons: Coded | None = None
    hidden: pl.DataFrame | None = None
    order: NDArray[np.int64] | None = None

    @classmethod
    def of(
        cls,
        terms: Terms,
        folder: Path,
        data: pl.DataFrame,
        release: pl.DataFrame,
        mask: Bools | None,
        population: pl.DataFrame | None = None,
    ) -> "Case":
        """Link every released column.

        To save memory, each released column is removed from `data` and `release` as soon as it is a
        dictionary: the caller must not use these frames again. The caller adds `population_size`,
        `folder` and `hidden`.
        """
        records, released = data.height, release.height
        people, whose = people_of(terms, data), persons_of(terms, data)
        columns, everybody = [], []
        for name in terms.released:
            wide = None if population is None or name not in population else population[name]
            before, after = data.drop_in_place(name), release.drop_in_place(name)
            inside, around = _link_column(name, before, after, wide, terms, folder)
            columns.append(inside)
            everybody += around
        sensitive = sensitive_columns(terms, columns, data, folder, people)
        case = cls(terms, tuple(columns), records, released, mask, people, sensitive=sensitive)
        case = replace(case, replaced=_replacements(terms, data, release), persons=whose)
        if population is None:
            return case
        persons = people_of(terms, population)
        return replace(case, population=Population(tuple(everybody), population.height, persons))

    @property
    def places(self) -> NDArray[np.int64] | None:
        """The place in the input of each released record; None where nobody tells."""
        return self.order if self.mask is None else np.arange(self.released)

    @property
    def quasi_identifiers(self) -> list[Linked]:
        """The quasi-identifiers that are released."""
        return [column for column in self.columns if column.terms.is_generalized]

    @property
    def label_columns(self) -> list[Linked]:
        """The quasi-identifiers that show labels."""
        return [column for column in self.quasi_identifiers if column.terms.aggregate is None]

    @property
    def aggregate_columns(self) -> list[Linked]:
        """The quasi-identifiers that show aggregates; none if their classes cannot be seen."""
        if not self.shows_key or self.terms.in_part:
            return []
        return [column for column in self.quasi_identifiers if column.terms.aggregate is not None]

    @property
    def shows_key(self) -> bool:
        """Whether all columns that form classes are released."""
        key = {name for name, column in self.terms.columns.items() if column.in_key}
        return key <= {column.terms.name for column in self.columns}

    @property
    def plain_columns(self) -> list[Linked]:
        """The columns that are released as they are."""
        return [column for column in self.columns if not column.terms.is_generalized]

    @property
    def keeps_values(self) -> bool:
        """Whether suppressed records keep the columns that are not generalized."""
        return self.terms.mode == "keep-values"

    @cached_property
    def blank(self) -> Bools:
        """One flag per released record: whether it looks suppressed, or the caller says it is."""
        if self.mask is not None:
            return self.mask
        if self.terms.mode == "left-out":
            return np.zeros(self.released, dtype=np.bool_)
        return self.empty

    @cached_property
    def empty(self) -> Bools:
        """One flag per released record: whether all cells that suppression blanks are blank.

        These are the quasi-identifiers if suppressed records keep their other values, else all.
        """
        columns = self.quasi_identifiers if self.keeps_values else self.columns
        empty = np.ones(self.released, dtype=np.bool_)
        for column in columns:
            empty &= column.blank()
        return empty


def _replacements(terms: Terms, data: pl.DataFrame, release: pl.DataFrame) -> tuple[Replaced, ...]:
    """The columns that show pseudonyms or shifted dates, before and after."""
    known = ((name, terms.columns[name]) for name in terms.replaced)
    return tuple(
        link_replaced(column, data[name], release[name], neutralized=terms.neutralized)
        for name, column in known
    )


def _link_column(
    name: str,
    data: pl.Series,
    release: pl.Series,
    population: pl.Series | None,
    terms: Terms,
    folder: Path,
) -> tuple[Linked, list[Linked]]:
    """A column of the input beside the release, and the same column of the population.

    The second is a list: empty without a population. Both share one dictionary.
    """
    if population is None:
        return link(name, data, release, terms, folder), []
    alike = population if population.dtype == data.dtype else population.cast(data.dtype)
    both = link(name, pl.concat((data, alike)), release, terms, folder)
    parts = both.data.codes[: len(data)], both.data.codes[len(data) :]
    inside, around = (replace(both, data=Coded(codes, both.data.texts)) for codes in parts)
    return inside, [around]
