"""Are pseudonyms and shifted dates those of the key? Only where the key is at hand."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.replaced import Replaced
from shoal.verify.findings.verdict import Finding
from shoal.verify.matching import Match
from shoal.verify.secrets import Secret, days_of, read_mapping, read_secret, space_of
from shoal.verify.surrogates import surrogate
from shoal.verify.values.dictionary import positions
from shoal.verify.values.spellings import same_people

Ints = NDArray[np.int64]
MOST = {"keyed-hash": 20_000, "surrogate": 100}  # identifiers whose pseudonyms are computed again
ABSENT = "not at hand, so nothing tells whether it made"


def key_finding(case: Case, column: Replaced, match: Match | None) -> Finding:
    """Whether the records of an identifier show the pseudonym that the key gives it."""
    name = f"the pseudonyms of {column.terms.name!r}"
    pairs = _identifiers_with_pseudonyms(case, column)
    if pairs is None:
        what = "Tokens are drawn, and no mapping tells" if _is_forgotten(column) else None
        reason = f"{what} which are {name}." if what else f"The key is {ABSENT} {name}."
        return Finding("keyed", "not_checked", reason)
    sides = _records_that_show(case, match)
    if sides is None:
        reason = f"Which records of the input are released cannot be seen, so {name} cannot."
        return Finding("keyed", "not_checked", reason)
    same = _has_pseudonyms(column, pairs, sides, in_part=case.terms.in_part)
    reason = f"{name[0].upper()}{name[1:]} are not those of the key."
    return Finding("keyed", same, "" if same else reason)


def _is_forgotten(column: Replaced) -> bool:
    """Whether pseudonyms are tokens that no mapping keeps."""
    return column.settings.get("method") == "token" and not column.settings.get("mapping")


def _identifiers_with_pseudonyms(case: Case, column: Replaced) -> pl.DataFrame | None:
    """Some or all identifiers (`value`) with their `pseudonym`; None if they cannot be known.

    They come from the mapping, or a random sample of them is computed again with the key.
    """
    settings, method = column.settings, str(column.settings.get("method"))
    master = read_secret(case.folder, settings.get("key")) if settings.get("key") else None
    if master is None:
        return None
    context = method, str(settings.get("domain") or ""), _recipient(case, column)
    if settings.get("mapping"):
        return read_mapping(case.folder, settings["mapping"], master, space_of(settings, context))
    values = column.data.texts.drop_nulls()
    values = values.sample(min(MOST.get(method, 0), len(values)))
    return pl.DataFrame(
        {
            "value": values,
            "pseudonym": _pseudonym_function(method, master.derive(*context), column)(
                values.to_list()
            ),
        },
        schema=dict.fromkeys(("value", "pseudonym"), pl.String),
    )


def _pseudonym_function(
    method: str, secret: Secret, column: Replaced
) -> Callable[[Sequence[str]], list[str]]:
    """From identifiers to the pseudonyms that the key gives them."""
    if method == "surrogate":
        return lambda texts: [surrogate(secret, text) for text in texts]
    half = int(column.settings.get("length") or 32) // 2
    return lambda texts: [digest[:half].hex() for digest in secret.digests(texts)]


def _recipient(case: Case, column: Replaced) -> str:
    """The recipient whose pseudonyms these are; empty if there is none."""
    return str(column.settings.get("recipient") or case.terms.recipient or "")


def _records_that_show(case: Case, match: Match | None) -> tuple[Bools, Bools, Ints, Ints] | None:
    """Records of input and release that show their columns, and a number for what they show.

    None if it cannot be seen which records of the input are released. The numbers are equal where
    the other columns show the same, and all 0 where these are not compared.
    """
    nothing = np.zeros(case.records, np.int64), np.zeros(case.released, np.int64)
    if case.mask is not None:  # in order: each record is compared with its own
        shown = np.ones(case.records, np.bool_) if case.keeps_values else ~case.blank
        return shown, shown, np.arange(case.records), np.arange(case.released)
    if match is not None and (match.explains or (case.terms.in_part and not match.unmatched)):
        if case.keeps_values:
            return np.ones(case.records, np.bool_), np.ones(case.released, np.bool_), *nothing
        return match.is_kept, match.kept, match.whole.data, match.whole.release
    if case.released == case.records and not case.blank.any():
        every = np.ones(case.records, np.bool_)
        return every, every, *nothing
    return None


def _has_pseudonyms(
    column: Replaced, pairs: pl.DataFrame, sides: tuple[Bools, Bools, Ints, Ints], *, in_part: bool
) -> bool:
    """Whether records of known identifiers are, as a whole, those of their pseudonyms."""
    kept, shown, before, after = sides
    known = positions(column.data.texts, pairs["value"])  # where each identifier is among pairs
    shows = positions(column.release.texts, pairs["pseudonym"])
    mine, own = known[column.data.codes][kept], shows[column.release.codes][shown]
    left, right = _counts(mine, before[kept]), _counts(own, after[shown])
    if not in_part:
        return left == right
    # It is unknown who was drawn, but whatever is released must be somebody's.
    whole = pairs.height >= len(column.data.texts.drop_nulls())
    foreign = bool((column.release.texts.is_not_null().to_numpy() & (shows < 0)).any())
    return right <= left and not (whole and foreign)


def _counts(codes: NDArray[np.integer], kinds: Ints) -> Counter[tuple[int, int]]:
    """How many records there are of each known identifier and kind; codes below 0 are unknown."""
    known = codes >= 0
    pairs, counts = np.unique(np.stack([codes[known], kinds[known]]), axis=1, return_counts=True)
    return Counter(dict(zip(map(tuple, pairs.T.tolist()), counts.tolist(), strict=True)))


def days_by_key(case: Case, columns: Sequence[Replaced]) -> Ints | str:
    """By how many days the key moves the dates of each input record; or a sentence why unknown."""
    settings, names = columns[0].settings, ", ".join(repr(column.terms.name) for column in columns)
    master = read_secret(case.folder, settings.get("key")) if settings.get("key") else None
    if master is None:
        return f"The key is {ABSENT} the dates of {names}."
    if case.persons is None:
        return f"Nothing tells whose dates those of {names} are."
    if len(same_people(case.persons).texts) < len(case.persons.texts):
        return (
            f"People are spelled in several ways, so the dates of {names} are not computed again."
        )
    secret = master.derive(
        "date-shift", str(settings.get("domain") or ""), _recipient(case, columns[0])
    )
    texts = case.persons.texts
    moved = days_of(
        secret, texts.fill_null(""), int(settings["days"]), zero=bool(settings.get("zero"))
    )
    return np.array(moved, np.int64)[case.persons.codes]
