"""Codes whose beginnings name the groups they belong to, such as ATC, LOINC parts or NUTS regions.

A label is a beginning of the code, so new codes get the labels they would have had.
"""

from itertools import pairwise
from typing import Annotated

import polars as pl
from annotated_types import Ge, Len

from shoal.errors import StudyError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin

Length = Annotated[int, Ge(1)]


@builders.register("code-prefixes")
@plugin()
class CodePrefixes:
    """Codes are cut shorter on every level; one that is already shorter stays as it is.

    Example:
        `{builder: code-prefixes, lengths: [5, 4, 3, 1]}` turns the ATC code A10BA02 into A10BA,
        A10B, A10 and A.

    Attributes:
        lengths: How long codes are on each level, in characters, or in parts with a `separator`.
        separator: What stands between the parts of a code (3.4.21.4); it is kept between them.
        always_root: Whether there is a top level `*`.

    Card:
        title: Code prefixes
        noun: the builder of code prefixes
        advice: For codes whose beginning is the broader class, such as ATC or ISCO.
        more: Lengths fall from level to level: 5, 4, 3, 1.
        types: string, ordered, integer
        values: codes
        place: 10
    """

    lengths: Annotated[tuple[Length, ...], Len(1)]
    separator: Annotated[str, Len(1)] | None = None
    always_root: bool = True

    def __post_init__(self) -> None:
        """Refuses lengths that do not fall."""
        if any(lower <= upper for lower, upper in pairwise(self.lengths)):
            raise StudyError(
                "The builder `code-prefixes`: `lengths` must fall from level to level."
            )

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these codes."""
        levels = [self._cut(values, length) for length in self.lengths]
        root = [["*"] * len(values)] if self.always_root else []
        return Hierarchy.of([values, *levels, *root], "code-prefixes")

    def _cut(self, values: pl.Series, length: int) -> pl.Series:
        """The beginnings of codes; an empty one becomes `*`, since it would read as missing."""
        if self.separator is None:
            cut = values.str.slice(0, length)
        else:
            cut = values.str.split(self.separator).list.head(length).list.join(self.separator)
        return cut.replace("", "*")
