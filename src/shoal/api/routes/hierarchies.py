"""Hierarchies: uploaded as ARX writes them, or made by the actions `hierarchy-…`."""

from fastapi import Request, Response

from shoal.api.desk import AtDesk, Who
from shoal.api.guard import stewards
from shoal.api.ids import Id
from shoal.api.nouns import API, noun
from shoal.api.routes.tables import (
    BODY,
    Encoding,
    Name,
    StoredTable,
    TableRead,
    as_read,
    known,
)
from shoal.api.uploads import uploaded
from shoal.server import stored
from shoal.server.stored.table_rows import HIERARCHY

router = noun("hierarchies")


@router.post("/hierarchies", status_code=201, openapi_extra=BODY, summary="Upload a hierarchy")
@stewards
async def upload(
    name: Name,
    request: Request,
    response: Response,
    who: Who,
    desk: AtDesk,
    encoding: Encoding = None,
) -> TableRead:
    """One line per value, labels by level, separated by semicolons."""
    made = await uploaded(
        request,
        lambda pieces: stored.keep_table(
            *(desk.workspace, who.id, name, pieces, desk.settings.kept),
            kind=HIERARCHY,
            encoding=encoding,
        ),
    )
    response.headers["Location"] = f"{API}/hierarchies/{made.id}"
    return as_read(made, desk)


@router.get("/hierarchies", summary="Your hierarchies")
@stewards
def hierarchies(who: Who, desk: AtDesk) -> list[StoredTable]:
    """All that you uploaded or made; a study names them by {table: ID}."""
    found = stored.tables(desk.workspace, who.id, HIERARCHY)
    return [StoredTable.model_validate(one) for one in found]


@router.get("/hierarchies/{id}", summary="One hierarchy")
@stewards
def hierarchy(id: Id, who: Who, desk: AtDesk) -> TableRead:
    """What is known of it; the action `hierarchy-show` shows its labels."""
    return as_read(known(id, who, desk, HIERARCHY), desk)


@router.delete("/hierarchies/{id}", status_code=204, summary="Forget a hierarchy")
@stewards
def forget(id: Id, who: Who, desk: AtDesk) -> None:
    """Remove it for good."""
    stored.forget_table(desk.workspace, who.id, known(id, who, desk, HIERARCHY).id)
