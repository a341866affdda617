"""Redaction: one more character of the value is masked on every level.

Values are padded to the length of the longest one, so that the same places of all values are
masked together and the top is a single label. Level 0 is the value without padding.
"""

from typing import Annotated, Literal, cast

import polars as pl
from annotated_types import Len

from shoal.errors import DataError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin

Character = Annotated[str, Len(1, 1)]

# One level per character: beyond this a lattice is hopeless, and the column is surely free text.
LONGEST = 255


@builders.register("masking")
@plugin()
class Masking:
    """Characters are masked one by one.

    Attributes:
        align: The side on which values of different lengths are flush.
        direction: Whether masking starts at the right end or at the left end.
        padding: The character that fills shorter values.
        character: The character that masks.
    """

    align: Literal["left", "right"] = "left"
    direction: Literal["right-to-left", "left-to-right"] = "right-to-left"
    padding: Character = "*"
    character: Character = "*"

    def build(self, values: pl.Series) -> Hierarchy:
        """A hierarchy as high as the longest value is long."""
        length = _longest(values)
        padded = self._padded(values, length)
        masked = [self._masked(padded, length, count) for count in range(1, length + 1)]
        return Hierarchy.of([values, *masked], "masking")

    def _padded(self, values: pl.Series, length: int) -> pl.Series:
        if self.align == "left":
            return values.str.pad_end(length, self.padding)
        return values.str.pad_start(length, self.padding)

    def _masked(self, padded: pl.Series, length: int, count: int) -> pl.Series:
        mask = self.character * count
        if self.direction == "right-to-left":
            return padded.str.slice(0, length - count) + mask
        return mask + padded.str.slice(count)


def _longest(values: pl.Series) -> int:
    lengths = values.str.len_chars()
    length = cast(int, lengths.max() or 0)
    if length > LONGEST:
        raise DataError(
            f"Masking makes one level per character; {(lengths > LONGEST).sum()} values are longer"
            f" than {LONGEST} characters. Use another hierarchy, or leave the column out."
        )
    return length
