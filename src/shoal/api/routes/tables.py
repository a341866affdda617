"""Tables: stewards upload them, and only their steward sees them."""

from typing import Annotated

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.guard import stewards
from shoal.api.ids import Id
from shoal.api.nouns import router_for
from shoal.api.running_server import Person, RunningServer, ThisServer, Who
from shoal.api.uploads import BODY, StoredTable, TableRead, Upload, table_answer
from shoal.server import stored
from shoal.server.stored.ids import not_found
from shoal.server.stored.table_rows import TABLE

router = router_for("tables")
First = Annotated[int, Query(ge=0, le=2**53, description="Records before the page.")]
Count = Annotated[int, Query(ge=1, le=1000, description="Records of the page.")]


class Choice(RequestBody):
    """Which records to show."""

    query: Annotated[str, Field(max_length=2000, examples=["age >= 18 and sex = Female"])]
    first: Annotated[int, Field(ge=0, le=2**53, description="Chosen ones before the page.")] = 0
    count: Annotated[int, Field(ge=1, le=1000, description="Records of the page.")] = 100


class Page(BaseModel):
    """Some records of a table, as texts; null where a value is missing."""

    records: int = Field(description="All records of the table, or all that were chosen.")
    first: int
    numbers: list[int] = Field(description="The place of each in the table, from 1.")
    columns: list[str]
    lines: list[list[str | None]]


@router.post("/tables", status_code=201, openapi_extra=BODY, summary="Upload a table")
@stewards
async def upload(file: Annotated[Upload, Depends()]) -> TableRead:
    """Send the file as the body; it is kept if it can be read and is within the limits."""
    return await file.keep()


@router.get("/tables", summary="Your tables")
@stewards
def tables(who: Who, server: ThisServer) -> list[StoredTable]:
    """All that you uploaded and did not forget."""
    return tables_of(server, who)


@router.get("/tables/{id}", summary="One table")
@stewards
def table(id: Id, who: Who, server: ThisServer) -> TableRead:
    """What is known of it."""
    return table_answer(find_stored(id, who, server), server)


@router.get("/tables/{id}/records", summary="A page of records")
@stewards
def records(id: Id, who: Who, server: ThisServer, first: First = 0, count: Count = 100) -> Page:
    """As they are: for the steward only."""
    return Page(**stored.page(server.workspace, who.id, id, first=first, count=count))


@router.post(
    "/tables/{id}/records",
    name="chosen",
    summary="A page of chosen records",
    openapi_extra=openapi_body(Choice),
)
@stewards
def matching_records(
    id: Id, who: Who, server: ThisServer, choice: Annotated[Choice, json_body(Choice)]
) -> Page:
    """The condition is in the body: a value of the data has no place in an address."""
    return Page(**stored.page(server.workspace, who.id, id, **choice.model_dump()))


@router.delete("/tables/{id}", status_code=204, summary="Forget a table")
@stewards
def forget(id: Id, who: Who, server: ThisServer) -> None:
    """Remove it for good; runs stay."""
    stored.forget_table(server.workspace, who.id, find_stored(id, who, server).id)


def tables_of(server: RunningServer, who: Person, kind: str = TABLE) -> list[StoredTable]:
    """All tables, or all hierarchies, of a person."""
    every = stored.tables(server.workspace, who.id, kind)
    return [StoredTable.model_validate(table) for table in every]


def find_stored(
    id: str, who: Person, server: RunningServer, kind: str = TABLE
) -> stored.StoredTable:
    """The table or hierarchy of this id; NotFound if it is of the other kind."""
    table = stored.table(server.workspace, who.id, id)
    if table.kind != kind:
        raise not_found(kind)
    return table
