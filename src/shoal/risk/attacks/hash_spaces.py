"""Values that people hash instead of protecting them: numbers, days, licenses.

The medallions of paper 002 have three forms, 9X99, XX999 and XXX999 (a digit for each 9, a letter
for each X), which is the domain of about 20 million values on its slide together with the drivers'
licenses: numbers of up to six digits, or seven that begin with a 5.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from string import ascii_lowercase, ascii_uppercase, digits

import numpy as np

SIGNS = {"9": digits, "X": ascii_uppercase, "x": ascii_lowercase}
CHUNK = 50_000
MEDALLIONS = ("9X99", "XX999", "XXX999")


@dataclass(frozen=True)
class Space:
    """Values that could have been hashed.

    Attributes:
        name: What they are called.
        example: What they look like.
        size: How many there are.
        chunks: Makes all of them, some at a time.
    """

    name: str
    example: str
    size: int
    chunks: Callable[[], Iterator[list[bytes]]]


def spaces_to_try(register: Iterable[str]) -> list[Space]:
    """Every space, in the order in which they are tried."""
    known = sorted({spelled for text in register for spelled in _spellings(text)})
    days = [spelled for day in _days() for spelled in day]
    return [
        Space("identifiers of the input", "as they are", len(known), partial(_chunks, known)),
        Space("days", "1900 to 2030, in three spellings", len(days), partial(_chunks, days)),
        _patterns("numbers", ["9" * length for length in range(1, 7)]),
        _patterns("taxi licenses", ["5999999"]),
        _patterns("taxi medallions", MEDALLIONS),
        _patterns("taxi medallions, lowercase", [form.lower() for form in MEDALLIONS]),
        _patterns("long numbers", ["9" * length for length in (7, 8, 9)]),
    ]


def _patterns(name: str, forms: Iterable[str]) -> Space:
    """All texts of some forms, such as 9X99: a digit, a letter and two digits."""
    forms = tuple(forms)
    size = sum(prod(len(SIGNS.get(sign, sign)) for sign in form) for form in forms)
    return Space(name, ", ".join(forms), size, partial(_fill_patterns, forms))


def _fill_patterns(forms: tuple[str, ...]) -> Iterator[list[bytes]]:
    for form in forms:
        beginnings, endings = _fillings(form[:-3]), _fillings(form[-3:])
        some = CHUNK // len(endings)
        for start in range(0, len(beginnings), some):
            yield [begin + end for begin in beginnings[start : start + some] for end in endings]


def _fillings(form: str) -> list[bytes]:
    return ["".join(signs).encode() for signs in product(*(SIGNS.get(sign, sign) for sign in form))]


def _chunks(values: list[str]) -> Iterator[list[bytes]]:
    for start in range(0, len(values), CHUNK):
        yield [value.encode() for value in values[start : start + CHUNK]]


def _spellings(text: str) -> tuple[str, str, str]:
    return text, text.upper(), text.lower()


def _days() -> Iterator[tuple[str, str, str]]:
    """All days from 1900 to 2030, each written in three ways."""
    days = np.arange(np.datetime64("1900-01-01"), np.datetime64("2031-01-01"))
    for day in days.astype(str).tolist():
        year, month, date = day.split("-")
        yield day, f"{date}.{month}.{year}", f"{month}/{date}/{year}"
