"""Classifications of diseases: codes belong to categories, those to blocks, those to chapters.

Only the ranges of blocks and chapters are shipped; the category is the beginning of the code.
"""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

import polars as pl

from shoal.errors import DataError, StudyError
from shoal.hierarchies.hierarchy import Hierarchy

Part = Literal["subcategory", "category", "block", "chapter"]
Unknown = Literal["error", "suppress"]
PARTS: tuple[Part, ...] = ("subcategory", "category", "block", "chapter")
# The usual levels of a code (spec/utility.md §1.10).
USUAL: tuple[Part, ...] = ("category", "block", "chapter")


@dataclass(frozen=True)
class Block:
    """Adjacent categories and where they belong."""

    first: str
    last: str
    block: str
    chapter: str

    def holds(self, category: str) -> bool:
        """Whether a category lies in the range; V and E codes differ in length."""
        return len(category) == len(self.first) and self.first <= category <= self.last


@cache
def blocks(name: str) -> tuple[Block, ...]:
    """All blocks of a classification; ranges that name a single category come first."""
    path = files("shoal.hierarchies") / "classifications" / f"{name}.csv"
    rows = csv.DictReader(path.read_text("utf-8").splitlines())
    return tuple(sorted((Block(**row) for row in rows), key=lambda one: one.first != one.last))


def refuse_unordered(name: str, levels: tuple[Part, ...]) -> None:
    """Levels must become coarser."""
    if any(PARTS.index(lower) >= PARTS.index(upper) for lower, upper in pairwise(levels)):
        raise StudyError(
            f"The builder `{name}`: `levels` must follow the order {', '.join(PARTS)}."
        )


def classified(
    name: str, values: pl.Series, parts: pl.DataFrame, levels: tuple[Part, ...], unknown: Unknown
) -> Hierarchy:
    """The hierarchy of codes.

    Args:
        name: The classification.
        values: The codes as they were written.
        parts: For each code its `category` and the `rest` after it; null where it is no code.
        levels: What the levels are.
        unknown: Whether other values are errors, or `*` on all levels.
    """
    found = _placed(name, parts)
    strangers = found["block"].null_count()
    if strangers and unknown == "error":
        raise DataError(
            f"{strangers} of {len(values)} different values are no {name} codes."
            " Correct them, or set `unknown: suppress`."
        )
    labels = found.select(
        pl.when(pl.col("block").is_null()).then(pl.lit("*")).otherwise(_label(part)).alias(part)
        for part in levels
    )
    return Hierarchy.of([values, *labels.get_columns(), ["*"] * len(values)], name)


def _label(part: Part) -> pl.Expr:
    """The label of a part: `C25.0-` for a subcategory, `C25.-` for a category."""
    if part in ("block", "chapter"):
        return pl.col(part)
    fourth = pl.col("rest").str.slice(0, 1).fill_null("") if part == "subcategory" else pl.lit("")
    return pl.col("category") + "." + fourth + "-"


def _placed(name: str, parts: pl.DataFrame) -> pl.DataFrame:
    """The parts of codes with the block and chapter of each category that has one."""
    different = parts["category"].drop_nulls().unique().to_list()
    found = {category: _block(name, category) for category in different}
    known = {category: one for category, one in found.items() if one is not None}
    return parts.with_columns(
        pl.col("category")
        .replace_strict(
            list(known),
            [getattr(one, part) for one in known.values()],
            default=None,
            return_dtype=pl.String,
        )
        .alias(part)
        for part in ("block", "chapter")
    )


def _block(name: str, category: str) -> Block | None:
    return next((block for block in blocks(name) if block.holds(category)), None)
