"""A column that shows something else than it had: an identifier and its pseudonyms, or dates."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from shoal.verify.case.linked import input_values
from shoal.verify.study.terms import ColumnTerms, Terms
from shoal.verify.values.dictionary import Coded, encode
from shoal.verify.values.texts import as_text, normalize


@dataclass(frozen=True, eq=False)
class Replaced:
    """One column that is replaced; nothing here needs the key.

    Attributes:
        terms: What the study says about it.
        raw: The input's values as they stand.
        data: The input's values, those of one identifier in one form (trim, case).
        release: The released values.
    """

    terms: ColumnTerms
    raw: Coded
    data: Coded
    release: Coded

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the pseudonym or of the shift."""
        return self.terms.shift or self.terms.pseudonym or {}


def link_replaced(
    terms: ColumnTerms, data: pl.Series, release: pl.Series, *, neutralized: bool
) -> Replaced:
    """The column as it was and as it was released."""
    raw, after = input_values(data, terms), encode(as_text(release, terms))
    after = after.rename(normalize(after.texts, terms, neutralized=neutralized))
    settings = terms.pseudonym or {}
    texts = raw.texts if terms.shift else _same_identifiers(raw.texts, settings)
    return Replaced(terms, raw, raw.rename(texts), after)


def persons_of(terms: Terms, data: pl.DataFrame) -> Coded | None:
    """Whose record each record is, for the shift of dates.

    None where no dates are shifted or the study names no person.
    """
    if terms.person is None or not any(column.shift for column in terms.columns.values()):
        return None
    column = terms.columns[terms.person]
    persons = input_values(data[terms.person], column)
    return (
        persons.rename(_same_identifiers(persons.texts, column.pseudonym))
        if column.pseudonym
        else persons
    )


def _same_identifiers(texts: pl.Series, settings: Mapping[str, Any]) -> pl.Series:
    """Texts in one form, so that texts of the same identifier become equal."""

    def form(text: str | None) -> str | None:
        if text is None:
            return None
        plain = text.strip() if settings.get("trim") else text
        plain = unicodedata.normalize("NFC", plain)
        return (plain.lower() if settings.get("ignore_case") else plain) or None

    return pl.Series([form(text) for text in texts], dtype=pl.String)
