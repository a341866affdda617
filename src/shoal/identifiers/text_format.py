"""Replaces texts by others of the same format: the same kinds of characters at the same places.

The texts of a format are numbered like the states of an odometer, with a wheel for each digit and
each letter, but none for separators and other characters. A keyed permutation maps each number to
another one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np
import polars as pl

from shoal.identifiers.key import Key
from shoal.identifiers.permutation import Permutation

ALPHABETS = {"9": "0123456789", "a": "abcdefghijklmnopqrstuvwxyz"}
ALPHABETS["A"] = ALPHABETS["a"].upper()


def formats(values: pl.Series) -> pl.Series:
    """The format of each text: its digits as 9, its letters as a and A."""
    lower = values.str.replace_all("[0-9]", "9").str.replace_all("[a-z]", "a")
    return lower.str.replace_all("[A-Z]", "A")


@dataclass(frozen=True)
class Format:
    """All texts with the same kinds of characters at the same places; `text` is as in `formats`."""

    text: str

    @property
    def size(self) -> int:
        """How many texts have this format."""
        return prod(len(ALPHABETS[kind]) for kind in self.text if kind in ALPHABETS)

    def replace(self, values: pl.Series, key: Key, step: int) -> pl.Series:
        """The texts, each replaced by another one of this format; with step -1, the way back.

        All texts must have this format; the key of the format is derived from `key`.
        """
        own = key.derive("format", self.text)
        numbers, texts = self._converters()
        return pl.Series(
            texts(Permutation(own, self.size).move(numbers(values.to_list()), step)),
            dtype=pl.String,
        )

    def _converters(
        self,
    ) -> "tuple[Callable[[list[str]], list[int]], Callable[[list[int]], list[str]]]":
        """The functions from texts to numbers and back; faster ones if numbers fit 63 bits."""
        if self.size < 1 << 63:
            return self._numbers_together, self._texts_together
        return self._numbers_alone, self._texts_alone

    def _numbers_together(self, texts: list[str]) -> list[int]:
        """The number of each text, below 2^63."""
        letters = np.array(texts, f"U{len(self.text)}").view(np.uint32).reshape(len(texts), -1)
        numbers = np.zeros(len(texts), np.uint64)
        for place, kind in enumerate(self.text):
            if alphabet := ALPHABETS.get(kind):
                own = (letters[:, place] - ord(alphabet[0])).astype(np.uint64)
                numbers = numbers * np.uint64(len(alphabet)) + own
        return numbers.tolist()

    def _texts_together(self, places: list[int]) -> list[str]:
        """The text of each number, below 2^63."""
        numbers = np.array(places, np.uint64)
        letters = np.zeros((len(places), len(self.text)), np.uint32)
        for place in reversed(range(len(self.text))):
            kind = self.text[place]
            letters[:, place] = ord(kind)
            if alphabet := ALPHABETS.get(kind):
                numbers, own = np.divmod(numbers, np.uint64(len(alphabet)))
                letters[:, place] = own + np.uint64(ord(alphabet[0]))
        return letters.view(f"U{len(self.text)}").reshape(-1).tolist()

    def _numbers_alone(self, texts: list[str]) -> list[int]:
        """The number of each text, of any size."""
        return [self._number(text) for text in texts]

    def _texts_alone(self, numbers: list[int]) -> list[str]:
        """The text of each number, of any size."""
        return [self._text(number) for number in numbers]

    def _number(self, text: str) -> int:
        """The number of a text, its first wheel counting most."""
        number = 0
        for kind, letter in zip(self.text, text, strict=True):
            if alphabet := ALPHABETS.get(kind):
                number = number * len(alphabet) + alphabet.index(letter)
        return number

    def _text(self, number: int) -> str:
        """The text of a number."""
        letters = []
        for kind in reversed(self.text):
            if alphabet := ALPHABETS.get(kind):
                number, at = divmod(number, len(alphabet))
                letters.append(alphabet[at])
            else:
                letters.append(kind)
        return "".join(reversed(letters))
