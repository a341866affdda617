"""Are pseudonyms something that anybody can compute from the identifiers?

Everybody can try all social security numbers. So a pseudonym must not be a hash without a key, or
another spelling of the value, and a sample of the identifiers is tried in all usual ways.
"""

import base64
import hashlib
from collections.abc import Callable, Iterator

import polars as pl

SAMPLE = 1000  # values that are tried
SURE = 16  # characters; agreement in as many is no accident
SHARE = 0.05  # of the tried values; if as many agree, fewer characters are no accident, either
SHORTEST = 4

ALGORITHMS = (
    *("md5", "sha1", "sha224", "sha256", "sha384", "sha512"),
    *("sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"),
)
SPELLINGS: tuple[Callable[[str], str], ...] = (
    str,
    str.lower,
    str.upper,
    str.strip,
    lambda text: text.strip().lower(),
    lambda text: text.strip().upper(),
    lambda text: "".join(letter for letter in text if letter.isalnum()),
    lambda text: text + "\n",
)


def way_without_key(identifiers: pl.Series, pseudonyms: pl.Series) -> str | None:
    """How the pseudonyms were made from the identifiers, in words; None if that is not found out.

    A random sample of the identifiers is tried.
    """
    tried = identifiers.drop_nulls().unique().sort()
    tried = tried.sample(min(SAMPLE, len(tried)))
    released = {text.rstrip("=") for text in pseudonyms.drop_nulls().unique()}
    lengths = {len(text) for text in released if len(text) >= SHORTEST}
    known = {*released, *(text.lower() for text in released)}
    for way, codes in _ways(tried.to_list()):
        for length in lengths:
            hits = sum(code[:length] in known for code in codes if len(code) >= length)
            if hits and (length >= SURE or hits >= SHARE * len(tried)):
                return way
    return None


def _ways(texts: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Every usual way to make a code of a text, with the codes of these texts."""
    spelled = [{spelling(text) for spelling in SPELLINGS} for text in texts]
    raw = [text.encode() for spellings in spelled for text in spellings]
    for name in ALGORITHMS:
        digests = [hashlib.new(name, text, usedforsecurity=False).digest() for text in raw]
        yield f"{name} without a key", [code for digest in digests for code in _codes(digest)]
    plain = [code for text in raw for code in _codes(text)]
    backward = [text[::-1] for spellings in spelled for text in spellings]
    yield "another spelling of the value", [*plain, *backward]


def _codes(digest: bytes) -> tuple[str, ...]:
    """Some bytes as the texts that people write them as."""
    standard = base64.b64encode(digest).decode().rstrip("=")
    safe = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    return digest.hex(), standard, safe
