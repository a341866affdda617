"""Checks of pseudonyms: one per identifier, none shared, none an identifier itself.

None of this needs the key. Pseudonyms that were made without any key are recognized and refused;
whether they are those of the key is checked where the key is at hand (keyed.py).
"""

import math
import re
from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import keys
from shoal.verify.case.replaced import Replaced
from shoal.verify.findings.verdict import Finding
from shoal.verify.keyed import key_finding
from shoal.verify.matching import Match
from shoal.verify.signatures import same_groups
from shoal.verify.unkeyed import way_without_key
from shoal.verify.values.dictionary import positions

BEYOND = 10  # standard deviations above chance
FEW = 8  # so few agreements may always be chance


def pseudonym_findings(case: Case, column: Replaced, match: Match | None) -> Iterator[Finding]:
    """All findings about one column of pseudonyms.

    `match` tells which input records are released; None where that cannot be seen.
    """
    yield _consistency_finding(case, column, match)
    yield _form_finding(column)
    yield _identifiers_gone_finding(case, column, match)
    way = way_without_key(column.raw.texts, column.release.texts)
    reason = f"The pseudonyms of {column.terms.name!r} are {way}: anybody can compute them."
    yield Finding("unkeyed", way is None, reason if way else "")
    if case.terms.is_strict:
        yield key_finding(case, column, match)


def _consistency_finding(case: Case, column: Replaced, match: Match | None) -> Finding:
    """Check that values and pseudonyms are one-to-one, and missing values stay missing."""
    name = f"pseudonyms of {column.terms.name!r}"
    if case.mask is None and not _shows_everybody(case) and (match is None or not match.explains):
        reason = f"Which records of the input are released cannot be seen, so the {name} cannot."
        return Finding("pseudonyms", "not_checked", reason)
    kept, shown = _records_that_show(case, match)
    hidden = column.release.codes[~shown]
    left = int(np.count_nonzero(hidden != column.release.missing))
    in_order = case.mask is not None
    same = _in_order(column, kept) if in_order else _in_groups(case, column, match, kept, shown)
    problems = [] if same else [f"The {name} do not stand for one value each."]
    problems += [f"{left} suppressed records still show one of the {name}."] if left else []
    return Finding("pseudonyms", not problems, " ".join(problems))


def _shows_everybody(case: Case) -> bool:
    """Whether no record is suppressed, so that groups can be compared without their classes."""
    return case.released == case.records and not bool(case.blank.any())


def _records_that_show(case: Case, match: Match | None) -> tuple[Bools, Bools]:
    """The records of the input and of the release that show all their columns."""
    if case.keeps_values:
        return np.ones(case.records, np.bool_), np.ones(case.released, np.bool_)
    if case.mask is not None or match is None:
        return ~case.blank, ~case.blank
    return match.is_kept, match.kept


def _in_order(column: Replaced, kept: Bools) -> bool:
    """Whether, record by record, pairs are one-to-one and missing values stay missing."""
    before, after = column.data.codes[kept], column.release.codes[kept]
    pairs = np.unique(before.astype(np.int64) * len(column.release.texts) + after)
    one_to_one = len(pairs) == len(np.unique(before)) == len(np.unique(after))
    missing = np.array_equal(before == column.data.missing, after == column.release.missing)
    own = positions(column.raw.texts, column.release.texts)[column.raw.codes[kept]] == after
    return one_to_one and missing and not bool((own & (after != column.release.missing)).any())


def _in_groups(
    case: Case, column: Replaced, match: Match | None, kept: Bools, shown: Bools
) -> bool:
    """Whether the records of each identifier are, as a group, those of some pseudonym.

    `kept` and `shown` are the records of the input and of the release that are compared.
    """
    if case.keeps_values or match is None or not match.explains:
        others = keys([(other, 0) for other in case.plain_columns], (case.records, case.released))
    else:
        others = match.whole
    before = [column.data.codes[kept], others.data[kept], *_marks(column, kept, before=True)]
    after = [column.release.codes[shown], others.release[shown]]
    return same_groups(before, [*after, *_marks(column, shown, before=False)])


