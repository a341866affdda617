"""Uploads of tables and hierarchies: their parameters, how the body is stored, and the answer.

The pieces of a body are passed, as they arrive, to a function that stores them in a thread.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, TypeVar

from anyio import from_thread, to_thread
from fastapi import Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import ClientDisconnect

from shoal.api.ids import EXAMPLE
from shoal.api.nouns import API
from shoal.api.problems import Refused
from shoal.api.running_server import RunningServer, ThisServer, Who, person_of, server_of
from shoal.api.threads import threads
from shoal.server import stored
from shoal.server.stored.table_rows import HIERARCHY, TABLE

Kept = TypeVar("Kept")
EACH, ALL = 4, 32  # uploads at the same time, of one person and of all
NOUNS = {TABLE: "tables", HIERARCHY: "hierarchies"}
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


@dataclass
class Upload:
    """An upload of a table or hierarchy: its query parameters, and the body to come."""

    name: Name
    request: Request
    response: Response
    who: Who
    server: ThisServer
    encoding: Encoding = None

    async def keep(self, kind: str = TABLE) -> TableRead:
        """Store the body as a table or hierarchy; the header Location names its address."""
        table = await receive_upload(
            self.request,
            lambda pieces: stored.keep_table(
                *(self.server.workspace, self.who.id, self.name, pieces, self.server.settings.kept),
                kind=kind,
                encoding=self.encoding,
            ),
        )
        self.response.headers["Location"] = f"{API}/{NOUNS[kind]}/{table.id}"
        return table_answer(table, self.server)


def table_answer(table: stored.StoredTable, server: RunningServer) -> TableRead:
    """A table or hierarchy in the form of an answer, with its encoding."""
    read = stored.table_read_as(server.workspace, table.owner, table.id)
    return TableRead(**StoredTable.model_validate(table).model_dump(), **asdict(read))


async def receive_upload(request: Request, keep: Callable[[Iterator[bytes]], Kept]) -> Kept:
    """Call a function with the pieces of the body, in a thread; returns its result.

    429 if the person uploads too many files already, 400 if the upload breaks off.
    """
    server, who = server_of(request), person_of(request).name
    if server.uploads[who] >= EACH:
        raise Refused(429, f"You upload {EACH} files already. Wait for one of them.")
    server.uploads[who] += 1
    try:
        # Slow uploads must not take the threads that answer everybody else.
        return await to_thread.run_sync(
            keep, _pieces(request.stream()), limiter=threads("uploads", ALL)
        )
    except ClientDisconnect:
        raise Refused(400, "The upload ended before its end. Nothing was kept.") from None
    finally:
        server.uploads[who] -= 1


def _pieces(stream: AsyncIterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces in the thread; the event loop waits for each of them."""

    async def next_piece() -> bytes | None:
        return await anext(stream, None)

    while (piece := from_thread.run(next_piece)) is not None:
        yield piece
