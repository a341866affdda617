"""A builder makes the hierarchy of a column from the values that occur in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from shoal.hierarchies.hierarchy import Hierarchy
from shoal.registry import Registry


class Builder(Protocol):
    """Anything that turns the distinct texts of a column (no missing ones) into a hierarchy."""

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these values."""
        ...


builders: Registry[Builder] = Registry(
    "hierarchy builder",
    "builder",
    planned=(
        "ordered-groups",
        "dates",
        "priorities",
        "top-bottom",
        "code-prefixes",
        "icd10",
        "icd9",
        "automatic",
    ),
    group="shoal.hierarchy_builders",
)


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
