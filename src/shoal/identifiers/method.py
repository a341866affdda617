"""The contract of pseudonym methods, and what they have in common.

A value is always normalized first: to Unicode NFC (so that é is é however it was typed) and, if the
study says so, without surrounding spaces or without case. Linked tables need the same settings.
"""

import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Protocol, Self, runtime_checkable

import polars as pl
from annotated_types import MinLen
from pydantic import model_validator

from shoal.identifiers.key import Key
from shoal.plugin import plugin
from shoal.registry import Registry


@dataclass(frozen=True)
class Means:
    """Key and randomness that a method may use.

    Attributes:
        key: The key of this method, domain and recipient; None for methods without a key.
        draw: Returns random bytes, from the operating system unless a run must be repeatable.
    """

    key: Key | None = None
    draw: Callable[[int], bytes] = secrets.token_bytes

    @property
    def secret(self) -> Key:
        """The key; an error if the method has none."""
        if self.key is None:
            raise ValueError("This method needs a key.")
        return self.key


class PseudonymMethod(Protocol):
    """How the values of an identifier are replaced."""

    def pseudonyms(self, values: pl.Series, means: Means) -> pl.Series:
        """A different pseudonym for each of these distinct texts, in their order."""
        ...


@runtime_checkable
class Reversible(Protocol):
    """A method whose key alone leads back to the values, without a mapping."""

    def originals(self, pseudonyms: pl.Series, means: Means) -> pl.Series:
        """The text behind each pseudonym; null for texts that cannot be pseudonyms."""
        ...


pseudonym_methods: Registry[PseudonymMethod] = Registry(
    "pseudonym method", "method", group="shoal.pseudonym_methods", tells=("advice", "title")
)


@plugin()
class Replacing:
    """The common part of all methods that release something.

    Attributes:
        domain: Which kind of identifier it is; columns and tables of one domain can be joined.
        key: The file of the secret key; only its owner may read it.
        recipient: Who gets the release; different recipients cannot join what they have.
        create_key: Whether a key is drawn where the file does not exist yet.
        mapping: A file, encrypted with the key, that keeps who is who for authorized people.
        trim: Whether spaces around a value do not matter.
    """

    domain: Annotated[str, MinLen(1)]
    key: Annotated[str, MinLen(1)] | None
    recipient: Annotated[str, MinLen(1)] | None = None
    create_key: bool = False
    mapping: Annotated[str, MinLen(1)] | None = None
    trim: bool = False
    needs_key: ClassVar[bool] = True

    @model_validator(mode="after")
    def _has_a_key(self) -> Self:
        """Refuse a method that needs a key and names none."""
        if self.needs_key and self.key is None:
            raise ValueError("`key` is needed: the path of a file with the secret key")
        return self

    def normalize(self, texts: pl.Series) -> pl.Series:
        """The normalized values; missing and empty ones are null."""
        plain = compose_unicode(texts.str.strip_chars() if self.trim else texts)
        return plain.set(plain == "", None)

    @property
    def form(self) -> str:
        """The settings, as a text, that two columns must share if one mapping serves both."""
        return f"trim={self.trim}"


@plugin()
class HexDigits(Replacing):
    """The common part of methods whose pseudonyms are hexadecimal digits.

    Attributes:
        length: How many hexadecimal digits a pseudonym has.
        ignore_case: Whether capital letters do not matter.
    """

    length: int = 32
    ignore_case: bool = False

    def normalize(self, texts: pl.Series) -> pl.Series:
        """The normalized values, in lower case if case does not matter."""
        plain = super().normalize(texts)
        return plain.str.to_lowercase() if self.ignore_case else plain

    @property
    def form(self) -> str:
        """The settings, as a text, that two columns must share if one mapping serves both."""
        return f"{super().form} ignore_case={self.ignore_case} length={self.length}"


def compose_unicode(texts: pl.Series) -> pl.Series:
    """The texts in Unicode NFC; a column of plain ASCII is returned at once."""
    other = texts.str.contains(r"[^\x00-\x7F]").fill_null(value=False)
    if not other.any():
        return texts
    return pl.Series(
        texts.name,
        [None if text is None else unicodedata.normalize("NFC", text) for text in texts],
        dtype=pl.String,
    )
