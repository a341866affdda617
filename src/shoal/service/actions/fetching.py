"""Actions that take tables from databases that the server knows by name."""

from typing import Annotated

from pydantic import Field

from shoal.service.actions.call import Call, Made
from shoal.service.actions.registry import action
from shoal.service.connections import connection as known
from shoal.service.connections import connections as all_known
from shoal.service.stored.table_rows import keep_table

Name = Annotated[str, Field(min_length=1, max_length=200)]
Query = Annotated[str, Field(min_length=1, max_length=20_000)]


@action(quick=True)
def connections(call: Call) -> Made:
    """List the databases that this server may read for you: their names and kinds."""
    found = all_known(call.owner)
    return Made([{"name": name, "kind": one.kind} for name, one in found.items()])


@action()
def fetch(
    call: Call,
    *,
    connection: Name,
    table: Name | None = None,
    query: Query | None = None,
    name: Name | None = None,
) -> Made:
    """Take a table from a database that the server knows by name, and keep it."""
    from shoal.service.fetch import fetch_into, query_of  # noqa: PLC0415  (loads Polars)

    path = call.folder / "fetched.parquet"
    fetch_into(path, known(call.owner, connection), query_of(table, query), call.watch)
    with path.open("rb") as file:
        chunks = iter(lambda: file.read(1 << 20), b"")
        title = f"{name or table or connection}.parquet"
        kept = keep_table(call.workspace, call.owner, title, chunks)
    return Made({"table": kept.id, "records": kept.records, "columns": list(kept.columns)})
