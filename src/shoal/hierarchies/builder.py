"""A builder makes the hierarchy of a column from the values that occur in it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from shoal.data.types import ColumnType
from shoal.hierarchies.counted import Counted, Counts
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.registry import Registry


class Builder(Protocol):
    """Anything that turns the distinct texts of a column (no missing ones) into a hierarchy.

    A builder can also have `for_type(type)`, which gives the same builder with what the column's
    type says (order, format of dates), and `needs_counts`: if it is true, `build` gets as `counts`
    how often each value occurs.
    """

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these values."""
        ...


builders: Registry[Builder] = Registry(
    "hierarchy builder",
    "builder",
    planned=("automatic",),
    group="shoal.hierarchy_builders",
)


def typed(builder: Builder, type: ColumnType) -> Builder:
    """The builder with what the type of its column says."""
    for_type: Callable[[ColumnType], Builder] | None = getattr(builder, "for_type", None)
    return builder if for_type is None else for_type(type)


def built(builder: Builder, values: pl.Series, counts: Counts | None = None) -> Hierarchy:
    """The hierarchy of a column's values, which are there as often as they have records.

    Args:
        builder: The builder.
        values: All texts of the column; missing ones play no part.
        counts: How many records each text stands for; one where nothing is said.
    """
    if not getattr(builder, "needs_counts", False):
        return builder.build(values.drop_nulls().unique().sort())
    known = Counted.of(values, counts)
    return builder.build(known.values, counts=known.counts)  # type: ignore[call-arg]


def builder_of(settings: str | Mapping[str, Any], folder: Path = Path()) -> Builder:
    """The builder that a study's `hierarchy:` describes; a bare path is a file.

    Args:
        settings: A path, or a mapping with the key `builder` and its parameters.
        folder: What a relative `path` is relative to.
    """
    known = {"builder": "file", "path": settings} if isinstance(settings, str) else dict(settings)
    if isinstance(known.get("path"), str | Path):
        known["path"] = str(folder / known["path"])
    return builders.build(known)
