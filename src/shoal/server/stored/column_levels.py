"""The hierarchy of a column as a run would build it, to look at while it is edited."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.errors import DataError
from shoal.hierarchies import Hierarchy, built, typed
from shoal.hierarchies.spelled import spelled
from shoal.ledger.workspace import Workspace
from shoal.pipeline.prepare.automatic import with_hierarchies
from shoal.server.stored.column_values import ColumnValues, column_values
from shoal.study.hierarchy import builder_of


@dataclass(frozen=True, eq=False)
class ColumnLevels:
    """A hierarchy, and how it fits the values of its column.

    Attributes:
        column: The values.
        hierarchy: What becomes of them.
        builder: What made it, in the words of a study; of `automatic`, what was chosen.
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
        """Per level, the records of each label."""
        fits = self._lines >= 0
        lines, counts = self._lines[fits], self.column.counts[fits]
        return [
            np.bincount(codes[lines], weights=counts, minlength=len(labels)).astype(np.int64)
            for codes, labels in zip(self.hierarchy.codes, self.hierarchy.labels, strict=True)
        ]

    @cached_property
    def _lines(self) -> NDArray[np.int32]:
        return self.hierarchy.rows(self.column.values)

    def becomes(self, value: str) -> list[str] | None:
        """What a value is on each level; None where the hierarchy does not have it."""
        at = int(self.hierarchy.rows(pl.Series([value]))[0])
        return None if at < 0 else [level[at] or "" for level in self.hierarchy.levels]

    def lines(self) -> list[list[str]]:
        """One list of labels per value; the missing value and its labels are empty."""
        levels = [level.fill_null("").to_list() for level in self.hierarchy.levels]
        return [list(line) for line in zip(*levels, strict=True)]


def column_levels(
    workspace: Workspace, owner: str, body: Mapping[str, Any], name: str
) -> ColumnLevels:
    """The hierarchy that a study has for a column; where it names none, the automatic one."""
    return levels_of(column_values(workspace, owner, body, name), name)


def levels_of(found: ColumnValues, name: str) -> ColumnLevels:
    """The same, of values that were read before."""
    values = found.values
    if not len(values):
        raise DataError(f"all {found.missing:,} values are missing. Take it out of the study.")
    explicit = with_hierarchies(found.study, {name: values}, found.counts)
    builder = typed(builder_of(explicit.columns[name], explicit.folder), found.column.options.type)
    from_file = getattr(builder, "path", None) is not None
    made = built(
        builder, values.clear() if from_file else values, None if from_file else found.counts
    )
    made = spelled(made, found.column.options.type)
    grown = made.with_missing() if found.missing else made
    return ColumnLevels(found, grown, made.source)
