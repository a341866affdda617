"""A builder makes the hierarchy of a column from the values that occur in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.types import ColumnType
from shoal.errors import StudyError
from shoal.hierarchies.counted import Counted, Counts
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.registry import Registry

Relabel = Callable[[pl.Series, NDArray[np.bool_]], Sequence[pl.Series]]


class Builder(Protocol):
    """Anything that turns the distinct texts of a column (no missing ones) into a hierarchy.

    A builder can also have `for_type(type)`, which returns the same builder with settings from the
    column's type (order, format of dates), and `needs_counts`: if it is true, `build` gets a second
    argument `counts`, how often each value occurs.

    A label in a release must tell nothing about records that are left out. If labels are made of
    other values of the column, `relabel(values, shown)` returns, per level, labels of the shown
    values that are made of these alone. If other records decide which values share a label,
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


def refuse_settings(name: str, problems: Iterable[str]) -> None:
    """Raise one `StudyError` with all problems of a builder's settings, if there are any."""
    sentences = [f"The builder `{name}`: {problem}" for problem in problems]
    if sentences:
        raise StudyError(*sentences)


def fit_to_type(builder: Builder, type: ColumnType) -> Builder:
    """The builder with settings from the type of its column, where it has none of its own."""
    for_type: Callable[[ColumnType], Builder] | None = getattr(builder, "for_type", None)
    return builder if for_type is None else for_type(type)


def relabel(builder: Builder, values: pl.Series, shown: NDArray[np.bool_]) -> Sequence[pl.Series]:
    """The labels of the values that are shown, per level, the values first.

    Empty if no label changes: the builder needs no other values, or all or none are shown.

    Args:
        builder: The builder.
        values: The values it built a hierarchy of, without missing ones.
        shown: One flag per value: whether it is in the release.
    """
    made_of_others: Relabel | None = getattr(builder, "relabel", None)
    if made_of_others is None or shown.all() or not shown.any():
        return ()
    return made_of_others(values, shown)


def depends_on(builder: Builder) -> str | None:
    """What about all records decides which values share a label; None if nothing does."""
    asked: Callable[[], str | None] | None = getattr(builder, "depends_on", None)
    return None if asked is None else asked()


def build_hierarchy(builder: Builder, values: pl.Series, counts: Counts | None = None) -> Hierarchy:
    """The hierarchy of a column from all its texts, with repetitions; missing ones get no row.

    Args:
        builder: The builder.
        values: All texts of the column; missing ones are ignored.
        counts: How many records each text stands for; one each if not given.
    """
    if not getattr(builder, "needs_counts", False):
        return builder.build(values.drop_nulls().unique().sort())
    known = Counted.of(values, counts)
    return builder.build(known.values, counts=known.counts)  # type: ignore[call-arg]


def builder_of(settings: str | Mapping[str, Any], folder: Path = Path()) -> Builder:
    """The builder that a study's `hierarchy:` describes; a bare path is a file.

    Args:
        settings: A path, or a mapping with the key `builder` and its parameters.
        folder: The folder that a relative `path` starts from.
    """
    known = {"builder": "file", "path": settings} if isinstance(settings, str) else dict(settings)
    if isinstance(known.get("path"), str | Path):
        known["path"] = str(folder / known["path"])
    return builders.build(known)
