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
    """

    def build(self, values: pl.Series) -> Hierarchy:
        """A hierarchy of height 0."""
        return Hierarchy.of([values], "identity")
