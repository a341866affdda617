"""A hierarchy for any column, chosen from its values (asked for by ARX's users: #112, #249).

The same values always give the same hierarchy. What was chosen is an ordinary builder, so that a
study can hold it and anybody can check it: `chosen` gives intervals for numbers, masking for
postal codes, and a listed hierarchy where no other builder says the same.

Example:
    >>> import polars as pl
    >>> Automatic().chosen(pl.Series(["f", "m", "f"]))
    Suppression(label='*')
"""

from collections.abc import Sequence
from typing import Annotated, ClassVar

import polars as pl
from annotated_types import Ge, Le

from shoal.data.detection import DECIMAL, LEADING_ZERO
from shoal.hierarchies.automatic_categories import SMALL, category_builder, ordered_builder
from shoal.hierarchies.automatic_codes import code_builder
from shoal.hierarchies.automatic_dates import date_builder
from shoal.hierarchies.automatic_numbers import intervals_of
from shoal.hierarchies.builder import Builder, builders
from shoal.hierarchies.counted import Counted, Counts
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.listed import Listed
from shoal.hierarchies.suppression import Suppression
from shoal.plugin import plugin


@builders.register("automatic")
@plugin()
class Automatic:
    """A hierarchy is chosen from the values: numbers, dates, codes or categories.

    Attributes:
        levels: At most so many levels above the values, the root among them.
    """

    levels: Annotated[int, Ge(1), Le(20)] = 6
    needs_counts: ClassVar = True

    def build(self, values: pl.Series, counts: Counts | None = None) -> Hierarchy:
        """The hierarchy that is chosen for these values, once each unless counts are given."""
        return self.chosen(values, counts=counts).build(values)

    def chosen(
        self,
        values: pl.Series,
        type: str = "string",
        format: str | None = None,
        order: Sequence[str] = (),
        counts: Counts | None = None,
    ) -> Builder:
        """The builder for a column's values, each as often as it has records.

        Args:
            values: The texts of the column; missing ones play no part.
            type: What the study declares; `string` leaves it to the values.
            format: How dates are written, if that is known.
            order: All values of an ordered column, lowest first.
            counts: How many records each text stands for; one where nothing is said.
        """
        column = Counted.of(values, counts)
        if not column.records:
            return Suppression()
        return _writable(self._chosen(column, type, format, order), column.values)

    def _chosen(
        self, column: Counted, type: str, format: str | None, order: Sequence[str]
    ) -> Builder:
        if order:
            return ordered_builder(column, order, self.levels)
        if type in {"string", "date"}:
            dates = date_builder(column.values, self.levels, format)
            if dates is not None:
                return dates
        return self._numbers(column, type) or self._names(column, type)

    def _numbers(self, column: Counted, type: str) -> Builder | None:
        declared = type in {"integer", "decimal"}
        if not declared and (type != "string" or not _are_numbers(column.values)):
            return None
        if len(column.values) <= (2 if declared else SMALL):
            return Suppression()
        return intervals_of(column, self.levels)

    def _names(self, column: Counted, type: str) -> Builder:
        codes = code_builder(column.values, self.levels) if type == "string" else None
        return codes or category_builder(column, self.levels)


def _writable(builder: Builder, values: pl.Series) -> Builder:
    """A hierarchy that a file can hold: there, spaces around a value are no part of it."""
    spaced = (values.str.strip_chars() != values).any()
    return Suppression() if isinstance(builder, Listed) and spaced else builder


def _are_numbers(values: pl.Series) -> bool:
    """Whether all values are numbers, and none is written like a code."""
    coded = values.str.contains(LEADING_ZERO).any() or _all_long(values)
    return bool(values.str.contains(DECIMAL).all()) and not coded


def _all_long(values: pl.Series) -> bool:
    """Five digits or more in every value, always as many: a postal code, a case number."""
    lengths = values.str.len_chars()
    return lengths.n_unique() == 1 and lengths[0] >= 5 and values.str.contains("^[0-9]+$").all()
