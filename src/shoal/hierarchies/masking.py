"""Redaction: one more character of the value is masked on every level (ARX's masking).

Values are padded to the length of the longest one, or to `max_length`, so that the same places of
all values are masked together and the top is a single label. Level 0 is the value without padding.
With `max_length` a label depends on the value only, so new values get the labels they would have
had; without it labels depend on the longest value, in a release on the longest released one.
"""

from typing import Annotated, Literal, cast

import numpy as np
import polars as pl
from annotated_types import Ge, Le, Len
from numpy.typing import NDArray

from shoal.errors import DataError, StudyError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.masking_domain import Domain, spread
from shoal.plugin import plugin

Character = Annotated[str, Len(1, 1)]

# One level per character: with more, a lattice is far too large, and the column is free text.
LONGEST = 255


@builders.register("masking")
@plugin()
class Masking:
    """Characters are masked one by one.

    Example:
        `{builder: masking, align: right, padding: "0", max_length: 5}`

    Attributes:
        align: The side on which values of different lengths are flush.
        direction: Whether masking starts at the right end or at the left end.
        padding: The character that fills shorter values.
        character: The character that masks.
        max_length: How long values can be; otherwise as long as the longest one is.
        shares: Whether a label covers the `values` under it, or its part of the `domain` of all
            possible values, which the two sizes tell.
        domain_size: With `shares: domain`, how many possible values there are; otherwise all texts
            of the length.
        alphabet_size: With `shares: domain`, how many characters can occur; otherwise those that
            fit the domain's size, or those that do occur.

    Card:
        title: Masking
        noun: masking
        advice: For postal codes and other codes of one length: 40250 becomes 4025*, 402**.
        more: Every level hides one more character. It suits codes whose characters go from broad to
            fine.
        first: align, direction, character
        place: 7
    """

    align: Literal["left", "right"] = "left"
    direction: Literal["right-to-left", "left-to-right"] = "right-to-left"
    padding: Character = "*"
    character: Character = "*"
    max_length: Annotated[int, Ge(1), Le(LONGEST)] | None = None
    shares: Literal["values", "domain"] = "values"
    domain_size: Annotated[int, Ge(1)] | None = None
    alphabet_size: Annotated[int, Ge(1)] | None = None

    def __post_init__(self) -> None:
        """Refuse sizes that would have no effect."""
        if self.shares == "values" and (self.domain_size or self.alphabet_size):
            raise StudyError(
                "The builder `masking`: `domain_size` and `alphabet_size` need `shares: domain`."
            )

    def build(self, values: pl.Series) -> Hierarchy:
        """A hierarchy with a level for each character of the longest value, or of `max_length`."""
        length = self._length(values)
        padded = self._pad(values, length)
        masked = [self._mask(padded, length, count) for count in range(1, length + 1)]
        hierarchy = Hierarchy.of([values, *masked], "masking")
        return hierarchy if self.shares == "values" else self._by_domain(hierarchy, length)

    def relabel(self, values: pl.Series, shown: NDArray[np.bool_]) -> list[pl.Series]:
        """The labels of the values that are shown, no longer than the longest of them."""
        length, kept = self._length(values), values.filter(pl.Series(shown))
        padded, longest = self._pad(kept, length), self._length(kept)
        masked = (self._mask(padded, length, count) for count in range(1, length + 1))
        start = 0 if self.align == "left" else length - longest
        return [kept, *(labels.str.slice(start, longest) for labels in masked)]

    def _pad(self, values: pl.Series, length: int) -> pl.Series:
        """The values filled up to a length."""
        if self.align == "left":
            return values.str.pad_end(length, self.padding)
        return values.str.pad_start(length, self.padding)

    def _mask(self, padded: pl.Series, length: int, count: int) -> pl.Series:
        """The padded values with `count` characters masked."""
        mask = self.character * count
        if self.direction == "right-to-left":
            return padded.str.slice(0, length - count) + mask
        return mask + padded.str.slice(count)

    def _length(self, values: pl.Series) -> int:
        """The length to which values are padded; a `DataError` if a value is too long."""
        lengths = values.str.len_chars()
        longest = cast(int, lengths.max() or 0)
        _refuse_longer(lengths, self.max_length or LONGEST)
        return self.max_length or longest

    def _by_domain(self, hierarchy: Hierarchy, length: int) -> Hierarchy:
        """The hierarchy with labels that cover a part of all possible values."""
        characters = hierarchy.levels[0].str.split("").explode().n_unique()
        domain = Domain.of(length, characters, self.alphabet_size, self.domain_size)
        covers, whole = domain.covers()
        sizes = map(len, hierarchy.labels)
        spreads = [spread(cover, size) for cover, size in zip(covers, sizes, strict=True)]
        return hierarchy.with_covers(spreads, whole)


def _refuse_longer(lengths: pl.Series, longest: int) -> None:
    longer = int((lengths > longest).sum())
    if longer:
        raise DataError(
            f"Masking makes one level per character; {longer} values are longer"
            f" than {longest} characters. Use another hierarchy, or leave the column out."
        )
