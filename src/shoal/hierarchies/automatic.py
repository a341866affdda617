"""A hierarchy for any column, chosen from its values and its name.

The same values always give the same hierarchy. The choice is an ordinary builder, so that a study
can hold it and anybody can check it: `choose` returns bands for ages, regions for countries,
intervals for numbers, masking for postal codes, and a listed hierarchy if no other builder can
express it. All records decide on the builder; a label is made of released values only.

Example:
    >>> import polars as pl
    >>> Automatic().choose(pl.Series(["f", "m", "f"]))
    Suppression(label='*')
"""

from collections.abc import Sequence
from typing import Annotated, ClassVar

import polars as pl
from annotated_types import Ge, Le

from shoal.data.detection import DECIMAL, LEADING_ZERO
from shoal.hierarchies.automatic_categories import SMALL, builder_by_order, category_builder
from shoal.hierarchies.automatic_codes import code_builder, diagnosis_builder
from shoal.hierarchies.automatic_dates import date_builder
from shoal.hierarchies.automatic_numbers import intervals_of
from shoal.hierarchies.automatic_words import age_builder, vocabulary_builder
from shoal.hierarchies.builder import Builder, builders
from shoal.hierarchies.counted import Counted, Counts
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.listed import Listed
from shoal.hierarchies.ordered_groups import OrderedGroups
from shoal.hierarchies.suppression import Suppression
from shoal.hierarchies.vocabulary import Vocabulary
from shoal.plugin import plugin


@builders.register("automatic")
@plugin()
class Automatic:
    """A hierarchy is chosen from the values: ages, dates, numbers, codes, words or categories.

    Attributes:
        levels: At most so many levels above the values, the root among them.

    Card:
        title: Automatic
        noun: the automatic builder
        advice: Not sure? It looks at the values and chooses one of the others.
        more: The same values always give the same hierarchy, and a run writes down what was chosen.
            Choose another builder to change it.
        place: 1
    """

    levels: Annotated[int, Ge(1), Le(20)] = 6
    needs_counts: ClassVar = True

    def build(self, values: pl.Series, counts: Counts | None = None) -> Hierarchy:
        """The hierarchy that is chosen for these values, once each unless counts are given."""
        return self.choose(values, counts=counts).build(values)

    def choose(
        self,
        values: pl.Series,
        type: str = "string",
        format: str | None = None,
        order: Sequence[str] = (),
        counts: Counts | None = None,
        name: str = "",
    ) -> Builder:
        """The builder for a column's values, each as often as it has records.

        Args:
            values: The texts of the column; missing ones are ignored.
            type: The type that the study declares; with `string`, the values decide.
            format: How dates are written, if that is known.
            order: All values of an ordered column, lowest first.
            counts: How many records each text stands for; one each if not given.
            name: The name of the column, if that is known.
        """
        column = Counted.of(values, counts)
        if not column.records:
            return Suppression()
        if order:
            return _builder_for_file(builder_by_order(column, order, self.levels), column.values)
        recognized = self._choose_by_meaning(column, type, format, name)
        return _builder_for_file(recognized or self._choose_by_form(column, type), column.values)

    def depends_on(self) -> str:
        """What about all records decides which values share a label."""
        return "which values occur, and how often"

    def _choose_by_meaning(
        self, column: Counted, type: str, format: str | None, name: str
    ) -> Builder | None:
        """The builder for values whose meaning we recognize, or None."""
        builder: Builder | None = None
        if type in {"string", "date"}:
            builder = date_builder(column.values, self.levels, format)
        if builder is None and type in {"string", "integer", "decimal"}:
            builder = age_builder(column, self.levels, name)
        if builder is None and type == "string":
            builder = vocabulary_builder(column, self.levels, name)
            builder = builder or diagnosis_builder(column.values, self.levels, name)
        return builder

    def _choose_by_form(self, column: Counted, type: str) -> Builder:
        """The builder for numbers, codes and names of any kind."""
        builder = self._choose_intervals(column, type)
        if builder is None and type == "string":
            builder = code_builder(column.values, self.levels)
        return builder or category_builder(column, self.levels)

    def _choose_intervals(self, column: Counted, type: str) -> Builder | None:
        """The builder for numbers, or None if the column does not hold numbers."""
        declared = type in {"integer", "decimal"}
        if not declared and (type != "string" or not _are_numbers(column.values)):
            return None
        if len(column.values) <= (2 if declared else SMALL):
            return Suppression()
        return intervals_of(column, self.levels)


def _builder_for_file(builder: Builder, values: pl.Series) -> Builder:
    """The builder, or suppression if a file, which strips spaces, could not hold its hierarchy."""
    spaced = (values.str.strip_chars() != values).any()
    in_a_file = isinstance(builder, Listed | OrderedGroups | Vocabulary)
    return Suppression() if in_a_file and spaced else builder


def _are_numbers(values: pl.Series) -> bool:
    """Whether all values are numbers, and none is written like a code."""
    coded = values.str.contains(LEADING_ZERO).any() or _all_long(values)
    return bool(values.str.contains(DECIMAL).all()) and not coded


def _all_long(values: pl.Series) -> bool:
    """Whether all values are digits, of one length of at least five: postal codes, case numbers."""
    lengths = values.str.len_chars()
    return lengths.n_unique() == 1 and lengths[0] >= 5 and values.str.contains("^[0-9]+$").all()
