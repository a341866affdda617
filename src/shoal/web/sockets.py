"""Events of a page count only if they come from the session that the page was made for.

NiceGUI knows a page by a random word and takes events for it from any socket. Ours must also
belong to the same session, and the session must not have ended since.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from nicegui import Client, core
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from shoal.api.guard import known_person
from shoal.api.running_server import Person, person_of

EVENTS = ("handshake", "event", "javascript_response", "ack", "log")
Handler = Callable[..., Any]
_guarded: set[str] = set()


def guard() -> None:
    """Ask before each event; once per process."""
    handlers: dict[str, Handler] = core.sio.handlers["/"]
    if not _guarded:
        _guarded.update(EVENTS)
        core.sio.on("connect", _connecting(handlers["connect"]))
        for name in EVENTS:
            core.sio.on(name, _asking(handlers[name]))


def _connecting(handle: Handler) -> Handler:
    """The first event names its page in the address."""

    async def asked(sid: str, environ: Mapping[str, Any], _: object = None) -> bool:
        named = parse_qs(environ.get("QUERY_STRING", "")).get("client_id", [""])[0]
        if not await is_theirs(environ, named):
            return False
        await handle(sid, environ)
        return True

    return asked


def _asking(handle: Handler) -> Handler:
    async def asked(sid: str, message: dict[str, Any]) -> Any:  # noqa: ANN401
        if not await is_theirs(core.sio.get_environ(sid), str(message.get("client_id", ""))):
            return False
        found = handle(sid, message)
        return await found if inspect.isawaitable(found) else found

    return asked


async def is_theirs(environ: Mapping[str, Any], page: str) -> bool:
    """Whether socket and page belong to one session that still lasts."""
    client = Client.instances.get(page)
    if client is None:
        return False
    socket = HTTPConnection(environ["asgi.scope"])
    owner: Person = person_of(client.request)
    if person_of(socket).session != owner.session:
        return False
    now = await run_in_threadpool(known_person, socket)
    if now is None or now.session != owner.session:
        client.run_javascript("location.assign('/sign-in')")
        return False
    return True
