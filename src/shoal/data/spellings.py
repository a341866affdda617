"""Gives each value one spelling: numbers their canonical form, texts that are alike the same one.

For speed, only distinct texts are looked at, and only those with odd spellings in Python.
"""

from collections.abc import Callable
from decimal import Decimal

import polars as pl

_PLAIN_DECIMAL = r"^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\.[0-9]*[1-9])$"
_LONGEST = 40  # digits before or after the point; numbers beyond keep an exponent
# Blanks of every kind, and characters that nobody sees.
_UNSEEN = r"[\s\p{Z}\p{Cc}\p{Cf}]+"
_UNUSUAL = r"[^!-~]"  # a blank, or a character beyond ASCII
_WHOLE_NUMBER = r"^0*([1-9][0-9]*|0)(\.0+)?$"


def respell(values: pl.Series, spell: Callable[[pl.Series], pl.Series]) -> pl.Series:
    """The values in the spelling of `spell`, which sees each distinct text once.

    A text for which `spell` returns null stays, and so do values that are not texts.
    """
    if values.dtype != pl.String:
        return values
    distinct = values.unique().drop_nulls()
    canonical = spell(distinct)
    odd = (canonical != distinct).fill_null(value=False)
    return values.replace(distinct.filter(odd), canonical.filter(odd)) if odd.any() else values


def canonical_decimals(texts: pl.Series) -> pl.Series:
    """Numbers without exponent and needless zeros; texts that are not numbers stay as they are."""
    odd = ~texts.str.contains(_PLAIN_DECIMAL) & texts.cast(pl.Float64, strict=False).is_finite()
    numbers = texts.filter(odd.fill_null(value=False))
    return texts.replace(
        numbers, pl.Series([_plain_decimal(text) for text in numbers], dtype=pl.String)
    )


def _plain_decimal(text: str) -> str:
    """One number without needless zeros; only a very large or small one keeps an exponent."""
    number = Decimal(text)
    if not number:
        return "0"
    _, digits, exponent = number.as_tuple()
    zeros = len(digits) - len("".join(map(str, digits)).rstrip("0"))
    shortest = Decimal((number.is_signed(), digits[: len(digits) - zeros], int(exponent) + zeros))
    return f"{shortest:f}" if abs(shortest.adjusted()) <= _LONGEST else str(shortest)


def comparable_form(texts: pl.Series) -> pl.Series:
    """A form that is equal for texts that differ in case, blanks or Unicode form only.

    Null for texts of blanks only.
    """
    if not texts.str.contains(_UNUSUAL).any():
        return texts.str.to_lowercase()
    form = texts.str.normalize("NFKC").str.to_uppercase().str.to_lowercase()
    form = form.str.normalize("NFKC").str.replace_all(_UNSEEN, "")
    return form.set(form == "", None)


def comparable_people(texts: pl.Series) -> pl.Series:
    """`comparable_form` for people: also ignores leading zeros and the `.0` of numbers."""
    return comparable_form(texts).str.replace(_WHOLE_NUMBER, "$1")


def unify_spelling(
    values: pl.Series, form: Callable[[pl.Series], pl.Series] = comparable_form
) -> pl.Series:
    """The texts; those of one form all get the spelling that sorts first.

    Texts without a form become null: with `comparable_form`, those of blanks only.
    """
    distinct = values.unique().drop_nulls().cast(pl.String)
    known = pl.DataFrame({"text": distinct, "form": form(distinct)})
    repeated = known.filter(pl.col("form").is_duplicated() | pl.col("form").is_null())
    first = pl.when(pl.col("form").is_not_null()).then(pl.col("text").min().over("form"))
    changes = repeated.with_columns(first.alias("first"))
    texts = values.cast(pl.String)
    return texts.replace(changes["text"], changes["first"]) if changes.height else texts


def count_spelled_twice(
    values: pl.Series, form: Callable[[pl.Series], pl.Series] = comparable_form
) -> int:
    """How many forms have more than one spelling."""
    distinct = values.unique().drop_nulls().cast(pl.String)
    forms = form(distinct).drop_nulls()
    return int((forms.value_counts()["count"] > 1).sum())
