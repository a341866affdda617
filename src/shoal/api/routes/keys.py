"""Keys of pseudonyms and shifted dates: drawn by the service, known by an id, never shown."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from shoal.api.bodies import Wanted, described, given
from shoal.api.desk import AtDesk, Who
from shoal.api.guard import stewards
from shoal.api.ids import EXAMPLE, Id
from shoal.api.nouns import noun
from shoal.api.problems import Refused
from shoal.server import stored

router = noun("keys")


class New(Wanted):
    """A key to draw."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["patients 2026"])]


class StoredKey(BaseModel):
    """A key, without its secret."""

    model_config = ConfigDict(from_attributes=True)
    id: str = Field(examples=[EXAMPLE])
    name: str
    created: str


@router.post("/keys", status_code=201, summary="Draw a key", openapi_extra=described(New))
@stewards
def make(who: Who, desk: AtDesk, wanted: Annotated[New, given(New)]) -> StoredKey:
    """A study names it by its id, as the `key` of a pseudonym or a shift."""
    if len(stored.keys(desk.workspace, who.id)) >= desk.settings.kept.owner_tables:
        raise Refused(409, "You have as many keys as may be kept. Destroy some first.")
    return StoredKey.model_validate(stored.make_key(desk.workspace, who.id, wanted.name))


@router.get("/keys", summary="Your keys")
@stewards
def keys(who: Who, desk: AtDesk) -> list[StoredKey]:
    """All that you drew and did not destroy."""
    return [StoredKey.model_validate(one) for one in stored.keys(desk.workspace, who.id)]


@router.delete("/keys/{id}", status_code=204, summary="Destroy a key")
@stewards
def forget(id: Id, who: Who, desk: AtDesk) -> None:
    """Nobody finds the people behind its pseudonyms any more."""
    stored.forget_key(desk.workspace, who.id, id)
