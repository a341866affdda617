"""The settings with which a server is started."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from shoal.server.stored.limits import Limits as StorageLimits

MEGABYTE = 1024 * 1024
HOUR = 3600


@dataclass(frozen=True)
class Limits:
    """How much a request may hold, and how long a person stays signed in.

    Attributes:
        body: Bytes of a request that is not an upload.
        page: Records of one page.
        session: Seconds until a signed-in person must sign in again.
        idle: Seconds without a request after which they must sign in again, too.
        wait: The most seconds that a request may wait for its job.
        streams: Progress streams that one person may have open.
    """

    body: int = 4 * MEGABYTE
    page: int = 1000
    session: int = 12 * HOUR
    idle: int = 2 * HOUR
    wait: int = 30
    streams: int = 20


@dataclass(frozen=True)
class Settings:
    """The settings of one server.

    Attributes:
        workspace: The folder in which everything is stored.
        host: The address it listens at.
        port: The port it listens at.
        names: Host names by which browsers reach it, beyond its address.
        secure: Whether browsers reach it by https.
        proxy_header: The header in which a proxy names who signed in there; None without one.
        proxies: The addresses of the trusted proxies.
        workers: Jobs that run at the same time.
        limits: The limits of requests and sessions.
        kept: The limits of what is stored.
    """

    workspace: Path
    host: str = "127.0.0.1"
    port: int = 8642
    names: tuple[str, ...] = ()
    secure: bool = False
    proxy_header: str | None = None
    proxies: tuple[str, ...] = ()
    workers: int = 2
    limits: Limits = field(default_factory=Limits)
    kept: StorageLimits = field(default_factory=StorageLimits)

    @property
    def is_loopback(self) -> bool:
        """Whether only this computer reaches it."""
        return is_loopback(self.host)

    @property
    def hosts(self) -> frozenset[str]:
        """What the header Host may say, in small letters; a name may lack the port."""
        own = (self.host, "localhost", "127.0.0.1", "[::1]") if self.is_loopback else (self.host,)
        bare = [_bracket(name.lower()) for name in own]
        named = [name.lower() for name in self.names]
        return frozenset([f"{name}:{self.port}" for name in (*bare, *named)] + named)

    @property
    def origins(self) -> frozenset[str]:
        """The origins of our own pages."""
        schemes = ("https",) if self.secure else ("http",)
        return frozenset(f"{scheme}://{host}" for scheme in schemes for host in self.hosts)

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; servers at different ports have different ones."""
        return f"shoal_session_{self.port}"

    @property
    def address(self) -> str:
        """The address that a person types into a browser."""
        scheme = "https" if self.secure else "http"
        name = self.names[0] if self.names else f"{_bracket(self.host)}:{self.port}"
        return f"{scheme}://{name}"


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_everywhere(host: str) -> bool:
    """Whether an address stands for all addresses of the computer."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host


def _bracket(host: str) -> str:
    """An IPv6 address in brackets, as URLs write it; any other host as it is."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
