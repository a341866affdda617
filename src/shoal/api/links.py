"""One-time tokens: whoever started the server on this computer signs in by a link with one."""

import hmac
import secrets
import time
from dataclasses import dataclass, field
from threading import Lock

HOUR = 3600.0


@dataclass
class Links:
    """Tokens that are good once, for an hour; kept in memory only."""

    seconds: float = HOUR
    _open: dict[str, tuple[str, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def made_for(self, user: str) -> str:
        """A new token."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._open[token] = (user, time.monotonic() + self.seconds)
        return token

    def used(self, given: str) -> str | None:
        """Whose token it is, if it is good; it is not any more."""
        with self._lock:
            # Compared one by one in constant time: a dictionary would tell how much is right.
            fits = [one for one in self._open if hmac.compare_digest(one.encode(), given.encode())]
            user, until = self._open.pop(fits[0]) if fits else ("", 0.0)
        return user if time.monotonic() < until else None
