"""Finds columns that could identify people: by name, by the form of values, by uniqueness.

A hash without a key hides nothing: whoever can list all possible values computes their hashes and
compares (an unsalted hash of a postal code, a birth date or a name is the value itself).
"""

from dataclasses import dataclass

import polars as pl

from shoal.data.column_names import names_an_identifier

ENOUGH = 20  # below this many values, "nearly all differ" says nothing
NEARLY_ALL = 0.8  # share of distinct values from which a column tells people apart
MANY = 0.3  # share of distinct values from which it tells many of them apart
MOST = 0.9  # share of values that must have the form of an identifier or a hash
FEW = 8  # records that may agree by chance in any table
SAMPLE = 10_000  # values looked at for their form

FORMS = {
    "email addresses": r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    "social security numbers": r"^\d{3}-\d{2}-\d{4}$",
    "telephone numbers": r"^(\+\d{1,3}[\s-]?)?\(?\d{2,5}\)?[\s/-]\d{3,4}[\s-]?\d{2,6}$",
    "internet addresses": r"^(https?://\S+|\d{1,3}(\.\d{1,3}){3})$",
    "unique numbers (UUID)": r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    "bank accounts (IBAN)": r"^[A-Z]{2}\d{2}( ?[0-9A-Z]{4}){3,7}( ?[0-9A-Z]{1,3})?$",
    "German health insurance numbers": r"^[A-Z]\d{9}$",
}
# Two words or more with capital letters: Ada Lovelace; Lovelace, Ada; A. Lovelace; van Dyck, A.
_NAME = r"\p{Lu}[\p{L}'’.-]*"
NAMES = rf"^(\p{{Ll}}{{1,3}} )*{_NAME}(,? ({_NAME}|\p{{Ll}}{{1,3}}))*,? {_NAME}$"
# MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, in hexadecimal digits or base 64.
HASH = (
    r"^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}"
    r"|[0-9A-F]{32}|[0-9A-F]{40}|[0-9A-F]{56}|[0-9A-F]{64}|[0-9A-F]{96}|[0-9A-F]{128}"
    r"|[0-9A-Za-z+/_-]{22}==|[0-9A-Za-z+/_-]{27}=|[0-9A-Za-z+/_-]{43}=|[0-9A-Za-z+/_-]{86}==)$"
)
# At most this many distinct hashes are surely hashes of values that somebody can list.
SMALL_DOMAIN = 1_000_000


@dataclass(frozen=True)
class Suspicion:
    """Why a column could identify people.

    Attributes:
        guard: The misuse guard of the same name (docs/study.md).
        reason: What was seen, without any value.
    """

    guard: str
    reason: str


def near_unique(distinct: int, known: int) -> Suspicion | None:
    """The suspicion that nearly every record has a value of its own; None if it is not so.

    Args:
        distinct: The number of distinct values.
        known: The number of records with a value.
    """
    if known < ENOUGH or distinct < NEARLY_ALL * known:
        return None
    reason = f"{distinct:,} distinct values in {known:,} records tell nearly everybody apart"
    return Suspicion("near-unique", reason)


def many_different(distinct: int, known: int) -> str | None:
    """A sentence if many records, though not nearly all, have a value of their own; else None."""
    if known < ENOUGH or not MANY * known <= distinct < NEARLY_ALL * known:
        return None
    return f"{distinct:,} distinct values in {known:,} records tell many people apart"


def looks_like_names(known: pl.Series, distinct: int) -> str | None:
    """A sentence if most values look like names of people, and many names differ; else None.

    Args:
        known: The values, without missing ones.
        distinct: The number of distinct values.
    """
    if distinct < ENOUGH or share_of(known, NAMES) < MOST:
        return None
    return f"most of its {distinct:,} distinct values look like names of people"


def looks_like_identifier(name: str, known: pl.Series) -> Suspicion | None:
    """The suspicion that a column holds identifiers, by its name or by the form of its values.

    None if neither looks so. `known` are the values without missing ones.
    """
    if names_an_identifier(name):
        return Suspicion("looks-like-identifier", "the name is that of an identifier")
    for form, pattern in FORMS.items():
        if share_of(known, pattern) >= MOST:
            return Suspicion("looks-like-identifier", f"most values look like {form}")
    return None


def repeats_identifier(identifier: pl.Series, texts: pl.Series) -> int:
    """How many records have the same text in both columns; 0 if that may be chance."""
    agreeing = int((identifier == texts).sum())
    if agreeing <= FEW:
        return 0
    identifiers, others = (
        column.drop_nulls().alias("text").value_counts(name="count")
        for column in (identifier, texts)
    )
    counts = identifiers.join(others, on="text")
    # The number of records that would agree if both columns were shuffled.
    pairs = counts["count"].cast(pl.Float64) * counts["count_right"]
    chance = float(pairs.sum()) / len(texts)
    return agreeing if agreeing - chance > max(10 * chance**0.5, FEW) else 0


def looks_like_hash(known: pl.Series, distinct: int | None = None) -> Suspicion | None:
    """The suspicion that most values are hashes, which anybody with a list of values can repeat.

    None if they are not. If `distinct`, the number of distinct values, is small, the reason
    says so.
    """
    if share_of(known, HASH) < MOST:
        return None
    reason = "most values look like hashes, and hashes without a key can be computed again"
    if distinct is not None and distinct <= SMALL_DOMAIN:
        reason += f" ({distinct:,} distinct ones are few enough to try them all)"
    return Suspicion("looks-like-hash", reason)


def share_of(known: pl.Series, pattern: str) -> float:
    """The share (0 to 1) of the first values that match a pattern; 0 if there are none."""
    sample = known.head(SAMPLE)
    return float(sample.str.contains(pattern).mean() or 0)  # type: ignore[arg-type]
