"""Tables: uploaded by stewards, seen by nobody else."""

from dataclasses import asdict
from typing import Annotated

from fastapi import Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from shoal.api.bodies import Wanted, described, given
from shoal.api.desk import AtDesk, Who
from shoal.api.guard import stewards
from shoal.api.ids import EXAMPLE, Id
from shoal.api.nouns import noun
from shoal.api.uploads import uploaded
from shoal.server import stored
from shoal.server.stored.ids import absent
from shoal.server.stored.table_rows import TABLE

router = noun("tables")
Name = Annotated[
    str,
    Query(min_length=1, max_length=200, examples=["patients.csv"], description="What you call it."),
]
Encoding = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=40,
        examples=["cp1252"],
        description="How the letters of a text are stored; by default found out by looking.",
    ),
]
BINARY = {"schema": {"type": "string", "format": "binary"}}
BODY = {
    "requestBody": {
        "description": "The file itself: CSV (also .gz, .zst), Parquet, Arrow, Excel or FHIR.",
        "required": True,
        "content": {"application/octet-stream": BINARY},
    }
}


class StoredTable(BaseModel):
    """What is known of an uploaded table."""

    model_config = ConfigDict(from_attributes=True)
    id: str = Field(examples=[EXAMPLE])
    name: str = Field(examples=["patients.csv"])
    format: str = Field(examples=["csv"])
    bytes: int
    sha256: str
    records: int
    columns: list[str]
    created: str


class TableRead(StoredTable):
    """What is known of an uploaded table, and how it was read."""

    encoding: str | None = Field(description="How the letters of a text are stored.")
    assumed: str | None = Field(
        description="What was found out about the letters by looking, and may be wrong."
    )


class Choice(Wanted):
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
async def upload(
    name: Name,
    request: Request,
    response: Response,
    who: Who,
    desk: AtDesk,
    encoding: Encoding = None,
) -> TableRead:
    """Send the file as the body; it is kept if it can be read and is within the limits."""
    made = await uploaded(
        request,
        lambda pieces: stored.keep_table(
            desk.workspace, who.id, name, pieces, desk.settings.kept, encoding=encoding
        ),
    )
    response.headers["Location"] = f"/api/v1/tables/{made.id}"
    return as_read(made, desk)


@router.get("/tables", summary="Your tables")
@stewards
def tables(who: Who, desk: AtDesk) -> list[StoredTable]:
    """All that you uploaded and did not forget."""
    return [StoredTable.model_validate(one) for one in stored.tables(desk.workspace, who.id)]


@router.get("/tables/{id}", summary="One table")
@stewards
def table(id: Id, who: Who, desk: AtDesk) -> TableRead:
    """What is known of it."""
    return as_read(known(id, who, desk), desk)


@router.get("/tables/{id}/records", summary="A page of records")
@stewards
def records(
    id: Id,
    who: Who,
    desk: AtDesk,
    first: Annotated[int, Query(ge=0, le=2**53, description="Records before the page.")] = 0,
    count: Annotated[int, Query(ge=1, le=1000, description="Records of the page.")] = 100,
) -> Page:
    """As they are: for the steward only."""
    return Page(**stored.page(desk.workspace, who.id, id, first=first, count=count))


@router.post(
    "/tables/{id}/records", summary="A page of chosen records", openapi_extra=described(Choice)
)
@stewards
def chosen(id: Id, who: Who, desk: AtDesk, choice: Annotated[Choice, given(Choice)]) -> Page:
    """The condition is in the body: a value of the data has no place in an address."""
    return Page(**stored.page(desk.workspace, who.id, id, **choice.model_dump()))


@router.delete("/tables/{id}", status_code=204, summary="Forget a table")
@stewards
def forget(id: Id, who: Who, desk: AtDesk) -> None:
    """Remove it for good; runs stay."""
    stored.forget_table(desk.workspace, who.id, known(id, who, desk).id)


def as_read(found: stored.StoredTable, desk: AtDesk) -> TableRead:
    """What is known of a table or hierarchy, and what was assumed about its letters."""
    read = stored.table_read_as(desk.workspace, found.owner, found.id)
    return TableRead(**StoredTable.model_validate(found).model_dump(), **asdict(read))


def known(id: str, who: Who, desk: AtDesk, kind: str = TABLE) -> stored.StoredTable:
    """What is stored under an id, if it is of this kind; a hierarchy is stored like a table."""
    found = stored.table(desk.workspace, who.id, id)
    if found.kind != kind:
        raise absent(kind)
    return found
