"""One-time tokens in links: they sign in whoever started the server on this computer."""

import hmac
import secrets
import time
from dataclasses import dataclass, field
from threading import Lock

HOUR = 3600.0


@dataclass
class Links:
    """Tokens that are valid once, for `seconds`; in memory only."""

    seconds: float = HOUR
    _open: dict[str, tuple[str, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def make_token(self, user: str) -> str:
        """Make and return a token for the user of this name."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._open[token] = (user, time.monotonic() + self.seconds)
        return token

    def use_token(self, token: str) -> str | None:
        """The name of the user of a valid token, which is used up then; None for other tokens."""
        sent = token.encode()
        with self._lock:
            # Compared one by one in constant time: looking it up would reveal how much is right.
            equal = [known for known in self._open if hmac.compare_digest(known.encode(), sent)]
            user, until = self._open.pop(equal[0]) if equal else ("", 0.0)
        return user if time.monotonic() < until else None
