"""The hierarchy that a study gives a column."""

from dataclasses import replace
from pathlib import Path

from shoal.hierarchies import Builder, builders
from shoal.study.keys.columns import Column


def builder_of(column: Column, folder: Path) -> Builder:
    """The builder of a column's hierarchy, its path made independent of the current folder.

    A column without a hierarchy has level 0 only (`identity`).
    """
    builder: Builder = column.hierarchy or builders.build({"builder": "identity"})
    path = getattr(builder, "path", None)
    return builder if path is None else replace(builder, path=folder / path)  # type: ignore[type-var]
