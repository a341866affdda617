"""Pages of a stored table, for people who scroll and filter.

When a table is uploaded, its cells are written beside it as an Arrow file. A page is read from that
file without loading the rest, however many records there are.
"""

from functools import lru_cache
from pathlib import Path
from typing import TypedDict

import polars as pl
from polars.selectors import by_name

from shoal.data.conditions import records_with
from shoal.data.query import fields_of, parse_query
from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.stored.refusals import NotFound
from shoal.server.stored.table_facts import CELLS
from shoal.server.stored.table_rows import path_of, table

MOST = 1000  # records of one page
LONGEST = 2000  # characters of a filter
REMEMBERED = 8  # filters in memory; each takes 4 bytes per matching record


class Page(TypedDict):
    """Some records of a table, as texts.

    Attributes:
        columns: The columns of the table.
        records: How many records there are in all.
        first: How many records come before the page.
        numbers: The number of each record in the table, from 1.
        lines: The cells of each record.
    """

    columns: list[str]
    records: int
    first: int
    numbers: list[int]
    lines: list[list[str | None]]


def page(
    workspace: Workspace, owner: str, id: str, *, first: int = 0, count: int = 100,
    query: str | None = None,
) -> Page:  # fmt: skip
    """Some records of a table, as texts; for its steward only.

    Args:
        workspace: Where the table is stored.
        owner: The id of its owner.
        id: The id of the table.
        first: How many records come before the page.
        count: How many records it has at most.
        query: A condition on columns, as in a study: `age >= 18 and sex = Female`.
    """
    file = path_of(workspace, table(workspace, owner, id)).parent / CELLS
    cells = _cells(file)
    if not 0 <= count <= MOST or first < 0:
        raise StudyError(f"A page has at most {MOST:,} records, and begins at 0 or later.")
    if query is None:
        records = cells.select(pl.len()).collect().item()
        lines = cells.slice(first, count).collect()
        numbers = pl.Series(range(first, first + lines.height), dtype=pl.UInt32)
    else:
        chosen = _numbers(file, query)
        records = len(chosen)
        numbers = chosen.slice(first, count)
        lines = _gather(cells, numbers)
    return {
        "columns": lines.columns,
        "records": records,
        "first": first,
        "numbers": [at + 1 for at in numbers],
        "lines": [list(line) for line in lines.cast(pl.String).iter_rows()],
    }


def _gather(cells: pl.LazyFrame, numbers: pl.Series) -> pl.DataFrame:
    """The records at these ascending places; reads only from the first to the last of them."""
    if not len(numbers):
        return cells.head(0).collect()
    begin, end = int(numbers[0]), int(numbers[-1]) + 1
    within = cells.slice(begin, end - begin)
    return within.select(pl.all().gather(numbers - begin)).collect()


@lru_cache(maxsize=REMEMBERED)
def _numbers(file: Path, query: str) -> pl.Series:
    """The places of the matching records, from 0; remembered, as tables never change."""
    return _matches(_cells(file), query).arg_true()


def _matches(cells: pl.LazyFrame, query: str) -> pl.Series:
    """Whether each record matches the condition; reads only the columns of the condition."""
    if len(query) > LONGEST:
        raise StudyError(f"A filter has at most {LONGEST:,} characters.")
    condition, known = parse_query(query), cells.collect_schema().names()
    needed = [name for name in known if name in set(fields_of(condition))]
    return records_with(Table(cells.select(by_name(needed or known[:1])).collect()), condition, {})


def _cells(path: Path) -> pl.LazyFrame:
    """The cells that lie beside a table, not read yet; NotFound if there are none."""
    if not path.exists():
        raise NotFound("The cells of this table are not there. Hierarchies have none.")
    return pl.scan_ipc(path)
