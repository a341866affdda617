"""Aggregates of a locally recoded release: of the classes whose members are known."""

from collections.abc import Iterator
from typing import Literal

import numpy as np

from shoal.verify.aggregates import expected
from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.forced import UNKNOWN, forced
from shoal.verify.origins.stems import Stems


def aggregates_in_order(case: Case, classes: Whole) -> list[Finding]:
    """Every aggregate is that of the input records at the places of its class."""
    found = []
    for column in case.aggregated:
        wanted = expected(column, classes)
        wrong = int(np.count_nonzero((wanted != column.release.codes) & (classes >= 0)))
        reason = (
            f"Column {column.terms.name!r}: {wrong} cells are not the aggregate of their class."
        )
        found.append(Finding("aggregates", not wrong, reason if wrong else ""))
    return found


def shuffled_aggregates(case: Case, kept: Bools) -> Iterator[Finding]:
    """Aggregates of the classes of which it can be seen which records formed them."""
    if case.terms.in_part and any(one.terms.aggregate for one in case.generalized):
        reason = "Nothing tells which records were drawn."
        yield Finding("aggregates", "not_checked", reason)
    if not case.aggregated or not kept.any():
        return
    known = Stems.of(case.leveled, kept)
    if known.pairs is None:
        reason = "In a shuffled file it cannot be seen which records formed a class."
        yield Finding("aggregates", "not_checked", reason)
        return
    complete = int(kept.sum()) == case.records
    of_kind, sure = forced(known.wanted, known.offered, known.pairs, complete=complete)
    of_record = of_kind[known.kind]
    of_record[(of_record >= 0) & ~sure[of_record]] = UNKNOWN
    yield from (_forced_aggregate(column, known, kept, of_record) for column in case.aggregated)


def _forced_aggregate(column: Linked, known: Stems, kept: Bools, of_record: Whole) -> Finding:
    """One column: the same in a class, and where its members are known, their aggregate."""
    shown = np.full(len(known.wanted), -1, np.int64)
    shown[known.shown] = column.release.codes[kept]
    mixed = np.unique(known.shown[shown[known.shown] != column.release.codes[kept]])
    wanted = shown.copy()
    inside = of_record >= 0
    wanted[of_record[inside]] = expected(column, of_record)[inside]
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
