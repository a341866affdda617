"""The hierarchy of a column that is kept as it is: level 0 only (the "identity rule")."""

import polars as pl

from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin


@builders.register("identity")
@plugin()
class Identity:
    """Values stay as they are; the column is never generalized.

    Example:
        `{builder: identity}`

    Card:
        title: Kept
        noun: a column that is kept
        advice: For a column that must not be made coarser: values stay as they are.
        more: Classes are told apart by every value of it, so few columns can be kept.
    """

    def build(self, values: pl.Series) -> Hierarchy:
        """A hierarchy of height 0."""
        return Hierarchy.of([values], "identity")
