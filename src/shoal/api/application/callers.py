"""Connections that keep the server waiting: each has little time, each address has so many.

The server below (uvicorn) waits forever for the first byte of a request, for the rest of its
headers and for somebody who does not read an answer, and refuses everybody when there are many
connections. Here, whoever waits for nothing in particular makes room first.
"""

import ipaddress
from asyncio import BaseTransport, Transport
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr

from shoal.api.guard import is_trusted

ALL, EACH = 480, 256  # connections: of everybody, and of one address that is no trusted proxy
HEADERS, BYTES = 15.0, 64 * 1024  # seconds and bytes until a request says what it wants
UNREAD = 60.0  # seconds in which a client must have read something, or the rest of its body is due
BETWEEN = 1.0  # seconds between two looks at a connection


class Caller(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection of HTTP."""

    proxies: tuple[str, ...] = ()

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody calls; there is room, or somebody who only waits has to go."""
        super().connection_made(transport)
        self._since, self._received, self._left = self.loop.time(), 0, (0, self.loop.time())
        rival = self._rival()
        if rival is not None:
            rival.transport.abort()
        if rival is not self:
            self.loop.call_later(BETWEEN, self._look)

    def data_received(self, data: bytes) -> None:
        """Headers have an end, or the call has."""
        super().data_received(data)
        self._received = self._received + len(data) if self.is_waiting else 0
        if self._received > BYTES and not self._is_draining:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """The next request may come from now on."""
        super().on_response_complete()
        self._since, self._received = self.loop.time(), 0

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is asked for: before the first request, or between two."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_draining(self) -> bool:
        """Whether the rest of a body comes that was answered before its end."""
        return self.cycle is not None and self.cycle.response_complete and self.cycle.more_body

    def _look(self) -> None:
        """Now and then: whether the caller still does what a caller does."""
        # A websocket has taken over if this is none of the connections any more.
        if self.transport.is_closing() or self not in self.connections:
            return
        now, left = self.loop.time(), self.transport.get_write_buffer_size()
        if not left or left != self._left[0]:
            self._left = (left, now)
        patience = UNREAD if self._is_draining else HEADERS
        if (self.is_waiting and now - self._since > patience) or now - self._left[1] > UNREAD:
            self.transport.abort()
        else:
            self.loop.call_later(BETWEEN, self._look)

    def _rival(self) -> "Caller | None":
        """Who has to go: of too many, the one that has waited longest, or else the newest."""
        mine = network_of(self.transport)
        same = [one for one in self.connections if network_of(one.transport) == mine]
        if len(same) > EACH and not is_trusted(self.client[0] if self.client else "", self.proxies):
            return _longest(same) or self
        return (_longest(self.connections) or self) if len(self.connections) > ALL else None


def network_of(transport: Transport) -> str:
    """Where a call comes from; of IPv6, whoever has one address has the 2^64 beside it."""
    address = (get_remote_addr(transport) or ("", 0))[0]
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address


def _longest(connections: Any) -> Caller | None:  # noqa: ANN401  (websockets are among them)
    waiting = [one for one in connections if isinstance(one, Caller) and one.is_waiting]
    return min(waiting, key=lambda one: one._since, default=None)


def caller(proxies: tuple[str, ...]) -> type[Caller]:
    """The protocol of a server that believes these proxies."""
    return type("CallerOfServer", (Caller,), {"proxies": proxies})
