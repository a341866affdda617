"""Roles of the columns of a table: as somebody names them, as a study says, or by their values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.data.checks import check_table
from shoal.data.profile import profile_column
from shoal.data.schema import ColumnOptions, column_types
from shoal.data.table import Table
from shoal.errors import StudyError, did_you_mean
from shoal.hierarchies import Hierarchy
from shoal.pipeline.prepare.hierarchies import hierarchy_of
from shoal.pipeline.prepare.same_values import values_in_one_spelling
from shoal.report.types.measured_risk import RiskColumns
from shoal.study.study import Study


@dataclass(frozen=True, eq=False)
class Columns:
    """A table and the roles of its columns.

    Attributes:
        table: The table; declared missing values are null.
        keys: The quasi-identifiers.
        sensitive: The sensitive columns, and how their values are read and ordered.
        person: The column that tells whose record it is; None where records are counted.
        roles: Where the roles are from: "named", "study" or "guessed".
        trees: The hierarchies of sensitive columns, where a study has them.
    """

    table: Table
    keys: tuple[str, ...]
    sensitive: Mapping[str, ColumnOptions]
    person: str | None
    roles: str
    trees: Mapping[str, Hierarchy]

    def texts(self) -> dict[str, pl.Series]:
        """The quasi-identifiers, as they are written."""
        return {name: self.table.texts(name) for name in self.keys}

    def values(self) -> dict[str, pl.Series]:
        """The sensitive columns, each value in one spelling."""
        return {
            name: values_in_one_spelling(self.table, name, how.type)
            for name, how in self.sensitive.items()
        }

    def without(self, left_out: pl.Series) -> "Columns":
        """The same columns without the records that are flagged."""
        if not left_out.any():
            return self
        return replace(self, table=replace(self.table, frame=self.table.frame.filter(~left_out)))

    def plain(self) -> RiskColumns:
        """Roles and names of the columns as plain values, for reports."""
        types = {name: column_types.name_of(how.type) for name, how in self.sensitive.items()}
        return {
            "roles": self.roles,
            "quasi_identifiers": list(self.keys),
            "sensitive": [{"name": name, "type": type} for name, type in types.items()],
        }


def columns_of(
    table: Table,
    study: Study | None = None,
    quasi_identifiers: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    decimal: str = ".",
) -> Columns:
    """The roles of a table's columns: as named, else as a study says, else by their values.

    Raises an error if a named column is absent, or if there is no quasi-identifier.

    Args:
        table: The table.
        study: The study, if there is one.
        quasi_identifiers: Names of columns; empty if nobody names them.
        sensitive: Names of columns; empty if nobody names them.
        decimal: The decimal mark in the table's texts.
    """
    _refuse_absent(table, (*quasi_identifiers, *sensitive))
    keys, asked, roles = _roles(table, study, tuple(quasi_identifiers), tuple(sensitive), decimal)
    if not keys:
        raise StudyError(
            "No column is known to be a quasi-identifier. Name them: --quasi-identifiers age,sex."
        )
    table = _missing_as_null(table, study, keys)
    options = {name: _options(table, study, name, decimal) for name in asked if name not in keys}
    table = check_table(table, options, decimal)
    known = None if study is None else study.person_column
    person = known if known in table.names else None
    found = Columns(table, keys, options, person, roles, {})
    return replace(found, trees=_trees(study, found.values()))


def _roles(
    table: Table,
    study: Study | None,
    keys: tuple[str, ...],
    sensitive: tuple[str, ...],
    decimal: str,
) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Quasi-identifiers, sensitive columns, and where these roles are from."""
    if study is not None:
        promised = [promise.column for promise in study.privacy if hasattr(promise, "column")]
        private = dict.fromkeys((*study.with_role("sensitive"), *promised))
        return (
            keys or tuple(name for name in study.quasi_identifiers if name in table.names),
            sensitive or tuple(name for name in private if name in table.names),
            "study",
        )
    if keys:
        return keys, sensitive, "named"
    suggested = {
        name: str(profile_column(name, table.texts(name), decimal).suggested.role)
        for name in table.names
        if name not in sensitive
    }
    looks = {role: tuple(n for n, found in suggested.items() if found == role) for role in _LOOKS}
    return looks["quasi-identifier"], sensitive or looks["sensitive"], "guessed"


_LOOKS = ("quasi-identifier", "sensitive")


def _refuse_absent(table: Table, names: Sequence[str]) -> None:
    """Refuse names of columns that the table does not have, all at once."""
    problems = [
        f"The table has no column {name!r}.{did_you_mean(name, table.names)}"
        for name in names
        if name not in table.names
    ]
    if problems:
        raise StudyError(*problems)


def _missing_as_null(table: Table, study: Study | None, keys: Sequence[str]) -> Table:
    """The table with null for declared missing values of quasi-identifiers.

    These are read as texts, because they may be labels.
    """
    if study is None:
        return table
    declared = {name: study.columns[name].missing for name in keys if name in study.columns}
    plain = {name: ColumnOptions(missing=texts) for name, texts in declared.items() if texts}
    return check_table(table, plain)


def _options(table: Table, study: Study | None, name: str, decimal: str) -> ColumnOptions:
    """How a sensitive column is read: as a study says, or as all its values look."""
    if study is not None and name in study.columns:
        return study.columns[name].options
    match = profile_column(name, table.texts(name), decimal).match
    settings = {"type": match.type, **({"format": match.format} if match.format else {})}
    return ColumnOptions(column_types.build(settings), match.missing)


def _trees(study: Study | None, values: Mapping[str, pl.Series]) -> dict[str, Hierarchy]:
    """The hierarchies of sensitive columns that have all their values."""
    if study is None:
        return {}
    named = [
        name
        for name in values
        if name in study.columns and study.columns[name].hierarchy is not None
    ]
    made = {name: hierarchy_of(study, name, values[name]) for name in named}
    return {
        name: hierarchy
        for name, hierarchy in made.items()
        if not np.any(hierarchy.rows(values[name].unique()) < 0)
    }
