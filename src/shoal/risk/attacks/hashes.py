"""Hashes without a key, computed again for every possible value (the taxi rides of paper 002)."""

import base64
import hashlib
from collections.abc import Iterable, Iterator

import numpy as np
import polars as pl

from shoal.data.suspicion import looks_like_hash
from shoal.risk.attacks.attack import Attack, attack_not_tried, attack_result

AIM = "linkability"
ALGORITHMS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
DIGITS = 6  # of the longest numbers that are tried; more would only take longer


def hash_inversion(column: pl.Series, values: Iterable[str] = ()) -> Attack:
    """Try to turn a column of digests back into what was hashed.

    Args:
        column: The released column.
        values: Values that could have been hashed, such as those of a register; all numbers of up
            to six digits and all days since 1900 are tried anyway.
    """
    name = f"inversion of hashes in {column.name}"
    digests = column.drop_nulls()
    if not len(digests) or looks_like_hash(digests) is None:
        return attack_not_tried(name, AIM, "its values do not look like hashes")
    wanted = set(digests.str.to_lowercase().unique()) | set(digests.unique())
    known = _invert_digests(wanted, [*values, *_numbers(), *_days()])
    inverted = digests.is_in(list(known)) | digests.str.to_lowercase().is_in(list(known))
    return attack_result(name, AIM, inverted.to_numpy().astype(np.float64), 0.0)


def _invert_digests(wanted: set[str], values: list[str]) -> set[str]:
    """The digests that some value has, by the first algorithm that explains any of them."""
    for algorithm in ALGORITHMS:
        matches = {
            text
            for value in values
            for text in _digest_texts(hashlib.new(algorithm, value.encode()).digest())
            if text in wanted
        }
        if matches:
            return matches
    return set()


def _digest_texts(digest: bytes) -> tuple[str, str]:
    """How a digest may be written: hexadecimal, base 64."""
    return digest.hex(), base64.b64encode(digest).decode()


def _numbers() -> Iterator[str]:
    """All numbers of up to six digits, with and without leading zeros."""
    for digits in range(1, DIGITS + 1):
        yield from (f"{number:0{digits}}" for number in range(10**digits))


def _days() -> Iterator[str]:
    """All days from 1900 to 2030, written in three ways."""
    days = np.arange(np.datetime64("1900-01-01"), np.datetime64("2031-01-01"))
    for day in days.astype(str).tolist():
        year, month, date = day.split("-")
        yield day
        yield f"{date}.{month}.{year}"
        yield f"{month}/{date}/{year}"
