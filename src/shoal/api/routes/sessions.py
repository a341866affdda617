"""Signing in and out, and who is signed in.

A person signs in with the one-time token of the link that `shoal serve` printed, with a password,
or under the name that a trusted proxy sends. Their browser gets a cookie that no script can read;
pages send `X-CSRF-Token` with every request that changes something.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import Request, Response
from pydantic import BaseModel, Field, RootModel

from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.guard import (
    caller_of,
    find_person,
    for_everybody,
    name_from_proxy,
    refuse_foreign_origin,
    signed_in,
)
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.api.running_server import RunningServer, ThisServer, Who
from shoal.api.threads import threads
from shoal.server.sessions import close_session, csrf_token, open_session
from shoal.server.users import User, find_user, user_with_password

router = router_for("session")
LINK = "(link)"  # cannot be the name of a user
# Checking a password takes memory and a core: AT_ONCE are checked at the same time, IN_LINE wait.
AT_ONCE, IN_LINE = max(1, (os.cpu_count() or 1) // 2), 30


class ByToken(RequestBody):
    """Sign in with the one-time token of a link."""

    token: Annotated[str, Field(min_length=1, max_length=200, examples=["the-token-of-the-link"])]


class ByPassword(RequestBody):
    """Sign in with name and password."""

    name: Annotated[str, Field(min_length=1, max_length=64, examples=["ada"])]
    password: Annotated[str, Field(min_length=1, max_length=1024, examples=["four words of mine"])]


class ByProxy(RequestBody):
    """Sign in as whom the proxy names."""

    proxy: Literal[True]


Way = ByToken | ByPassword | ByProxy


class SignIn(RootModel[Way]):
    """One of the ways to sign in."""


class SignedIn(BaseModel):
    """Who is signed in.

    Attributes:
        csrf: What the header X-CSRF-Token must say; null for scripts, which need none.
    """

    name: str = Field(examples=["ada"])
    role: Literal["steward", "researcher", "viewer"]
    csrf: str | None = Field(description="What X-CSRF-Token must say; null for scripts.")


@router.post("/session", summary="Sign in", openapi_extra=openapi_body(SignIn))
@for_everybody
async def sign_in(
    request: Request,
    response: Response,
    server: ThisServer,
    way: Annotated[SignIn, json_body(SignIn)],
) -> SignedIn:
    """Exchange a one-time token, or name and password, for a session in a cookie."""
    refuse_foreign_origin(request, server)
    arguments = request, response, server, way.root
    if not isinstance(way.root, ByPassword):
        return await to_thread.run_sync(_sign_in_user, *arguments)
    with _in_line(server):
        limiter = threads("passwords", AT_ONCE)
        return await to_thread.run_sync(_sign_in_user, *arguments, limiter=limiter)


@contextmanager
def _in_line(server: RunningServer) -> Iterator[None]:
    """Count a password that is being checked or waits; 503 if there are too many."""
    if server.sign_ins.total() >= AT_ONCE + IN_LINE:
        raise Refused(
            503,
            "Too many people sign in at this moment. Try again in a minute.",
            headers={"Retry-After": "60"},
        )
    server.sign_ins["passwords"] += 1
    try:
        yield
    finally:
        server.sign_ins["passwords"] -= 1


def _sign_in_user(
    request: Request, response: Response, server: RunningServer, way: Way
) -> SignedIn:
    """Open a session, and end the one that this browser had before."""
    before = find_person(request)
    user = _user(way, request, server)
    if before and before.secret:  # so that nobody goes on with the old session
        close_session(server.workspace, before.name, before.session)
    limits, settings = server.settings.limits, server.settings
    secret, _ = open_session(server.workspace, user.name, limits.session)
    response.set_cookie(
        settings.cookie,
        secret,
        max_age=limits.session,
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )
    return SignedIn(name=user.name, role=user.role, csrf=csrf_token(secret))


@router.get("/session", summary="Who is signed in")
@signed_in
def session(who: Who) -> SignedIn:
    """Name, role, and what pages must send along."""
    csrf = csrf_token(who.secret) if who.secret else None
    return SignedIn(name=who.name, role=who.role, csrf=csrf)


@router.delete("/session", status_code=204, summary="Sign out")
@signed_in
def sign_out(who: Who, response: Response, server: ThisServer) -> None:
    """End the session, or the token, that this request was sent with."""
    close_session(server.workspace, who.name, who.session)
    response.delete_cookie(
        server.settings.cookie, secure=server.settings.secure, httponly=True, samesite="strict"
    )


def _user(way: Way, request: Request, server: RunningServer) -> User:
    """The user who signs in this way; 401 if there is none, 429 after too many attempts."""
    address = caller_of(request, server)
    account = way.name if isinstance(way, ByPassword) else LINK
    server.attempts.begin(account, address)
    if isinstance(way, ByToken):
        user = find_user(server.workspace, server.links.use_token(way.token) or "")
        problem = "The link was used before, or has expired. Start `shoal serve` again for another."
    elif isinstance(way, ByProxy):
        user = find_user(server.workspace, name_from_proxy(request, server) or "")
        problem = "The proxy names nobody who may use this server. See `shoal user add`."
    else:
        user = user_with_password(server.workspace, way.name, way.password)
        problem = "Name or password is wrong."
    if user is None:
        raise Refused(401, problem, headers={"WWW-Authenticate": 'Bearer realm="shoal"'})
    server.attempts.record_success(account, address)
    return user
