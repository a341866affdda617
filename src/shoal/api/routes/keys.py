"""Secret keys of pseudonyms and shifted dates: made by the service, known by an id, never shown."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.guard import stewards
from shoal.api.ids import EXAMPLE, Id
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.api.running_server import ThisServer, Who
from shoal.server import stored

router = router_for("keys")


class New(RequestBody):
    """A key to draw."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["patients 2026"])]


class StoredKey(BaseModel):
    """A key, without its secret."""

    model_config = ConfigDict(from_attributes=True)
    id: str = Field(examples=[EXAMPLE])
    name: str
    created: str


@router.post("/keys", status_code=201, summary="Draw a key", openapi_extra=openapi_body(New))
@stewards
def make(who: Who, server: ThisServer, wanted: Annotated[New, json_body(New)]) -> StoredKey:
    """A study names it by its id, as the `key` of a pseudonym or a shift."""
    if len(stored.keys(server.workspace, who.id)) >= server.settings.kept.owner_tables:
        raise Refused(409, "You have as many keys as may be kept. Destroy some first.")
    return StoredKey.model_validate(stored.make_key(server.workspace, who.id, wanted.name))


@router.get("/keys", summary="Your keys")
@stewards
def keys(who: Who, server: ThisServer) -> list[StoredKey]:
    """All that you drew and did not destroy."""
    return [StoredKey.model_validate(key) for key in stored.keys(server.workspace, who.id)]


@router.delete("/keys/{id}", status_code=204, summary="Destroy a key")
@stewards
def forget(id: Id, who: Who, server: ThisServer) -> None:
    """Nobody finds the people behind its pseudonyms any more."""
    stored.forget_key(server.workspace, who.id, id)
