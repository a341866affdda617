"""The hierarchy of a column as a run would build it, shown while a person edits it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.errors import DataError
from shoal.hierarchies import Hierarchy, build_hierarchy, fit_to_type
from shoal.hierarchies.spelled import spell_hierarchy
from shoal.ledger.workspace import Workspace
from shoal.pipeline.prepare.automatic import with_hierarchies
from shoal.server.stored.column_values import ColumnValues, column_values
from shoal.study.hierarchy import builder_of


@dataclass(frozen=True, eq=False)
class ColumnLevels:
    """A hierarchy, and how it fits the values of its column.

    Attributes:
        column: The values of the column.
        hierarchy: The hierarchy; with a line for the missing value if values are missing.
        builder: The builder in the words of a study; for `automatic`, the builder it has chosen.
    """

    column: ColumnValues
    hierarchy: Hierarchy
    builder: str

    @property
    def height(self) -> int:
        """The highest level."""
        return self.hierarchy.height

    @property
    def groups(self) -> list[int]:
        """How many labels each level has."""
        return [len(labels) for labels in self.hierarchy.labels]

    @cached_property
    def absent(self) -> list[str]:
        """Values of the data that the hierarchy does not have."""
        return self.column.values.filter(pl.Series(self._lines < 0)).to_list()

    @cached_property
    def records(self) -> list[NDArray[np.int64]]:
        """For each level, the number of records of each label; missing and absent ones left out."""
        fits = self._lines >= 0
        lines, counts = self._lines[fits], self.column.counts[fits]
        return [
            np.bincount(codes[lines], weights=counts, minlength=len(labels)).astype(np.int64)
            for codes, labels in zip(self.hierarchy.codes, self.hierarchy.labels, strict=True)
        ]

    @cached_property
    def _lines(self) -> NDArray[np.int32]:
        """For each value of the column, its line in the hierarchy; -1 if it is absent."""
        return self.hierarchy.rows(self.column.values)

    def labels_of(self, value: str) -> list[str] | None:
        """The label of a value on each level; None if the hierarchy does not have the value."""
        at = int(self.hierarchy.rows(pl.Series([value]))[0])
        return None if at < 0 else [level[at] or "" for level in self.hierarchy.levels]

    def lines(self) -> list[list[str]]:
        """One list of labels per value; the missing value and its labels are empty."""
        levels = [level.fill_null("").to_list() for level in self.hierarchy.levels]
        return [list(line) for line in zip(*levels, strict=True)]


def column_levels(
    workspace: Workspace, owner: str, body: Mapping[str, Any], name: str
) -> ColumnLevels:
    """The hierarchy that a study gives a column; the automatic one if it names none."""
    return levels_of(column_values(workspace, owner, body, name), name)


def levels_of(column: ColumnValues, name: str) -> ColumnLevels:
    """The same as `column_levels`, for values that were read before.

    DataError if all values are missing.
    """
    values, kind = column.values, column.column.options.type
    if not len(values):
        raise DataError(f"all {column.missing:,} values are missing. Take it out of the study.")
    explicit = with_hierarchies(column.study, {name: values}, column.counts)
    builder = fit_to_type(builder_of(explicit.columns[name], explicit.folder), kind)
    from_file = getattr(builder, "path", None) is not None
    hierarchy = build_hierarchy(
        builder, values.clear() if from_file else values, None if from_file else column.counts
    )
    hierarchy = spell_hierarchy(hierarchy, kind)
    complete = hierarchy.with_missing() if column.missing else hierarchy
    return ColumnLevels(column, complete, hierarchy.source)