def _marks(column: Replaced, those: Bools, *, before: bool) -> list[NDArray[np.int64]]:
    """What a value and its pseudonym must have in common, as numbers per record.

    Whether it is missing and, of surrogates, its format; of the input if `before`, else of the
    release.
    """
    coded = column.data if before else column.release
    missing = (coded.codes == coded.missing)[those].astype(np.int64)
    if column.settings.get("method") != "surrogate":
        return [missing]
    both = _formats(column.data.texts), _formats(column.release.texts)
    known = pl.concat(both).unique(maintain_order=True)  # the same on both sides
    places = positions(both[0] if before else both[1], known)
    return [missing, places[coded.codes][those].astype(np.int64)]


def _formats(texts: pl.Series) -> pl.Series:
    """Texts with 9 for each digit, a for each small letter and A for each capital."""
    small = texts.str.replace_all("[0-9]", "9").str.replace_all("[a-z]", "a")
    return small.str.replace_all("[A-Z]", "A")


def _form_finding(column: Replaced) -> Finding:
    """Check that hashes and tokens are hexadecimal and have the length that the study says."""
    settings, name = column.settings, column.terms.name
    if settings.get("method") == "surrogate":
        return Finding("pseudonym form", True)
    form = re.compile(rf"[0-9a-f]{{{int(settings.get('length') or 32)}}}")
    wrong = sum(form.fullmatch(text) is None for text in column.release.texts.drop_nulls())
    reason = f"{wrong} pseudonyms of {name!r} do not have the form that the study says."
    return Finding("pseudonym form", not wrong, reason if wrong else "")


def _identifiers_gone_finding(case: Case, column: Replaced, match: Match | None) -> Finding:
    """Check that identifiers stand neither among their pseudonyms nor in other columns."""
    name, problems = column.terms.name, []
    spellings = pl.concat((column.raw.texts, column.data.texts)).drop_nulls().unique()
    left = int(column.release.texts.drop_nulls().is_in(spellings.implode()).sum())
    if left > _by_chance(column):
        problems.append(f"{left} values of {name!r} stand among its pseudonyms.")
    levels = {} if match is None else match.levels
    plain = [other for other in case.label_columns if levels.get(other.terms.name) == 0]
    problems += [
        f"Column {other.terms.name!r} repeats the values of {name!r}."
        for other in (*case.plain_columns, *plain)
        if f"repeats-identifier:{other.terms.name}" not in case.terms.acknowledged
        and _repeats(column, other)
    ]
    return Finding("identifiers gone", not problems, " ".join(problems))


def _by_chance(column: Replaced) -> float:
    """How many surrogates may happen to be somebody's identifier; 0 for hashes and tokens."""
    if column.settings.get("method") != "surrogate":
        return 0
    formats = _formats(column.data.texts.drop_nulls()).value_counts()
    expected: float = sum(
        count * min(1.0, count / math.prod(_wheels(str(text))))
        for text, count in formats.iter_rows()
    )
    return expected + BEYOND * math.sqrt(expected)


def _wheels(text: str) -> list[int]:
    """How many different characters each digit or letter of a format can be."""
    sizes = {"9": 10, "a": 26, "A": 26}
    return [sizes[kind] for kind in text if kind in sizes]


def _repeats(column: Replaced, other: Linked) -> bool:
    """Whether records have their identifier in another column more often than by chance."""
    known = column.raw.texts.is_not_null().to_numpy()
    places = np.where(known, positions(column.raw.texts, other.data.texts), -1)
    own = places[column.raw.codes]
    agreeing = int(np.count_nonzero(own == other.data.codes))
    counts = np.append(other.data.counts, 0)[places]
    expected = float((column.raw.counts * counts).sum()) / max(len(own), 1)
    return agreeing - expected > max(BEYOND * math.sqrt(expected), FEW)
