"""Databases that the server may read, by name; `POST /actions/fetch` takes a table from one."""

from fastapi import Request
from pydantic import BaseModel, Field

from shoal.api.guard import stewards
from shoal.api.nouns import router_for
from shoal.api.running_server import ThisServer, Who
from shoal.ledger.workspace import Workspace
from shoal.server.actions import answer

router = router_for("connections")


class Connection(BaseModel):
    """A database, without its address."""

    name: str = Field(examples=["hospital"])
    kind: str = Field(examples=["postgresql"])


@router.get("/connections", summary="Databases that the server may read for you")
@stewards
def connections(request: Request, who: Who, server: ThisServer) -> list[Connection]:
    """Whoever started the server has named them; nobody learns where they are."""
    databases = answer(Workspace(server.workspace.folder, who.id), "connections", {})
    return [Connection(**database) for database in databases]
