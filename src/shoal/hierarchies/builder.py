"""A builder makes the hierarchy of a column from the values that occur in it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.types import ColumnType
from shoal.hierarchies.counted import Counted, Counts
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.registry import Registry

Relabel = Callable[[pl.Series, NDArray[np.bool_]], Sequence[pl.Series]]


class Builder(Protocol):
    """Anything that turns the distinct texts of a column (no missing ones) into a hierarchy.

    A builder can also have `for_type(type)`, which gives the same builder with what the column's
    type says (order, format of dates), and `needs_counts`: if it is true, `build` gets as `counts`
    how often each value occurs.

    A label in a release must tell nothing about records that are left out. Where labels are made
    of other values of the column, `relabel(values, shown)` gives those of the values that are
    shown, made of these alone, per level. Where other records decide which values share a label,
    `depends_on()` says what about them decides.
    """

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these values."""
        ...


builders: Registry[Builder] = Registry(
    "hierarchy builder",
    "builder",
    planned=("automatic",),
    group="shoal.hierarchy_builders",
    tells=("advice", "title", "noun"),
)


def typed(builder: Builder, type: ColumnType) -> Builder:
    """The builder with what the type of its column says."""
    for_type: Callable[[ColumnType], Builder] | None = getattr(builder, "for_type", None)
    return builder if for_type is None else for_type(type)


def relabel(builder: Builder, values: pl.Series, shown: NDArray[np.bool_]) -> Sequence[pl.Series]:
    """The labels of the values that are shown, per level; nothing where all stay as they are.

    Args:
        builder: The builder.
        values: The values it built a hierarchy of, none missing.
        shown: Which of them are in the release.
    """
    made_of_others: Relabel | None = getattr(builder, "relabel", None)
    if made_of_others is None or shown.all() or not shown.any():
        return ()
    return made_of_others(values, shown)


def depends_on(builder: Builder) -> str | None:
    """What about all records decides which values share a label; None where nothing does."""
    asked: Callable[[], str | None] | None = getattr(builder, "depends_on", None)
    return None if asked is None else asked()


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
