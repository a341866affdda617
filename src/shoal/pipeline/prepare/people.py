"""The identifier that tells which records belong to one person, where somebody has several.

An identifier repeats if some value of it stands in more than one record. Columns whose names say
that they do not tell people apart (`provider_id`, `last_name`) are left out. If a column that
numbers people (`patient_id`) has another value in every record, every record is a person, and no
identifier is looked for. Columns that a study does not name, or has not decided about, count if
their names say that they number people.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from shoal.data.column_names import is_about_many_people, names_a_number, numbers_people
from shoal.data.table import Table, exact_column


@dataclass(frozen=True)
class Repeated:
    """A column whose values tell which records belong to one person.

    Attributes:
        name: The column.
        values: How many different values it has.
        known: How many records have one.
    """

    name: str
    values: int
    known: int

    @property
    def repeats(self) -> bool:
        """Whether some value stands in more than one record."""
        return self.values < self.known


Roles = Mapping[str, str]
Count = Callable[[str], tuple[int, int]]


def find_person_column(roles: Roles, names: Iterable[str], count: Count) -> Repeated | None:
    """The column that seems to tell whose record it is; None if nobody seems to have several.

    Args:
        roles: The roles of the columns, as far as a study says.
        names: The columns of the table.
        count: Returns how many distinct values a column has, and how many records have one.
    """
    may_tell = [name for name in names if _may_tell(name, roles.get(name, "undecided"))]
    known = [Repeated(name, *count(name)) for name in may_tell]
    if any(numbers_people(column.name) and column.known and not column.repeats for column in known):
        return None
    return min((column for column in known if column.repeats), key=_likely, default=None)


def find_person_column_in(table: Table, roles: Roles) -> Repeated | None:
    """The same for a table in memory; None for a table of counted tuples."""
    if table.counts is not None:
        return None
    return find_person_column(
        roles, table.names, lambda name: count_values(exact_column(table.frame, name))
    )


def count_values(values: pl.Series) -> tuple[int, int]:
    """How many distinct values a column has, and how many records have one."""
    known = values.drop_nulls()
    return known.n_unique(), len(known)


def _may_tell(name: str, role: str) -> bool:
    """Whether a column of this name and role may tell people apart."""
    if role == "undecided":
        return numbers_people(name)
    return role == "identifier" and not is_about_many_people(name)


def _likely(column: Repeated) -> tuple[bool, bool, int]:
    """Sorts the likeliest column first.

    First come columns that number people, then columns of other numbers, then more distinct values.
    """
    return not numbers_people(column.name), not names_a_number(column.name), -column.values
