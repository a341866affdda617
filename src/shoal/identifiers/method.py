"""What every pseudonym method answers, and what it may use for that.

A value is looked at in one form only: Unicode NFC (so that é is é however it was typed), and, where
the study says so, without surrounding spaces or without case. Linked tables need the same settings.
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
    """What a method may use.

    Attributes:
        key: The key of this method, domain and recipient; None for methods without.
        draw: So many random bytes, from the operating system unless a run must repeat.
    """

    key: Key | None = None
    draw: Callable[[int], bytes] = secrets.token_bytes

    @property
    def secret(self) -> Key:
        """The key, where there must be one."""
        if self.key is None:
            raise ValueError("This method needs a key.")
        return self.key


class PseudonymMethod(Protocol):
    """What becomes of the values of an identifier."""

    def pseudonyms(self, values: pl.Series, means: Means) -> pl.Series:
        """One pseudonym for each of these distinct texts, none of them for two."""
        ...


@runtime_checkable
class Reversible(Protocol):
    """A method whose key alone leads back."""

    def originals(self, pseudonyms: pl.Series, means: Means) -> pl.Series:
        """The text behind each pseudonym; null for what cannot be one."""
        ...


pseudonym_methods: Registry[PseudonymMethod] = Registry(
    "pseudonym method", "method", group="shoal.pseudonym_methods", tells=("advice", "title")
)


@plugin()
class Replacing:
    """What all methods have in common that release something.

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
        if self.needs_key and self.key is None:
            raise ValueError("`key` is needed: the path of a file with the secret key")
        return self

    def normalized(self, texts: pl.Series) -> pl.Series:
        """The form in which values are looked at; missing stays null."""
        plain = composed(texts.str.strip_chars() if self.trim else texts)
        return plain.set(plain == "", None)  # nobody is called nothing

    @property
    def form(self) -> str:
        """What else two columns must share so that a mapping may serve both."""
        return f"trim={self.trim}"


def composed(texts: pl.Series) -> pl.Series:
    """Unicode NFC; texts of plain ASCII are left as they are, all at once."""
    other = texts.str.contains(r"[^\x00-\x7F]").fill_null(value=False)
    if not other.any():
        return texts
    return pl.Series(
        texts.name,
        [None if text is None else unicodedata.normalize("NFC", text) for text in texts],
        dtype=pl.String,
    )
