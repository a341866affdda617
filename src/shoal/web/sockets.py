"""Accepts events of a page only from the session that the page was made for.

NiceGUI knows a page by a random id and takes events for it from any socket. Ours must also belong
to the same session, and the session must not have ended since.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from nicegui import Client, core
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from shoal.api.guard import find_person
from shoal.api.running_server import Person, person_of

EVENTS = ("handshake", "event", "javascript_response", "ack", "log")
Handler = Callable[..., Any]
_guarded: set[str] = set()


def guard_events() -> None:
    """Check the session before each event; a second call in the same process changes nothing."""
    handlers: dict[str, Handler] = core.sio.handlers["/"]
    if not _guarded:
        _guarded.update(EVENTS)
        core.sio.on("connect", _guard_connect(handlers["connect"]))
        for name in EVENTS:
            core.sio.on(name, _guard_event(handlers[name]))


def _guard_connect(handle: Handler) -> Handler:
    """Check the session when a socket connects; the address names the page."""

    async def check(sid: str, environ: Mapping[str, Any], _: object = None) -> bool:
        page = parse_qs(environ.get("QUERY_STRING", "")).get("client_id", [""])[0]
        if not await is_theirs(environ, page):
            return False
        await handle(sid, environ)
        return True

    return check


def _guard_event(handle: Handler) -> Handler:
    """Check the session before an event; the message names the page."""

    async def check(sid: str, message: dict[str, Any]) -> Any:  # noqa: ANN401
        if not await is_theirs(core.sio.get_environ(sid), str(message.get("client_id", ""))):
            return False
        answer = handle(sid, message)
        return await answer if inspect.isawaitable(answer) else answer

    return check


async def is_theirs(environ: Mapping[str, Any], page: str) -> bool:
    """Whether a socket and a page belong to one session, which has not ended.

    If the session has ended, the browser is also sent to the sign-in page.

    Args:
        environ: What is known of the socket's connection.
        page: The random id of the page.
    """
    client = Client.instances.get(page)
    if client is None:
        return False
    socket = HTTPConnection(environ["asgi.scope"])
    owner: Person = person_of(client.request)
    if person_of(socket).session != owner.session:
        return False
    now = await run_in_threadpool(find_person, socket)
    if now is None or now.session != owner.session:
        client.run_javascript("location.assign('/sign-in')")
        return False
    return True
