"""The gate: every request passes it before any other code of Shoal.

It refuses a foreign host name (so that no page of another site can talk to a loopback server) and a
body that is too large, adds headers that make browsers careful, catches errors that nothing else
has caught, and logs one line per request without query, secrets or text of unknown origin.
"""

import logging
import re
import time
from asyncio import timeout
from collections.abc import Mapping

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shoal.api.problems import fault_response, problem_response
from shoal.api.settings import Settings
from shoal.server.stored.ids import PATTERN

log = logging.getLogger("shoal.access")

SAFE = {  # headers of every answer, unless a route sets its own
    # Answers of the service are data; a browser must not run, load or frame anything in them.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none';"
    " form-action 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
# A proxy and a server that trust different headers would see different requests.
TWO_LENGTHS = ["The request tells the length of its body twice. Send one header, not both."]
TWO_HOSTS = ["The request names its host twice. Send one header."]
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"}
SLOWEST = 60.0  # seconds between two pieces of an upload, and for the whole of any other body
TOO_SLOW = "The body came too slowly. Send it again."
UPLOADS = {
    "/api/v1/tables",
    "/api/v1/hierarchies",
    "/api/v1/projects",
}  # paths with another limit on the body


class Gate:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        passage = Passage(scope, send, secure=self.settings.secure)
        headers = Headers(scope=scope)
        try:
            if len(headers.getlist("host")) > 1:
                await self._refuse(passage, receive, 400, TWO_HOSTS)
            elif headers.get("host", "").lower() not in self.settings.hosts:
                await self._refuse(passage, receive, 421, self._wrong_host())
            elif "content-length" in headers and "transfer-encoding" in headers:
                await self._refuse(passage, receive, 400, TWO_LENGTHS)
            elif self._is_too_long(scope, headers):
                await self._refuse(passage, receive, 413, [self._too_large_sentence(scope)])
            else:
                limited = self._limit_body(scope, receive)
                await self.app(scope, limited, passage.send)
        except Exception as error:  # its text must not be shown: it may quote a value
            await self._answer_fault(passage, receive, error)
        finally:
            passage.write_log()

    async def _answer_fault(self, passage: "Passage", receive: Receive, error: Exception) -> None:
        """Log a bug, and answer 500 if no answer has begun."""
        answer = fault_response(error)
        if passage.status is None and passage.scope["type"] == "http":
            await answer(passage.scope, receive, passage.send)

    async def _refuse(
        self, passage: "Passage", receive: Receive, status: int, problems: list[str]
    ) -> None:
        """Answer with a problem, and close the connection; a websocket is closed without words."""
        if passage.scope["type"] == "websocket":
            await receive()
            await passage.send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        headers = {"connection": "close"}  # the rest of the body is not read
        await problem_response(status, problems, headers)(passage.scope, receive, passage.send)

    def _wrong_host(self) -> list[str]:
        return [
            "The request names a host that this server does not have. Use the address that"
            " `shoal serve` printed, or start it with --name for other names."
        ]

    def _largest_body(self, scope: Scope) -> int:
        """The most bytes that the body of this request may have."""
        upload = self._is_upload(scope)
        return self.settings.kept.table_bytes if upload else self.settings.limits.body

    def _is_upload(self, scope: Scope) -> bool:
        return scope["path"] in UPLOADS and scope.get("method") == "POST"

    def _too_large_sentence(self, scope: Scope) -> str:
        return (
            f"The body is larger than the {self._largest_body(scope):,} bytes that are taken here."
        )

    def _is_too_long(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Whether the announced length is too large, or no number."""
        length = headers.get("content-length", "0")
        return not length.isdecimal() or int(length[:20]) > self._largest_body(scope)

    def _limit_body(self, scope: Scope, receive: Receive) -> Receive:
        """The same `receive`, but it refuses a body that is too large or comes too slowly."""
        most, seen, more = self._largest_body(scope), 0, scope["type"] == "http"
        is_upload, begin = self._is_upload(scope), time.monotonic()

        async def receive_within_limits() -> Message:
            nonlocal seen, more
            left = SLOWEST if is_upload else SLOWEST + begin - time.monotonic()
            try:
                async with timeout(left if more else None):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, TOO_SLOW, {"connection": "close"}) from None
            more = message.get("more_body", False)
            seen += len(message.get("body", b"")) if message["type"] == "http.request" else 0
            if seen > most:
                raise HTTPException(413, self._too_large_sentence(scope))
            return message

        return receive_within_limits


class Passage:
    """One request: its status, the headers of its answer, its line in the log."""

    def __init__(self, scope: Scope, send: Send, *, secure: bool) -> None:
        self.scope, self._send, self._secure = scope, send, secure
        self.status: int | None = None
        self._begin = time.perf_counter()
        scope.setdefault("state", {})

    async def send(self, message: Message) -> None:
        """Send a message; adds headers that make browsers careful where the route has none."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in SAFE.items():
                headers.setdefault(name, value)
            if self._secure:
                headers.setdefault("strict-transport-security", "max-age=31536000")
        await self._send(message)

    def write_log(self) -> None:
        """Log method, route, status, time and person; any other text could be a secret."""
        if self.scope["type"] != "http":
            return
        person = self.scope["state"].get("person")
        log.info(
            "%s %s %s %.0f ms %s",
            self.scope["method"] if self.scope["method"] in METHODS else "-",
            self._place(),
            self.status or "-",
            (time.perf_counter() - self._begin) * 1000,
            person.name if person else "-",
        )

    def _place(self) -> str:
        """The path of the route, with path parameters only if they look like ids."""
        place = getattr(self.scope.get("route"), "path", "(unknown)")
        for name, value in self.scope.get("path_params", {}).items():
            shown = value if re.fullmatch(PATTERN, str(value)) else "…"
            place = place.replace(f"{{{name}}}", shown)
        return str(place)
