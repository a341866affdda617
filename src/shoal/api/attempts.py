"""How often somebody may fail to sign in: per account and per address.

Whoever guesses one password is stopped by the account's count, whoever tries one password on many
accounts by the address's. Counts are in memory, and their number is limited.
"""

import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from math import ceil
from threading import Lock

from shoal.api.problems import Refused

MOST_KEYS = 10_000


@dataclass
class Attempts:
    """Failures of the last minutes.

    Attributes:
        per_account: Failures of one account from one address that are too many.
        per_address: Failures of one address that are too many.
        everywhere: Failures of one account from anywhere that are too many.
        seconds: How long a failure counts.
    """

    per_account: int = 5
    per_address: int = 20
    everywhere: int = 50
    seconds: float = 900.0
    _failures: OrderedDict[tuple[str, str], deque[float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, account: str, address: str) -> None:
        """Before a password is looked at: it counts as a failure until it is found to be right.

        Many attempts at the same moment are so as many attempts; a wrong password and a right one
        are refused alike.
        """
        with self._lock:
            limits = (self.per_account, self.per_address, self.everywhere)
            keys = _keys(account, address)
            wait = max(map(self._wait, keys, limits))
            if not wait:
                self._count(keys)
        if wait:
            raise Refused(
                429,
                f"Too many attempts to sign in. Try again in {ceil(wait / 60)} minutes.",
                headers={"Retry-After": str(ceil(wait))},
            )

    def succeeded(self, account: str, address: str) -> None:
        """It was right: what this account mistyped here before is forgotten."""
        with self._lock:
            self._failures.pop((account, address), None)
            for key in _keys(account, address)[1:]:
                if self._failures.get(key):
                    self._failures[key].pop()

    def _count(self, keys: tuple[tuple[str, str], ...]) -> None:
        for key in keys:
            self._failures.setdefault(key, deque(maxlen=self.everywhere)).append(time.monotonic())
            self._failures.move_to_end(key)
        while len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def _wait(self, key: tuple[str, str], most: int) -> float:
        """Seconds until there are few enough again."""
        found = self._failures.get(key)
        if found is None:
            return 0.0
        now = time.monotonic()
        while found and now - found[0] > self.seconds:
            found.popleft()
        return 0.0 if len(found) < most else found[-most] + self.seconds - now


def _keys(account: str, address: str) -> tuple[tuple[str, str], ...]:
    return (account, address), ("", address), (account, "")
