"""The guard: checks who asks, whether their role may, and whether one of our pages sent it.

Every route says who may use it (`only_for`, `for_everybody`); one that does not cannot be added.
The guard checks before anything of a request is read.
"""

import hmac
import ipaddress
from collections.abc import Callable, Coroutine
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from shoal.api.problems import Refused, error_response
from shoal.api.running_server import Person, RunningServer, server_of
from shoal.errors import ShoalError
from shoal.server.sessions import BROWSER, SCRIPT, Session, csrf_token, use_session
from shoal.server.users import RESEARCHER, ROLES, STEWARD, find_user

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
HARMLESS = {"GET", "HEAD", "OPTIONS"}  # methods that change nothing
SIGN_IN = {"WWW-Authenticate": 'Bearer realm="shoal"'}
EVERYBODY: tuple[str, ...] = ()  # no role is needed: nobody has to sign in


def only_for(*roles: str) -> Callable[[Endpoint], Endpoint]:
    """A decorator that marks an endpoint with the roles that may use it."""

    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.allowed = roles  # type: ignore[attr-defined]
        return endpoint

    return mark


stewards = only_for(STEWARD)
researchers = only_for(STEWARD, RESEARCHER)
signed_in = only_for(*ROLES)
for_everybody = only_for(*EVERYBODY)


class Guarded(APIRoute):
    """A route that the guard protects; an endpoint without a mark of roles is an error."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **given: Any) -> None:  # noqa: ANN401
        self.allowed: tuple[str, ...] = endpoint.allowed  # type: ignore[attr-defined]
        super().__init__(path, endpoint, **given)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """A handler that checks who asks first; the text of unexpected errors is not shown.

        An endpoint that needs a thread waits until the person has one free (`RunningServer.turn`).
        """
        handle = super().get_route_handler()
        needs_thread = not iscoroutinefunction(self.endpoint)

        async def handle_if_allowed(request: Request) -> Response:
            try:
                if not self.allowed:
                    return await handle(request)
                person = await run_in_threadpool(admit, request, self.allowed)
                if not needs_thread:
                    return await handle(request)
                async with server_of(request).turn(person.name):
                    return await handle(request)
            except (ShoalError, HTTPException, RequestValidationError):
                raise
            except Exception as error:  # its text may quote a value
                return error_response(error)

        return handle_if_allowed


def admit(connection: HTTPConnection, allowed: tuple[str, ...]) -> Person:
    """The person who asks, if their role is allowed; otherwise 401 or 403.

    A request with our cookie must come from one of our pages, or it is 403. The person is kept in
    the state of the connection, for `person_of` and the log.
    """
    person = find_person(connection)
    if person is None:
        raise Refused(
            401,
            "Nobody is signed in, or the session or token has expired. Sign in, or send the header"
            " `Authorization: Bearer TOKEN` with a token of `shoal user token`.",
            headers=SIGN_IN,
        )
    connection.state.person = person
    if person.secret is not None:
        refuse_foreign_page(connection, server_of(connection), person.secret)
    if person.role not in allowed:
        raise Refused(
            403, f"A {person.role} may not do this; it is for {' and '.join(allowed)}s only."
        )
    return person


def find_person(connection: HTTPConnection) -> Person | None:
    """The person who asks, by the token of a script or the cookie of a browser; or None.

    A request with the header Authorization is judged by it alone. None, too, if a trusted proxy
    names somebody else than the cookie.
    """
    server = server_of(connection)
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, secret = header.partition(" ")
        return _person(server, secret.strip(), SCRIPT) if scheme.lower() == "bearer" else None
    cookie = connection.cookies.get(server.settings.cookie)
    person = _person(server, cookie, BROWSER) if cookie else None
    name = name_from_proxy(connection, server)
    # Whoever signed in at the proxy as somebody else must not go on as the person before.
    return None if person and name not in {None, person.name} else person


def name_from_proxy(connection: HTTPConnection, server: RunningServer) -> str | None:
    """The name of the person in the header of a trusted proxy; None if no such proxy names one."""
    header = server.settings.proxy_header
    if header is None or not is_trusted(address_of(connection), server.settings.proxies):
        return None
    named = connection.headers.getlist(header)
    return named[0] if len(named) == 1 else None  # of two, one is not from the proxy


def is_trusted(address: str, proxies: tuple[str, ...]) -> bool:
    """Whether an address belongs to a trusted proxy."""
    try:
        caller = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(caller in ipaddress.ip_network(proxy) for proxy in proxies)


def address_of(connection: HTTPConnection) -> str:
    """The address of the peer of a connection, as the operating system says."""
    return connection.client.host if connection.client else ""


def caller_of(connection: HTTPConnection, server: RunningServer) -> str:
    """The address of the person; behind a trusted proxy, the one that the proxy forwards."""
    address, proxies = address_of(connection), server.settings.proxies
    passed = connection.headers.get("x-forwarded-for", "").split(",")
    if is_trusted(address, proxies):
        outside = [hop.strip() for hop in passed if not is_trusted(hop.strip(), proxies)]
        return outside[-1][:64] if outside else address
    return address


def refuse_foreign_page(connection: HTTPConnection, server: RunningServer, secret: str) -> None:
    """Refuse a request with our cookie from a foreign page, with 403.

    A request that changes something must also know the CSRF token of the session.
    """
    refuse_foreign_origin(connection, server)
    if connection.scope["type"] == "websocket" or connection.scope["method"] in HARMLESS:
        return
    token = connection.headers.get("x-csrf-token", "")
    if not hmac.compare_digest(token.encode(), csrf_token(secret).encode()):
        raise Refused(
            403,
            "The header X-CSRF-Token is missing or wrong. `GET /api/v1/session` tells what it"
            " should say.",
        )


def refuse_foreign_origin(connection: HTTPConnection, server: RunningServer) -> None:
    """Refuse a request from a page of another site, with 403, by the headers of browsers.

    A websocket must say where it comes from; other requests may leave the headers out.
    """
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "same-origin")
    is_socket = connection.scope["type"] == "websocket"
    changes = is_socket or connection.scope["method"] not in HARMLESS
    foreign = origin is not None and origin.lower() not in server.settings.origins
    if foreign or (is_socket and origin is None) or (changes and site not in OUR_SITES):
        raise Refused(403, "The request comes from a page of another site.")


OUR_SITES = {"same-origin", "none"}


def _person(server: RunningServer, secret: str, kind: str) -> Person | None:
    """The person with this secret; None if the session has ended or the user was removed."""
    idle = server.settings.limits.idle if kind == BROWSER else None
    session: Session | None = use_session(server.workspace, secret, kind=kind, idle=idle)
    user = find_user(server.workspace, session.user) if session else None
    if session is None or user is None:
        return None
    return Person(user.id, user.name, user.role, session.id, secret if kind == BROWSER else None)
