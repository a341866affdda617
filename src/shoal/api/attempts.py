"""Limits on failed attempts to sign in, per account and per address.

The count of an account stops whoever guesses its password; the count of an address stops whoever
tries one password on many accounts. Counts are in memory, and their number is limited.
"""

import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from math import ceil
from threading import Lock

from shoal.api.problems import Refused

MOST_KEYS = 10_000  # counts in memory; the oldest are forgotten


@dataclass
class Attempts:
    """Failed attempts of the last minutes.

    Attributes:
        per_account: How many failures of one account from one address block it.
        per_address: How many failures of one address block it.
        everywhere: How many failures of one account from all addresses block it.
        seconds: How long a failure counts.
    """

    per_account: int = 5
    per_address: int = 20
    everywhere: int = 50
    seconds: float = 900.0
    _failures: OrderedDict[tuple[str, str], deque[float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, account: str, address: str) -> None:
        """Count an attempt before its password is checked; Refused if there were too many.

        An attempt counts as a failure until it succeeds. So attempts at the same moment all count,
        and a blocked account refuses right and wrong passwords alike.
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

    def record_success(self, account: str, address: str) -> None:
        """Forget this account's failures from this address, and uncount this attempt elsewhere."""
        with self._lock:
            self._failures.pop((account, address), None)
            for key in _keys(account, address)[1:]:
                if self._failures.get(key):
                    self._failures[key].pop()

    def _count(self, keys: tuple[tuple[str, str], ...]) -> None:
        """Count a failure under each key; the caller holds the lock."""
        for key in keys:
            self._failures.setdefault(key, deque(maxlen=self.everywhere)).append(time.monotonic())
            self._failures.move_to_end(key)
        while len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def _wait(self, key: tuple[str, str], most: int) -> float:
        """Seconds until there are fewer than `most` failures again; the caller holds the lock."""
        failures = self._failures.get(key)
        if failures is None:
            return 0.0
        now = time.monotonic()
        while failures and now - failures[0] > self.seconds:
            failures.popleft()
        return 0.0 if len(failures) < most else failures[-most] + self.seconds - now


def _keys(account: str, address: str) -> tuple[tuple[str, str], ...]:
    """What an attempt counts for: account at address, the address, the account anywhere."""
    return (account, address), ("", address), (account, "")
