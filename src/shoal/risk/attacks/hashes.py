"""Hashes without a key, computed again for every possible value (the taxi rides of paper 002).

Each space of values that could have been hashed is an attack of its own: it was tried, and has a
share, or it was not, and says why. So no share stands for values that nobody tried.
"""

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from shoal.data.suspicion import looks_like_hash
from shoal.progress import Progress, Watch, ignore_progress
from shoal.risk.attacks.attack import Attack, attack_not_tried, attack_result
from shoal.risk.attacks.hash_spaces import Space, spaces_to_try

AIM = "linkability"
LIMIT = 40_000_000  # values that are tried; about 20 seconds
# The length of a digest in bytes tells which function is the usual one.
ALGORITHMS: Mapping[int, Callable[[bytes], "hashlib._Hash"]] = {
    16: hashlib.md5,
    20: hashlib.sha1,
    28: hashlib.sha224,
    32: hashlib.sha256,
    48: hashlib.sha384,
    64: hashlib.sha512,
}
NAMES = {16: "MD5", 20: "SHA-1", 28: "SHA-224", 32: "SHA-256", 48: "SHA-384", 64: "SHA-512"}
OTHER = "only the spaces named here were tried; other values or functions may explain the hashes"


def hash_inversions(
    columns: Iterable[pl.Series],
    register: Iterable[str] = (),
    limit: int = LIMIT,
    watch: Watch = ignore_progress,
) -> list[Attack]:
    """Try to turn columns of digests back into what was hashed, one attack per column and space.

    Args:
        columns: Released columns; those whose values do not look like hashes are left out.
        register: Values that could have been hashed, such as the identifiers of everybody.
        limit: How many values are tried. A space that would exceed it is not tried, and says so.
        watch: Called now and then.
    """
    # Polars would read the name of a series such as ^a$ as a pattern.
    unnamed = ((column.name, column.alias("")) for column in columns)
    hashed = {name: _digests(column) for name, column in unnamed if _has_hashes(column)}
    if not hashed:
        return []
    search = _Search({digest for one in hashed.values() for digest in one}, limit, watch)
    tries = [search.try_space(space) for space in spaces_to_try(register)]
    return [attack for name, one in hashed.items() for attack in _attacks(name, one, tries, search)]


@dataclass(frozen=True)
class _Try:
    """What became of one space: the digests found in it, or a reason why it was not tried."""

    space: Space
    found: frozenset[bytes] = frozenset()
    reason: str | None = None


@dataclass
class _Search:
    """Goes through spaces until all digests are explained or the limit is reached."""

    wanted: set[bytes]
    limit: int
    watch: Watch
    tried: int = 0
    found: set[bytes] = field(default_factory=set)

    def try_space(self, space: Space) -> _Try:
        if self.found == self.wanted:
            return _Try(space, reason="every hash was explained before its turn")
        if not space.size:
            return _Try(space, reason="there are no such values here")
        if self.tried + space.size > self.limit:
            reason = f"its {space.size:,} values would exceed the limit of {self.limit:,} in all"
            return _Try(space, reason=reason)
        found = frozenset().union(*self._matches(space))
        self.found |= found
        return _Try(space, found)

    def _matches(self, space: Space) -> Iterator[set[bytes]]:
        wanted = self.wanted
        functions = [ALGORITHMS[size] for size in sorted({len(digest) for digest in wanted})]
        for values in space.chunks():
            self.watch(Progress("evaluate", self.tried, self.limit))
            self.tried += len(values)
            for function in functions:
                yield {code for value in values if (code := function(value).digest()) in wanted}


def _attacks(
    name: str, digests: list[bytes], tries: list[_Try], search: _Search
) -> Iterator[Attack]:
    """The attacks on one column: one per space, and one for all that nobody can list."""
    functions = " and ".join(NAMES[size] for size in sorted({len(one) for one in digests}))
    for one in tries:
        title = f"hashes in {name}: {one.space.name}"
        if one.reason is not None:
            yield attack_not_tried(title, AIM, one.reason)
            continue
        inverted = np.array([digest in one.found for digest in digests], np.float64)
        tried = f"{one.space.size:,} values ({one.space.example}) by {functions}"
        yield replace(attack_result(title, AIM, inverted, 0.0), tried=tried)
    if not search.found.issuperset(digests):
        yield attack_not_tried(f"hashes in {name}: all other values", AIM, OTHER)


def _has_hashes(column: pl.Series) -> bool:
    known = column.drop_nulls()
    return len(known) > 0 and looks_like_hash(known) is not None


def _digests(column: pl.Series) -> list[bytes]:
    """The digest of each record that has one, from hexadecimal digits or base 64."""
    known = column.drop_nulls()
    digests = {text: _digest(text) for text in known.unique()}
    return [digest for text in known if (digest := digests[text]) is not None]


def _digest(text: str) -> bytes | None:
    """The digest that a text spells; None if it spells none of a usual length."""
    for read in (bytes.fromhex, _from_base64):
        try:
            digest = read(text)
        except (ValueError, binascii.Error):
            continue
        if len(digest) in ALGORITHMS:
            return digest
    return None


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
