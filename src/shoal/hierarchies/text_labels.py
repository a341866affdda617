"""Label functions for all values: sets, prefixes, bounds and constants."""

from typing import Annotated, Literal

import polars as pl
from annotated_types import Ge, Len

from shoal.hierarchies.members import Members
from shoal.plugin import plugin

Ending = Literal["closed", "open"]


@plugin()
class Set:
    """All members: `{3, 4, 7}`."""

    function: Literal["set"]

    def labels(self, members: Members) -> pl.Series:
        """Members between braces."""
        return "{" + members.each(pl.col("text").str.join(", ")) + "}"


@plugin()
class Prefixes:
    """The different beginnings of the members: `81-82`.

    Attributes:
        length: How many characters a beginning has.
    """

    function: Literal["prefixes"]
    length: Annotated[int, Ge(1)] = 1

    def labels(self, members: Members) -> pl.Series:
        """Beginnings in the order of the members."""
        start = pl.col("text").str.slice(0, self.length)
        return members.each(start.unique(maintain_order=True).str.join("-"))


@plugin()
class CommonPrefix:
    """The characters with which all members begin: `816**`.

    Attributes:
        redaction: The character that stands for the others, up to the longest member's length.
    """

    function: Literal["common-prefix"]
    redaction: Annotated[str, Len(1, 1)] | None = None

    def labels(self, members: Members) -> pl.Series:
        """The common beginning of the alphabetically first and last member."""
        lows, highs = (members.each(getattr(pl.col("text"), end)()) for end in ("min", "max"))
        shared = [_common_prefix(*pair) for pair in zip(lows, highs, strict=True)]
        if self.redaction is None:
            # An empty label would read as a missing value.
            return pl.Series([text or "*" for text in shared], dtype=pl.String)
        lengths = members.each(pl.col("text").str.len_chars().max())
        filled = zip(shared, lengths, strict=True)
        return pl.Series([text.ljust(length, self.redaction) for text, length in filled])


@plugin()
class Bounds:
    """The first and the last member: `[1, 7]`."""

    function: Literal["bounds"]

    def labels(self, members: Members) -> pl.Series:
        """Both ends between brackets."""
        return _between(members, "[", "]")


@plugin()
class Interval:
    """The interval from the smallest to the largest member: `[1, 7]`.

    Attributes:
        lower: Whether the smallest member belongs to it (`[1`) or not (`]1`).
        upper: Whether the largest member belongs to it (`7]`) or not (`7[`).
    """

    function: Literal["interval"]
    lower: Ending = "closed"
    upper: Ending = "closed"

    def labels(self, members: Members) -> pl.Series:
        """Both ends between brackets; the bracket of an open end faces outwards."""
        opening = "[" if self.lower == "closed" else "]"
        return _between(members, opening, "]" if self.upper == "closed" else "[")


@plugin()
class Span:
    """The first and the last member as they are: `30 to 49 … 50 to 69`; one alone is itself."""

    function: Literal["span"]

    def labels(self, members: Members) -> pl.Series:
        """Both ends, or the only member."""
        first, last = members.ends
        alone = pl.Series(members.sizes == 1)
        both = first + " … " + last
        return pl.select(pl.when(alone).then(first).otherwise(both)).to_series()


@plugin()
class Constant:
    """The same text for every group.

    Attributes:
        value: The text.
    """

    function: Literal["constant"]
    value: Annotated[str, Len(1)]

    def labels(self, members: Members) -> pl.Series:
        """The text, once for each group."""
        return pl.Series([self.value] * len(members.starts), dtype=pl.String)


def _common_prefix(low: str, high: str) -> str:
    """The characters with which both texts begin."""
    pairs = enumerate(zip(low, high, strict=False))
    return next((low[:place] for place, (a, b) in pairs if a != b), min(low, high))


def _between(members: Members, opening: str, closing: str) -> pl.Series:
    """The first and the last member of each group between two signs."""
    first, last = members.ends
    return opening + first + ", " + last + closing
