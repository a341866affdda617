"""Actions that make tables: from a database the server knows, or by reading a file again."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import TableId, action
from shoal.server.connections import connection as find_database
from shoal.server.connections import connections as databases
from shoal.server.stored.reading import read_here
from shoal.server.stored.table_rows import keep_table
from shoal.server.stored.table_rows import table as find_table
from shoal.server.users import name_of

Name = Annotated[str, Field(min_length=1, max_length=200)]
Short = Annotated[str, Field(max_length=100)]
Skip = Annotated[int, Field(ge=0)]
Sheet = Annotated[int, Field(ge=1)] | Short
Query = Annotated[str, Field(min_length=1, max_length=20_000)]


@action(quick=True)
def connections(call: Call) -> ActionResult:
    """List the databases that this server may read for you: their names and kinds."""
    known = databases(name_of(call.workspace, call.owner))
    return ActionResult([{"name": name, "kind": database.kind} for name, database in known.items()])


@action()
def fetch(
    call: Call, *, connection: Name, table: Name | None = None, query: Query | None = None,
    name: Name | None = None,
) -> ActionResult:  # fmt: skip
    """Take a table from a database that the server knows by name, and keep it."""
    from shoal.server.fetch import fetch_into, query_of  # noqa: PLC0415  (loads Polars)

    path = call.folder / "fetched.parquet"
    question = query_of(table, query)
    database = find_database(name_of(call.workspace, call.owner), connection)
    fetch_into(path, database, question, call.watch, call.limits.query_records)
    return _store_table(call, path, str(name or table or connection))


@action()
def reread(
    call: Call, *, table: TableId, separator: Short | None = None, quote: Short | None = None,
    encoding: Short | None = None, decimal: Short | None = None, skip: Skip | None = None,
    comment: Short | None = None, sheet: Sheet | None = None, name: Name | None = None,
) -> ActionResult:  # fmt: skip
    """Read a stored file by other rules, and keep what is found as a table of its own."""
    from shoal.server.reread import reread_into  # noqa: PLC0415  (loads Polars)

    given = {
        "separator": separator, "quote": quote, "encoding": encoding, "decimal": decimal,
        "skip": skip, "comment": comment, "sheet": sheet,
    }  # fmt: skip
    rules = {key: value for key, value in given.items() if value is not None}
    path = call.folder / "read.parquet"
    reread_into(path, call.table(table), rules, call.watch)
    before = find_table(call.workspace, call.owner, table)
    return _store_table(call, path, name or Path(before.name).stem)


def _store_table(call: Call, path: Path, name: str) -> ActionResult:
    """Store a Parquet file as a table; the result has its id, records and columns."""
    with path.open("rb") as file:
        chunks = iter(lambda: file.read(1 << 20), b"")
        # Read in this process: a worker may die without harm, and we wrote the file ourselves.
        table = keep_table(
            call.workspace, call.owner, f"{name}.parquet", chunks, call.limits, reader=read_here
        )
    return ActionResult(
        {"table": table.id, "records": table.records, "columns": list(table.columns)}
    )
