"""What a server was told when it started."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from shoal.server.stored.limits import Limits as Kept

MEGABYTE = 1024 * 1024
HOUR = 3600


@dataclass(frozen=True)
class Limits:
    """How much a request may hold, and how long a person stays signed in.

    Attributes:
        body: Bytes of a request that is no upload.
        page: Records of one page.
        session: Seconds until a signed-in person must sign in again.
        idle: Seconds without a request after which the same holds.
        wait: Seconds that a request may wait for its job.
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
    """One server.

    Attributes:
        workspace: The folder with everything that is remembered.
        host: The address it listens at.
        port: The port it listens at.
        names: Host names by which browsers reach it, beyond its address.
        secure: Whether browsers reach it by https.
        proxy_header: The header in which a proxy names who signed in there; None without one.
        proxies: The addresses of the proxies that are believed.
        workers: Jobs that run at the same time.
        limits: How much a request may hold.
        kept: How much may be kept, in one file and in all.
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
    kept: Kept = field(default_factory=Kept)

    @property
    def is_loopback(self) -> bool:
        """Whether only this computer reaches it."""
        return is_loopback(self.host)

    @property
    def hosts(self) -> frozenset[str]:
        """What the header Host may say: with its port, or without where a proxy stands before."""
        own = (self.host, "localhost", "127.0.0.1", "[::1]") if self.is_loopback else (self.host,)
        bare = [_bracketed(name.lower()) for name in own]
        named = [name.lower() for name in self.names]
        return frozenset([f"{name}:{self.port}" for name in (*bare, *named)] + named)

    @property
    def origins(self) -> frozenset[str]:
        """Where pages of ours come from."""
        schemes = ("https",) if self.secure else ("http",)
        return frozenset(f"{scheme}://{host}" for scheme in schemes for host in self.hosts)

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; two servers on one computer have two."""
        return f"shoal_session_{self.port}"

    @property
    def address(self) -> str:
        """What a person types."""
        scheme = "https" if self.secure else "http"
        name = self.names[0] if self.names else f"{_bracketed(self.host)}:{self.port}"
        return f"{scheme}://{name}"


def is_loopback(host: str) -> bool:
    """Whether an address is this computer's own."""
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


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
