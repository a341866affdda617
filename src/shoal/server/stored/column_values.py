"""The distinct values of one column of a study's table, with the number of records of each.

People who edit a hierarchy see it at once: only this column is read, from the cells that are stored
beside the table, and each distinct value is handled once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.selectors import by_name

from shoal.data.checks import check_table
from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.data.table import Table, exact_column
from shoal.errors import DataError, did_you_mean
from shoal.ledger.workspace import Workspace
from shoal.server.stored.references import with_paths
from shoal.server.stored.table_facts import CELLS
from shoal.server.stored.table_rows import path_of, table
from shoal.study.keys.columns import Column
from shoal.study.study import Study


@dataclass(frozen=True, eq=False)
class ColumnValues:
    """A column as a study reads it.

    Attributes:
        column: The keys of the column in the study.
        study: The study, with paths instead of ids.
        values: The distinct values, ascending, without missing ones.
        counts: The number of records of each value.
        missing: The number of records without a value.
        name: The name of the column.
    """

    column: Column
    study: Study
    values: pl.Series
    counts: NDArray[np.int64]
    missing: int
    name: str = ""

    @property
    def records(self) -> int:
        """The number of all records."""
        return int(self.counts.sum()) + self.missing

    def frequent(self, many: int) -> list[str]:
        """The most frequent values; equally frequent ones in ascending order."""
        order = np.argsort(-self.counts, kind="stable")[:many]
        return [str(self.values[int(at)]) for at in order]


def column_values(
    workspace: Workspace, owner: str, body: Mapping[str, Any], name: str
) -> ColumnValues:
    """The distinct values of a column; DataError if they are not of the type that the study says.

    Args:
        workspace: Where the table is stored.
        owner: The id of its owner.
        body: The keys of the study.
        name: The column.
    """
    study = Study.of(with_paths(workspace, owner, body))
    column, data = study.columns[name], body["data"]
    raw = _cells(workspace, owner, data, name)
    counted = raw.alias("value").value_counts(name="records of it", sort=False)
    lines = Table(
        counted["value"].to_frame(name), counts=counted["records of it"].to_numpy().astype(np.int64)
    )
    decimal = str(data.get("decimal") or ".")
    texts = check_table(lines, {name: column.options}, decimal).texts(name, column.options.type)
    counts = pl.DataFrame({"value": texts, "records": lines.counts})
    counts = counts.group_by("value").agg(pl.col("records").sum()).sort("value")
    known = counts.drop_nulls("value")
    return ColumnValues(
        column,
        study,
        known["value"].alias(""),
        known["records"].to_numpy().astype(np.int64),
        int(counts.filter(pl.col("value").is_null())["records"].sum()),
        name,
    )


def _cells(workspace: Workspace, owner: str, data: Mapping[str, Any], name: str) -> pl.Series:
    """The cells of a column; the file is read again if the study says how to read it."""
    file = path_of(workspace, table(workspace, owner, data["table"]))
    cells = file.parent / CELLS
    dialect = {key: data[key] for key in data if key not in {"table", "decimal"}}
    if cells.exists() and not dialect:
        frame = pl.scan_ipc(cells)
        names = frame.collect_schema().names()
        if name in names:
            return exact_column(frame.select(by_name(name)).collect(), name)
    else:
        whole = read(resolve_source(Source.of({**dialect, "path": file}))).frame
        names = whole.columns
        if name in names:
            return exact_column(whole, name)
    raise DataError(f"The data has no column {name!r}.{did_you_mean(name, names)}")
