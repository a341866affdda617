"""Tokens of scripts: a person makes them, sees each once, and can revoke them at any time."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, Field

from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.guard import signed_in
from shoal.api.ids import Id
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.api.running_server import ThisServer, Who
from shoal.server.sessions import SCRIPT, Session, close_session, open_session, sessions_of

router = router_for("tokens")
DAY = 24 * 3600
MOST = 50


class New(RequestBody):
    """A token for a script."""

    label: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\w .-]+$")] = "a script"
    days: Annotated[int, Field(ge=1, le=366, description="How long it is good.")] = 30


class Token(BaseModel):
    """What is known about a token; never its secret."""

    id: str
    label: str
    created: datetime
    expires: datetime


class NewToken(Token):
    """A token that was just made."""

    token: str = Field(description="The secret: told now and never again.")


@router.get("/tokens", summary="The tokens of your scripts")
@signed_in
def tokens(who: Who, server: ThisServer) -> list[Token]:
    """All that have not expired."""
    return [_token_answer(token) for token in sessions_of(server.workspace, who.name, SCRIPT)]


@router.post(
    "/tokens", status_code=201, summary="A token for a script", openapi_extra=openapi_body(New)
)
@signed_in
def make_token(who: Who, server: ThisServer, wanted: Annotated[New, json_body(New)]) -> NewToken:
    """Make a token; send it as `Authorization: Bearer TOKEN`."""
    if who.secret is None:
        raise Refused(
            403, "A token makes no tokens. Sign in with a browser, or `shoal user token`."
        )
    if len(sessions_of(server.workspace, who.name, SCRIPT)) >= MOST:
        raise Refused(409, f"There are {MOST} tokens already. Take one back first.")
    secret, session = open_session(
        server.workspace, who.name, wanted.days * DAY, kind=SCRIPT, label=wanted.label
    )
    return NewToken(**_token_answer(session).model_dump(), token=secret)


@router.delete("/tokens/{id}", status_code=204, summary="Take a token back")
@signed_in
def take_back(id: Id, who: Who, server: ThisServer) -> None:
    """Nobody can use it any more."""
    own = {token.id for token in sessions_of(server.workspace, who.name, SCRIPT)}
    if id not in own or not close_session(server.workspace, who.name, id):
        raise Refused(404, "You have no such token.")


def _token_answer(session: Session) -> Token:
    """The session of a script as the REST API answers it, without its secret."""
    times = (datetime.fromtimestamp(at, UTC) for at in (session.created, session.expires))
    created, expires = times
    return Token(id=session.id, label=session.label, created=created, expires=expires)
