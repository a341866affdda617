"""Hierarchies: uploaded as ARX writes them, or made by the actions `hierarchy-…`."""

from typing import Annotated

from fastapi import Depends

from shoal.api.guard import stewards
from shoal.api.ids import Id
from shoal.api.nouns import router_for
from shoal.api.routes.tables import find_stored, tables_of
from shoal.api.running_server import ThisServer, Who
from shoal.api.uploads import BODY, StoredTable, TableRead, Upload, table_answer
from shoal.server import stored
from shoal.server.stored.table_rows import HIERARCHY

router = router_for("hierarchies")


@router.post("/hierarchies", status_code=201, openapi_extra=BODY, summary="Upload a hierarchy")
@stewards
async def upload(file: Annotated[Upload, Depends()]) -> TableRead:
    """One line per value, labels by level, separated by semicolons."""
    return await file.keep(HIERARCHY)


@router.get("/hierarchies", summary="Your hierarchies")
@stewards
def hierarchies(who: Who, server: ThisServer) -> list[StoredTable]:
    """All that you uploaded or made; a study names them by {table: ID}."""
    return tables_of(server, who, HIERARCHY)


@router.get("/hierarchies/{id}", summary="One hierarchy")
@stewards
def hierarchy(id: Id, who: Who, server: ThisServer) -> TableRead:
    """What is known of it; the action `hierarchy-show` shows its labels."""
    return table_answer(find_stored(id, who, server, HIERARCHY), server)


@router.delete("/hierarchies/{id}", status_code=204, summary="Forget a hierarchy")
@stewards
def forget(id: Id, who: Who, server: ThisServer) -> None:
    """Remove it for good."""
    stored.forget_table(server.workspace, who.id, find_stored(id, who, server, HIERARCHY).id)
