"""Which part of the input a release is about, and the population around it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.linked import input_values
from shoal.verify.findings.verdict import Finding
from shoal.verify.populations import population_of, population_size
from shoal.verify.study.terms import Terms
from shoal.verify.subset import subset_members
from shoal.verify.values.dictionary import positions
from shoal.verify.values.hierarchies import whole_hierarchy

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scope:
    """What is compared.

    Attributes:
        terms: What the study says; changed where nobody knows which records were drawn.
        data: The records of the input that may be released.
        release: The released records, without those that stand for others.
        mask: Which of them are suppressed; None if the caller does not say so.
        population: Everybody whom a promise counts; None if no promise does.
        population_size: How many records, or people, it has; None if that is not known.
        findings: What was found on the way.
        inside: Which records of the input these are; None for all.
    """

    terms: Terms
    data: pl.DataFrame
    release: pl.DataFrame
    mask: Bools | None
    population: pl.DataFrame | None
    population_size: int | None = None
    findings: tuple[Finding, ...] = ()
    inside: Bools | None = None


def scope_of(
    terms: Terms,
    folder: Path,
    data: pl.DataFrame,
    release: pl.DataFrame,
    mask: Bools | None,
    drawn: pl.Series | None,
) -> Scope:
    """The part of the input that the study releases: all of it, or the research subset.

    Args:
        terms: What the study says.
        folder: What its paths are relative to.
        data: The whole input.
        release: The released records.
        mask: Which of them are suppressed, if they are in the order of the input; else None.
        drawn: Which records of the input are in a random sample; None if nobody tells.
    """
    whole = Scope(terms, data, release, mask, population_of(terms, folder, data))
    scope = whole if terms.subset is None else _subset_of(whole, folder, drawn)
    size = population_size(terms, folder, data, scope.data)
    return replace(scope, population_size=size)


def _subset_of(whole: Scope, folder: Path, drawn: pl.Series | None) -> Scope:
    """The subset where somebody tells who is in it; otherwise what can still be compared."""
    inside = subset_members(whole.terms, folder, whole.data)
    if inside is None and drawn is not None:
        inside = drawn.to_numpy()
    return _of_unknown_sample(whole, folder) if inside is None else _narrow(whole, inside)


def _of_unknown_sample(whole: Scope, folder: Path) -> Scope:
    """All records that may have been drawn; those that were not drawn look suppressed."""
    terms = whole.terms
    reason = "Nothing tells who is in the subset: a random sample cannot be drawn again."
    unknown = replace(whole, findings=(Finding("subset", "not_checked", reason),))
    if not terms.is_private and not terms.is_strict:
        return replace(unknown, terms=replace(terms, unknown=(*terms.unknown, "subset")))
    in_part = replace(unknown, terms=replace(terms, in_part=True, limit=Fraction(1)))
    return in_part if terms.is_private else _narrow_to_possible(in_part, folder)


def _narrow_to_possible(found: Scope, folder: Path) -> Scope:
    """Only records that may have been drawn: those whose values are in the run's hierarchies."""
    terms, data = found.terms, found.data
    inside = np.ones(data.height, np.bool_)
    for name in terms.released:
        column = terms.columns[name]
        if column.in_key and (column.hierarchy or {}).get("builder") == "file":
            values = input_values(data[name], column)
            known = positions(values.texts, whole_hierarchy(column, values.texts, folder)[0])
            inside &= (known >= 0)[values.codes]
    return replace(found, data=data.filter(pl.Series(inside)), inside=inside)


def _narrow(whole: Scope, inside: Bools) -> Scope:
    """Only the subset; where records stand in order, all others must be blank."""
    chosen = pl.Series(inside)
    data, measured = whole.data.filter(chosen), {"inside": int(inside.sum())}
    whole = replace(whole, inside=inside)
    if whole.mask is None:
        finding = Finding("subset", True, "", measured)
        return replace(whole, data=data, findings=(finding,))
    outside = whole.release.filter(~chosen)
    shown = sum(len(column) - column.null_count() for column in outside)
    kept = int(np.count_nonzero(~whole.mask[~inside]))
    reason = f"Records outside the research subset show {shown} cells; {kept} count as released."
    wrong = bool(shown or kept)
    return replace(
        whole,
        data=data,
        release=whole.release.filter(chosen),
        mask=whole.mask[inside],
        findings=(Finding("subset", not wrong, reason if wrong else "", measured),),
    )
