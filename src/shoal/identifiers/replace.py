"""Replaces a column of identifiers by pseudonyms; each distinct value is replaced once."""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import polars as pl

from shoal.errors import DataError, StudyError
from shoal.identifiers.key import Key
from shoal.identifiers.key_file import key_in
from shoal.identifiers.mapping import Mapping
from shoal.identifiers.method import (
    Means,
    PseudonymMethod,
    Replacing,
    Reversible,
    pseudonym_methods,
)


@dataclass(frozen=True)
class Replacement:
    """A method together with the place of its files and the recipient of the release.

    Attributes:
        method: The method, as the study has it.
        folder: The folder that its paths are relative to.
        recipient: Who gets the release, unless the method itself says.
        draw: Returns random bytes, from the operating system unless a run must be repeatable.
    """

    method: Replacing
    folder: Path
    recipient: str | None = None
    draw: Callable[[int], bytes] = secrets.token_bytes

    def pseudonyms(self, texts: pl.Series) -> pl.Series:
        """The pseudonym of each record's value; missing stays missing.

        It may write files: a new key if the method asks for one, and new values into the mapping.
        """
        normal = self.method.normalize(texts).alias("value")
        distinct = normal.drop_nulls().unique().sort()
        pairs = self._pairs(distinct)
        joined = normal.to_frame().join(pairs, on="value", how="left", maintain_order="left")
        return joined["pseudonym"].alias(texts.name)

    def originals(self, pseudonyms: pl.Series) -> pl.Series:
        """The value, as it was normalized, behind each pseudonym; null if it is unknown.

        For authorized people only; a `StudyError` if nothing leads back.
        """
        if self.method.mapping is not None:
            return self._mapping(self._master(create=False)).values_of(pseudonyms)
        if isinstance(self.method, Reversible):
            return self.method.originals(pseudonyms, self._means(self._master(create=False)))
        raise StudyError(
            "these pseudonyms lead nowhere: the study keeps no mapping. Give the column"
            " `pseudonym: {mapping: …}` before a release whose people must be found again."
        )

    def _pairs(self, distinct: pl.Series) -> pl.DataFrame:
        """A frame with the columns `value` and `pseudonym`, one line per distinct value."""
        method, master = self.method, None
        if method.key is not None:
            master = self._master(create=method.create_key)
        means = self._means(master)

        def make(values: pl.Series) -> pl.Series:
            return _require_distinct(
                values, cast(PseudonymMethod, method).pseudonyms(values, means)
            )

        if method.mapping is not None and master is not None:
            return self._mapping(master).extend(distinct, make)
        return pl.DataFrame({"value": distinct, "pseudonym": make(distinct)})

    def _means(self, master: Key | None) -> Means:
        """The means of the method, with the key of this domain and this recipient."""
        return Means(None if master is None else master.derive(*self._context), self.draw)

    def _mapping(self, master: Key) -> Mapping:
        """The space of the mapping file for this method, domain, recipient and these settings."""
        space = json.dumps([*self._context, self.method.form])
        return Mapping(self.folder / str(self.method.mapping), master, space)

    @property
    def _context(self) -> tuple[str, str, str]:
        """The names of method, domain and recipient, from which keys are derived."""
        name = pseudonym_methods.name_of(self.method)
        return name, self.method.domain, self.method.recipient or self.recipient or ""

    def _master(self, *, create: bool) -> Key:
        """The key in the key file, from which others are derived; `create` draws an absent one."""
        return key_in(self.folder / str(self.method.key), create=create)


def _require_distinct(values: pl.Series, pseudonyms: pl.Series) -> pl.Series:
    """The pseudonyms; an error unless every value has its own."""
    if len(pseudonyms) != len(values) or pseudonyms.n_unique() < len(values):
        raise DataError("The method gave the same pseudonym to different values.")
    return pseudonyms
