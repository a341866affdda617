"""What an aggregate function answers and what it declares."""

from typing import ClassVar, Protocol

import polars as pl

from shoal.engine.aggregates.members import Members
from shoal.registry import Registry

NUMBERS = ("integer", "decimal")
ON_A_LINE = (*NUMBERS, "date")
IN_ORDER = (*ON_A_LINE, "ordered")
ANY = (*IN_ORDER, "string", "boolean")


class AggregateFunction(Protocol):
    """How the values of a class become one value."""

    clustering: bool
    types: ClassVar[tuple[str, ...]]

    def texts(self, members: Members) -> pl.Series:
        """One text per class; missing where a class has nothing to show."""
        ...


aggregates: Registry[AggregateFunction] = Registry(
    "aggregate function", "function", group="shoal.aggregates"
)
