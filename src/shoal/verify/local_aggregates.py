"""Aggregates of a locally recoded release, checked for the classes whose members are known.

In a shuffled file nobody knows which records formed a class, but sometimes there is no choice. A
class that wants as many records as can be in it consists of all of them. A record that fits one
class only must be in it, if no record is left out. What is settled is taken out, and the same
questions are asked again.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from shoal.verify.aggregates import aggregate_codes
from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.origins.stems import Stems

UNKNOWN = -1  # the class of a record that has a choice


def aggregates_in_order(case: Case, classes: Whole) -> list[Finding]:
    """One finding per aggregated column, for records in the order of the input.

    Every aggregate must be that of the input records at the places of its class. `classes` is the
    class of each record, negative where it is suppressed.
    """
    findings = []
    for column in case.aggregate_columns:
        wanted = aggregate_codes(column, classes)
        wrong = int(np.count_nonzero((wanted != column.release.codes) & (classes >= 0)))
        reason = (
            f"Column {column.terms.name!r}: {wrong} cells are not the aggregate of their class."
        )
        findings.append(Finding("aggregates", not wrong, reason if wrong else ""))
    return findings


def aggregates_in_shuffled_file(case: Case, kept: Bools) -> Iterator[Finding]:
    """One finding per aggregated column, about the classes whose records can be known.

    `kept` are the released records that are not suppressed. There is none without such columns.
    """
    if case.terms.in_part and any(column.terms.aggregate for column in case.quasi_identifiers):
        reason = "Nothing tells which records were drawn."
        yield Finding("aggregates", "not_checked", reason)
    if not case.aggregate_columns or not kept.any():
        return
    known = Stems.of(case.label_columns, kept)
    if known.pairs is None:
        reason = "In a shuffled file it cannot be seen which records formed a class."
        yield Finding("aggregates", "not_checked", reason)
        return
    complete = int(kept.sum()) == case.records
    of_kind, sure = settle_classes(known.wanted, known.offered, known.pairs, complete=complete)
    of_record = of_kind[known.kind]
    of_record[(of_record >= 0) & ~sure[of_record]] = UNKNOWN
    yield from (
        _aggregate_finding(column, known, kept, of_record) for column in case.aggregate_columns
    )


def _aggregate_finding(column: Linked, known: Stems, kept: Bools, of_record: Whole) -> Finding:
    """Check that a column shows one text per class: the aggregate of its members, if known.

    Args:
        column: The column.
        known: Classes (kinds of released records) and kinds of input records.
        kept: The released records that are not suppressed.
        of_record: The class of each input record, or UNKNOWN.
    """
    shown = np.full(len(known.wanted), -1, np.int64)
    shown[known.shown] = column.release.codes[kept]
    mixed = np.unique(known.shown[shown[known.shown] != column.release.codes[kept]])
    wanted = shown.copy()
    inside = of_record >= 0
    wanted[of_record[inside]] = aggregate_codes(column, of_record)[inside]
    wrong = len(np.union1d(mixed, np.flatnonzero(wanted != shown)))
    unseen = len(shown) - len(np.unique(of_record[inside]))
    name = repr(column.terms.name)
    if wrong:
        reason = f"Column {name}: {wrong} classes do not show the aggregate of their records."
    else:
        reason = (
            f"Column {name}: of {unseen} of {len(shown)} classes a shuffled file does not tell"
            " which records formed them."
        )
    decided: bool | Literal["not_checked"] = "not_checked" if unseen else True
    holds = False if wrong else decided
    return Finding("aggregates", holds, "" if holds is True else reason)


def settle_classes(
    wanted: Whole, offered: Whole, pairs: tuple[ArrayLike, ArrayLike], *, complete: bool
) -> tuple[Whole, Bools]:
    """The class of each kind of input record that has no choice, and which classes are settled.

    Kinds that have a choice are UNKNOWN. A class is settled if all its records are known.

    Args:
        wanted: The number of records of each class.
        offered: The number of records of each input kind.
        pairs: Classes, and beside each an input kind that fits it.
        complete: Whether no record of the input is left out.
    """
    classes, kinds = (np.asarray(side, np.int64) for side in pairs)
    class_of, need = np.full(len(offered), UNKNOWN), wanted.astype(np.int64).copy()
    while len(classes):
        room = np.bincount(classes, offered[kinds], len(need)).astype(np.int64)
        choices = np.bincount(kinds, minlength=len(offered))
        settled = (room == need)[classes]
        if complete:
            settled |= (choices == 1)[kinds]
        # A kind that two classes claim as a whole settles nothing; no honest release has one.
        claims = np.bincount(kinds[settled], minlength=len(offered))
        settled &= (claims == 1)[kinds]
        if not settled.any():
            break
        class_of[kinds[settled]] = classes[settled]
        np.subtract.at(need, classes[settled], offered[kinds[settled]])
        open_ = (class_of[kinds] == UNKNOWN) & (need > 0)[classes]
        classes, kinds = classes[open_], kinds[open_]
    return class_of, need == 0
