"""Texts that stand for the same value: the verifier's own rules, applied to distinct texts.

A number, a date or a truth has one spelling in a release: 4 (not 04), 1.5 (not 1.50), the date as
its format writes it, true (not yes). Persons, and sensitive texts without a type, are the same if
they differ in case, in blanks or in their Unicode form only.
"""

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime
from decimal import Context, Decimal

import polars as pl

from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.dictionary import Coded

_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_CODE = re.compile(r"0*([0-9]+?)(\.0+)?")
_EXACT = Context(prec=4000)
_WORDS = dict.fromkeys(("true", "yes", "t", "y", "1"), "true")
_WORDS |= dict.fromkeys(("false", "no", "f", "n", "0"), "false")
_DIGITS = 40  # numbers with more digits before or after the point have an exponent


def in_canonical_spelling(texts: pl.Series, column: ColumnTerms) -> pl.Series:
    """The one spelling of each text's value; a text that is no value of the type stays as it is."""
    if column.type == "date":
        return pl.select(pl.coalesce(pl.lit(_dates(texts, column)), pl.lit(texts))).to_series()
    spell = _SPELL.get(column.type)
    return texts if spell is None else _spell_each(texts, spell)


def same_people(column: Coded) -> Coded:
    """The column with one text per person.

    Case, blanks and leading zeros of a number make no difference.
    """
    return column.rename(_spell_each(column.texts, lambda text: _without_zeros(_fold(text))))


def one_spelling(texts: pl.Series, column: ColumnTerms) -> pl.Series:
    """Texts of a sensitive column; untyped ones that look alike become the one that sorts first."""
    if column.type != "string":
        return texts
    forms = [None if text is None else _fold(text) for text in texts]
    first: dict[str, str] = {}
    for text, form in zip(texts, forms, strict=True):
        if form is not None:
            first[form] = min(text, first.get(form, text))
    return pl.Series([first.get(form or "") for form in forms], dtype=pl.String)


def _spell_each(texts: pl.Series, spell: Callable[[str], str | None]) -> pl.Series:
    """The spelling of each text; null stays."""
    return pl.Series([None if text is None else spell(text) for text in texts], dtype=pl.String)


def _integer(text: str) -> str:
    """The one spelling of a whole number; other texts stay."""
    return str(int(text)) if _INTEGER.fullmatch(text) else text


def _decimal(text: str) -> str:
    """The one spelling of a number; other texts stay."""
    if not _NUMBER.fullmatch(text):
        return text
    number = _EXACT.normalize(Decimal(text))
    if not number:
        return "0"
    return f"{number:f}" if -_DIGITS <= number.adjusted() <= _DIGITS else str(number)


def _truth(text: str) -> str:
    """The one spelling of a truth; other texts stay."""
    return _WORDS.get(text.lower(), text)


_SPELL: dict[str, Callable[[str], str | None]] = {
    "integer": _integer,
    "decimal": _decimal,
    "boolean": _truth,
}


def _dates(texts: pl.Series, column: ColumnTerms) -> pl.Series:
    """Dates as the format writes them; null for other texts."""
    return moments(texts, column).dt.to_string(column.format or "%Y-%m-%d")


def moments(texts: pl.Series, column: ColumnTerms) -> pl.Series:
    """Texts as moments, in the format of the input or in that of the release; null for others."""
    shown = texts.str.to_datetime(column.format or "%Y-%m-%d", strict=False, time_unit="us")
    shown = shown.set(shown.dt.year() < 1000, None)  # 65 is a year of two digits
    if column.written is None:
        return shown
    read = texts.str.to_datetime(column.written, strict=False, time_unit="us")
    pivot = column.pivot or 0
    own = pl.Series([_in_century(moment, pivot) for moment in read], dtype=pl.Datetime("us"))
    return pl.select(pl.coalesce(pl.lit(own), pl.lit(shown))).to_series()


def _in_century(moment: datetime | None, pivot: int) -> datetime | None:
    """The moment in the last year up to the pivot that ends with the same two digits."""
    if moment is None:
        return None
    try:
        return moment.replace(year=pivot - (pivot - moment.year) % 100)
    except ValueError:  # 29 February
        return None


def _fold(text: str) -> str | None:
    """The text without case, blanks and invisible characters; None if nothing is left."""
    if text.isascii() and text.isprintable() and " " not in text:
        return text.lower() or None
    form = unicodedata.normalize("NFKC", text).upper().lower()
    seen = (char for char in unicodedata.normalize("NFKC", form) if not _is_unseen(char))
    return "".join(seen) or None


def _is_unseen(char: str) -> bool:
    """Whether a character is blank or invisible."""
    return char.isspace() or unicodedata.category(char) in {"Cc", "Cf", "Zs", "Zl", "Zp"}


def _without_zeros(text: str | None) -> str | None:
    """A number without leading zeros and a fraction of zeros; other texts stay."""
    number = None if text is None else _CODE.fullmatch(text)
    return text if number is None else number.group(1)
