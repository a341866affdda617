"""The values of a column of a stored table: their distribution in a few bars, or a list of them.

Numbers are counted in ranges of equal width, all other values one by one, the most frequent first.
Only the steward of a table may see them.
"""

from typing import Any, Literal, TypedDict

import polars as pl
from polars.selectors import by_name

from shoal.data.table import exact_column
from shoal.errors import DataError, did_you_mean
from shoal.ledger.workspace import Workspace
from shoal.server.stored.refusals import NotFound
from shoal.server.stored.table_facts import CELLS
from shoal.server.stored.table_rows import path_of, table

BARS = 20
VALUES = 12  # bars of single values; only the most frequent values are shown


class ColumnShape(TypedDict):
    """The distribution of the values of a column.

    Attributes:
        kind: `numbers` if bars are ranges, `values` if they are single values.
        bars: The label and the number of records of each bar.
        others: The number of records with rarer values than those shown.
        alone: The share of known records whose value no other record has.
    """

    kind: Literal["numbers", "values"]
    bars: list[list[Any]]
    others: int
    alone: float


def column_shape(workspace: Workspace, owner: str, id: str, name: str) -> ColumnShape:
    """The bars of a column of a stored table.

    Args:
        workspace: Where the table is stored.
        owner: The id of its owner.
        id: The table.
        name: The column.
    """
    return shape_of(cells_of(workspace, owner, id, name))


def shape_of(cells: pl.Series) -> ColumnShape:
    """The bars of these values; missing ones do not count."""
    known = cells.drop_nulls().cast(pl.String).alias("value")
    counted = known.value_counts(sort=True, name="records")
    alone = int((counted["records"] == 1).sum()) / len(known) if len(known) else 0.0
    numbers = counted["value"].cast(pl.Float64, strict=False)
    if counted.height > VALUES and numbers.is_finite().fill_null(value=False).all():
        bars, others = _ranges(numbers, counted["records"]), 0
        return {"kind": "numbers", "bars": bars, "others": others, "alone": alone}
    shown = counted.sort(["records", "value"], descending=[True, False]).head(VALUES)
    others = len(known) - int(shown["records"].sum())
    bars = [list(line) for line in shown.iter_rows()]
    return {"kind": "values", "bars": bars, "others": others, "alone": alone}


def column_texts(workspace: Workspace, owner: str, id: str, name: str, most: int) -> list[str]:
    """At most `most` distinct values of a column of a stored table, in no order."""
    distinct = cells_of(workspace, owner, id, name).drop_nulls().unique()
    return distinct.head(most).cast(pl.String).to_list()


def _ranges(numbers: pl.Series, records: pl.Series) -> list[list[Any]]:
    """The bars of ranges of equal width; each of `numbers` is a value of so many `records`."""
    low, high = float(numbers.min()), float(numbers.max())  # type: ignore[arg-type]
    width = (high - low) / BARS
    at = ((numbers - low) / width).floor().clip(0, BARS - 1).cast(pl.Int64)
    counted = pl.DataFrame({"at": at, "records": records}).group_by("at").agg(pl.sum("records"))
    per_bar = dict(counted.iter_rows())
    return [
        [f"{low + n * width:,.6g} to {low + (n + 1) * width:,.6g}", int(per_bar.get(n, 0))]
        for n in range(BARS)
    ]


def cells_of(workspace: Workspace, owner: str, id: str, name: str) -> pl.Series:
    """A column of a stored table, as it was read at upload."""
    path = path_of(workspace, table(workspace, owner, id)).parent / CELLS
    if not path.exists():
        raise NotFound("The cells of this table are not there. Hierarchies have none.")
    frame = pl.scan_ipc(path)
    names = frame.collect_schema().names()
    if name not in names:
        raise DataError(f"The data has no column {name!r}.{did_you_mean(name, names)}")
    return exact_column(frame.select(by_name(name)).collect(), name)
