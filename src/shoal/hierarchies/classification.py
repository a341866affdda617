"""Classifications of diseases: codes belong to categories, those to blocks, those to chapters.

Only the ranges of blocks and chapters are shipped; the category is the beginning of the code. A
label depends on the code only, so new codes get the labels they would have had. A category may be
missing from the classification: it is known if it lies in the range of a block.
"""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

import polars as pl
from annotated_types import Len

from shoal.errors import DataError
from shoal.hierarchies.builder import refuse_settings
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin

Part = Literal["subcategory", "category", "block", "chapter"]
Unknown = Literal["error", "suppress"]
PARTS: tuple[Part, ...] = ("subcategory", "category", "block", "chapter")
# The usual levels of a code (docs/theory/hierarchies.md).
USUAL: tuple[Part, ...] = ("category", "block", "chapter")


@dataclass(frozen=True)
class Block:
    """A range of categories, from `first` to `last`, with the labels of its block and chapter."""

    first: str
    last: str
    block: str
    chapter: str

    def holds(self, category: str) -> bool:
        """Whether a category lies in the range; V and E codes differ in length."""
        return len(category) == len(self.first) and self.first <= category <= self.last


@cache
def blocks(name: str) -> tuple[Block, ...]:
    """All blocks of a classification; those with a single category come first, so that they win."""
    path = files("shoal.hierarchies") / "classifications" / f"{name}.csv"
    rows = csv.DictReader(path.read_text("utf-8").splitlines())
    ranges = [Block(**row) for row in rows]
    return tuple(sorted(ranges, key=lambda block: block.first != block.last))


@plugin()
class Classification:
    """The builder of a classification; each edition has its own name and pattern.

    Attributes:
        levels: The levels between the code and `*`.
        unknown: Whether a value that is no code is an `error`, or becomes `*` (`suppress`).
        name: The name of the builder, and of the file with its blocks.
        pattern: Matches a code; its groups are the category and the rest.
    """

    levels: Annotated[tuple[Part, ...], Len(1)] = USUAL
    unknown: Unknown = "error"
    name: ClassVar[str]
    pattern: ClassVar[str]

    def __post_init__(self) -> None:
        """Refuse levels that do not become coarser."""
        places = [PARTS.index(level) for level in self.levels]
        if any(lower >= upper for lower, upper in pairwise(places)):
            refuse_settings(self.name, [f"`levels` must follow the order {', '.join(PARTS)}."])

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these codes."""
        codes = self._parts(values)
        strangers = codes["block"].null_count()
        if strangers and self.unknown == "error":
            raise DataError(
                f"{strangers} of {len(values)} different values are no {self.name} codes."
                " Correct them, or set `unknown: suppress`."
            )
        labels = codes.select(
            pl.when(pl.col("block").is_null()).then(pl.lit("*")).otherwise(_label(part)).alias(part)
            for part in self.levels
        )
        return Hierarchy.of([values, *labels.get_columns(), ["*"] * len(values)], self.name)

    def _parts(self, values: pl.Series) -> pl.DataFrame:
        """Category, rest, block and chapter of each code; null if it is not a code."""
        codes = self._codes(values.str.strip_chars().str.to_uppercase())
        category, rest = (codes.str.extract(self.pattern, group) for group in (1, 2))
        return _with_blocks(self.name, pl.DataFrame({"category": category, "rest": rest}))

    def _codes(self, texts: pl.Series) -> pl.Series:
        """The texts in the spelling that the pattern expects; editions may change it."""
        return texts


def _label(part: Part) -> pl.Expr:
    """The label of a part: `C25.0-` for a subcategory, `C25.-` for a category."""
    if part in ("block", "chapter"):
        return pl.col(part)
    fourth = pl.col("rest").str.slice(0, 1).fill_null("") if part == "subcategory" else pl.lit("")
    return pl.col("category") + "." + fourth + "-"


def _with_blocks(name: str, parts: pl.DataFrame) -> pl.DataFrame:
    """The parts of codes with columns `block` and `chapter`; null if the category is unknown."""
    different = parts["category"].drop_nulls().unique().to_list()
    ranges = {category: _block(name, category) for category in different}
    known = {category: block for category, block in ranges.items() if block is not None}
    return parts.with_columns(
        pl.col("category")
        .replace_strict(
            list(known),
            [getattr(block, part) for block in known.values()],
            default=None,
            return_dtype=pl.String,
        )
        .alias(part)
        for part in ("block", "chapter")
    )


def _block(name: str, category: str) -> Block | None:
    """The first block that holds a category, or None."""
    return next((block for block in blocks(name) if block.holds(category)), None)
