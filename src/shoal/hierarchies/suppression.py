"""The hierarchy of a column that is kept or removed as a whole (the "suppression rule")."""

import polars as pl

from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin


@builders.register("suppression")
@plugin()
class Suppression:
    """Values stay as they are, or all become the same label.

    Example:
        `{builder: suppression}`

    Attributes:
        label: What every value becomes.

    Card:
        title: All or nothing
        noun: all or nothing
        advice: For two or three values: the column is shown as it is, or not at all.
        more: One level only. The search decides whether the column is worth keeping.
        place: 13
    """

    label: str = "*"

    def build(self, values: pl.Series) -> Hierarchy:
        """A hierarchy of height 1."""
        return Hierarchy.of([values, [self.label] * len(values)], "suppression")
