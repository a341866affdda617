"""The door of the web application: who comes in, and what their browser may load.

Libraries are for everybody, pages and their socket for signed-in people. A page may load nothing
from elsewhere and run no script but those it was sent with: each script carries a nonce, a random
word that is new for each response.
"""

import re
from secrets import token_urlsafe

from nicegui import __version__ as nicegui_version
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shoal.api.guard import admit, find_person
from shoal.server.users import ROLES
from shoal.web.assets import STATIC

LIBRARIES = (f"/_nicegui/{nicegui_version}/", f"{STATIC}/")
ICON = "/favicon.ico"
SOCKET = "/_nicegui_ws/"
REFUSED = 1008  # policy violation (RFC 6455)
SCRIPT = re.compile(rb"<script(?=[\s>])")
# Vue compiles templates to functions, hence 'unsafe-eval'; elements have inline styles.
POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{word}' 'unsafe-eval'; style-src 'self'"
    " 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' {socket};"
    " worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class Door:
    """Wraps the pages: lets only signed-in people in, and marks the scripts of each page."""

    def __init__(self, inside: ASGIApp) -> None:
        self.inside = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, send it to the sign-in page, or refuse it."""
        # NiceGUI would put this header into every address on the page.
        _remove_header(scope, b"x-forwarded-prefix")
        if scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        elif scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith(SOCKET):
            await PlainTextResponse("Pages are only read.", 405)(scope, receive, send)
        elif scope["path"].startswith(LIBRARIES) or scope["path"] == ICON:
            await self.inside(scope, receive, send)
        else:
            await self._serve_page(scope, receive, send)

    async def _serve_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page to somebody who signed in with a browser; send everybody else to sign in."""
        person = await run_in_threadpool(find_person, HTTPConnection(scope))
        if person is None or person.secret is None:
            await RedirectResponse("/sign-in", 303)(scope, receive, send)
            return
        scope["state"]["person"] = person
        _remove_header(scope, b"accept-encoding")  # scripts in a compressed page cannot be marked
        asked = Asked(receive)
        try:
            await self.inside(scope, asked.receive, Marked(scope, send).send)
        except RuntimeError:  # if the client disconnects before the page is built, send nothing
            if not asked.is_left:
                raise

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the socket of a signed-in person in, of any role; close that of others."""
        try:
            scope["state"]["person"] = await run_in_threadpool(admit, HTTPConnection(scope), ROLES)
        except HTTPException:
            await receive()
            await send({"type": "websocket.close", "code": REFUSED, "reason": ""})
            return
        await self.inside(scope, receive, send)


class Asked:
    """A request, and whether its client has disconnected."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self.is_left = receive, False

    async def receive(self) -> Message:
        """Return the next message, and remember whether it says that the client is gone."""
        message = await self._receive()
        self.is_left = self.is_left or message["type"] == "http.disconnect"
        return message


class Marked:
    """A response whose scripts get the nonce that the content security policy asks for."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send, self._word = send, token_urlsafe(16)
        self._body = b""
        self._head: Message = {}
        host = HTTPConnection(scope).headers.get("host", "")
        socket = f"{'wss' if scope['scheme'] == 'https' else 'ws'}://{host}"
        self._policy = POLICY.format(word=self._word, socket=socket)

    async def send(self, message: Message) -> None:
        """Hold the page back until it is complete, then mark its scripts and send it."""
        if message["type"] == "http.response.start":
            self._head = message
            return
        self._body += message.get("body", b"")
        if message.get("more_body", False):
            return
        headers = MutableHeaders(raw=list(self._head["headers"]))
        headers["content-security-policy"] = self._policy
        if headers.get("content-type", "").startswith("text/html"):
            self._body = SCRIPT.sub(b'<script nonce="' + self._word.encode() + b'"', self._body)
            headers["content-length"] = str(len(self._body))
        await self._send({**self._head, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": self._body})


def _remove_header(scope: Scope, name: bytes) -> None:
    """Take a header out of a request; `name` is in lower case."""
    scope["headers"] = [header for header in scope["headers"] if header[0] != name]
