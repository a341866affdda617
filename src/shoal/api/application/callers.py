"""Limits on connections that keep the server waiting: their time, and their number per address.

The server below (uvicorn) waits forever for the first byte of a request, for the rest of its
headers and for a client that does not read its answer, and it refuses everybody when there are many
connections. Here, the connection that has been idle longest is closed first to make room.
"""

import ipaddress
from asyncio import BaseTransport, Transport
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr

from shoal.api.guard import is_trusted

ALL, EACH = 480, 256  # connections: in all, and of one address that is not a trusted proxy
HEADERS, BYTES = 15.0, 64 * 1024  # seconds and bytes for the headers of a request
UNREAD = 60.0  # seconds in which a client must read some of an answer, or send the rest of a body
BETWEEN = 1.0  # seconds between two looks at a connection


class Caller(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection of HTTP; `proxies` are the addresses of trusted proxies."""

    proxies: tuple[str, ...] = ()

    def connection_made(self, transport: BaseTransport) -> None:
        """Accept a connection; if there are too many, close the one that has been idle longest."""
        super().connection_made(transport)
        self._since, self._received, self._left = self.loop.time(), 0, (0, self.loop.time())
        rival = self._connection_to_close()
        if rival is not None:
            rival.transport.abort()
        if rival is not self:
            self.loop.call_later(BETWEEN, self._close_if_stalled)

    def data_received(self, data: bytes) -> None:
        """Take data; close the connection if its headers are too long."""
        super().data_received(data)
        self._received = self._received + len(data) if self.is_waiting else 0
        if self._received > BYTES and not self._is_draining:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._since, self._received = self.loop.time(), 0

    @property
    def is_waiting(self) -> bool:
        """Whether no request is in progress: before the first one, or between two."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_draining(self) -> bool:
        """Whether the client still sends the body of a request that was answered already."""
        return self.cycle is not None and self.cycle.response_complete and self.cycle.more_body

    def _close_if_stalled(self) -> None:
        """Close the connection if it keeps the server waiting; otherwise look again later."""
        # If it is no longer among the connections, a websocket has taken over.
        if self.transport.is_closing() or self not in self.connections:
            return
        now, left = self.loop.time(), self.transport.get_write_buffer_size()
        if not left or left != self._left[0]:
            self._left = (left, now)
        patience = UNREAD if self._is_draining else HEADERS
        if (self.is_waiting and now - self._since > patience) or now - self._left[1] > UNREAD:
            self.transport.abort()
        else:
            self.loop.call_later(BETWEEN, self._close_if_stalled)

    def _connection_to_close(self) -> "Caller | None":
        """The connection to close: the one idle longest, or this one if all are busy.

        None if there are not too many, neither of this address nor in all.
        """
        mine = network_of(self.transport)
        same = [other for other in self.connections if network_of(other.transport) == mine]
        if len(same) > EACH and not is_trusted(self.client[0] if self.client else "", self.proxies):
            return _longest_waiting(same) or self
        return (_longest_waiting(self.connections) or self) if len(self.connections) > ALL else None


def network_of(transport: Transport) -> str:
    """The address of a peer; of IPv6 its network, as one peer may have all 2^64 addresses of it."""
    address = (get_remote_addr(transport) or ("", 0))[0]
    try:
        peer = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((peer, 64), strict=False)) if peer.version == 6 else address


def _longest_waiting(connections: Any) -> Caller | None:  # noqa: ANN401  (websockets are among them)
    waiting = [each for each in connections if isinstance(each, Caller) and each.is_waiting]
    return min(waiting, key=lambda caller: caller._since, default=None)


def caller_class(proxies: tuple[str, ...]) -> type[Caller]:
    """The protocol class of a server that trusts these proxies."""
    return type("CallerOfServer", (Caller,), {"proxies": proxies})
