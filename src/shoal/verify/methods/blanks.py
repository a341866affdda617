"""Checks of a release in which each column stands at one level and single cells are blank.

Where records stand in the order of the input, each is compared with its own. In a shuffled file
the release must be explainable: every released record by an input record of its own.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys, Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.methods.promises import method_findings
from shoal.verify.methods.wildcards import BLANK, codes_or_blank, possible_levels
from shoal.verify.origins.assignment import count_unserved, records_finding
from shoal.verify.origins.order import order_of_places
from shoal.verify.origins.seen import means_by_levels, order_of_columns
from shoal.verify.values.dictionary import Codes

EFFORT = 1_000_000_000  # cells to compare; with more, the check of a shuffled release is given up
SOURCES = 3_000_000  # pairs of records to compare; with more, it is given up
TRIALS = 64  # level vectors tried where labels repeat over levels

Levels = tuple[int, ...]


def findings_of_blanks(case: Case, counts: Finding) -> list[Finding]:
    """All findings about the records, promises included.

    `counts` is the finding about their numbers. Without the right counts and cells, origins are
    not looked at.
    """
    everybody = np.ones(case.released, np.bool_)
    promises = method_findings(case, everybody)
    basic = [counts, nobody_missing_finding(case)]
    possible = [possible_levels(column) for column in case.label_columns]
    cells = _cells_finding(case, possible)
    if cells.holds is not True or counts.holds is not True:
        return [*basic, cells, *promises]
    if case.mask is not None:
        return [*basic, cells, _in_order_finding(case, possible), *promises]
    return [*basic, cells, *_origin_findings(case, possible), *promises]


def nobody_missing_finding(case: Case) -> Finding:
    """Check that no record was dropped, by a method that only changes cells."""
    if case.terms.in_part:
        return Finding("suppression", "not_checked", "Nothing tells which records were drawn.")
    gone = case.records - case.released
    marked = 0 if case.mask is None else int(np.count_nonzero(case.mask))
    wrong = bool(gone or marked)
    reason = f"{max(gone, marked)} records are not released, although the method drops none."
    return Finding("suppression", not wrong, reason if wrong else "", {"suppressed": marked})


def _cells_finding(case: Case, possible: list[list[int]]) -> Finding:
    """Check that every shown cell is an ancestor of an input cell, at one level per column."""
    wrong = [
        column.terms.name
        for column, levels in zip(case.label_columns, possible, strict=True)
        if not levels
    ]
    reason = (
        f"No level explains the cells of {', '.join(map(repr, wrong))}: they are no ancestors of"
        " input cells, or more than the input has."
    )
    lowest = {
        column.terms.name: levels[0] if levels else None
        for column, levels in zip(case.label_columns, possible, strict=True)
    }
    return Finding("cells", not wrong, reason if wrong else "", lowest)


def _in_order_finding(case: Case, possible: list[list[int]]) -> Finding:
    """Compare each record with the input record at its place, every column at its best level."""
    astray = np.zeros(case.records, np.bool_)
    for column, levels in zip(case.label_columns, possible, strict=True):
        fits = [_cells_fit(column, level) for level in levels]
        astray |= ~max(fits, key=np.count_nonzero)
    for column in case.plain_columns:
        astray |= column.codes_at(0) != column.release.codes
    wrong = int(np.count_nonzero(astray))
    reason = f"{wrong} released records are not their input records, generalized or blanked."
    return Finding("records", not wrong, reason if wrong else "")


def _cells_fit(column: Linked, level: int, turned: int = 0) -> Bools:
    """Which cells are blank, or show the input cell at their place.

    With `turned`, the release is first moved round by as many places.
    """
    released, blank = np.roll(column.release.codes, turned), np.roll(column.blank(), turned)
    fits: Bools = blank | (column.codes_at(level) == released)
    return fits


def _origin_findings(case: Case, possible: list[list[int]]) -> Iterator[Finding]:
    """Whether each released record can stem from an input record of its own."""
    missing: int | None = case.released
    chosen: Levels = tuple(levels[0] for levels in possible)
    for levels in islice(product(*possible), TRIALS):
        unexplained = _Search(case, levels).count_unexplained()
        if unexplained is None or (missing is not None and unexplained < missing):
            missing, chosen = unexplained, levels
        if not unexplained:
            break
    if case.terms.shuffled:
        hidden = _column_order_finding(case, chosen) if case.terms.is_strict else None
        yield order_of_places(case, partial(_fits, case, chosen), hidden)
    reason = "There are too many blank cells to tell which records stem from which."
    yield records_finding(missing, reason)


def _column_order_finding(case: Case, levels: Levels) -> Finding:
    """Whether the order betrays hidden values, column by column."""
    pairs = zip(case.label_columns, levels, strict=True)
    return order_of_columns(case, [means_by_levels(column, [level]) for column, level in pairs])


def _fits(case: Case, levels: Levels, turned: int = 0) -> Bools:
    """Which released records can stem from the input record at their place.

    With `turned`, the release is first moved round by as many places.
    """
    fits = np.ones(case.records, np.bool_)
    for column, level in zip(case.label_columns, levels, strict=True):
        fits &= _cells_fit(column, level, turned)
    for column in case.plain_columns:
        fits &= column.codes_at(0) == np.roll(column.release.codes, turned)
    return fits


class _Search:
    """Which input records the released ones can stem from, with all columns at given levels.

    Attributes:
        inputs: The different input records, one row each, one column of codes per column.
        offered: How many input records are of each kind.
        outputs: The different released records; `BLANK` in blank cells.
        wanted: How many released records are of each kind.
    """

    def __init__(self, case: Case, levels: Levels) -> None:
        self.columns = [*case.label_columns, *case.plain_columns]
        self.levels = [*levels, *(0 for _ in case.plain_columns)]
        inputs = [c.codes_at(at) for c, at in zip(self.columns, self.levels, strict=True)]
        outputs: list[Codes] = [codes_or_blank(column) for column in case.label_columns]
        outputs += [column.release.codes for column in case.plain_columns]
        self.inputs, self.offered = _kinds(inputs)
        self.outputs, self.wanted = _kinds(outputs)

    def count_unexplained(self) -> int | None:
        """Released records without an input record of their own; None if that is too much work."""
        blank = self.outputs == BLANK
        patterns, of_kind = np.unique(blank, axis=0, return_inverse=True)
        if len(patterns) * self.inputs.size > EFFORT:
            return None
        sources: list[NDArray[np.int64]] = [np.zeros(0, np.int64)] * len(self.wanted)
        astray, total = 0, 0
        for at, pattern in enumerate(patterns):
            those = np.flatnonzero(of_kind.ravel() == at)
            for kind, found in zip(those.tolist(), self._sources(those, pattern), strict=True):
                astray += int(self.wanted[kind]) if not len(found) else 0
                total += len(found)
                sources[kind] = found if total <= SOURCES else sources[kind]
        if astray or total > SOURCES:
            return astray or None
        kinds = np.repeat(np.arange(len(sources)), [len(found) for found in sources])
        return count_unserved(self.wanted, self.offered, (kinds, np.concatenate(sources)))

    def _sources(self, those: Whole, pattern: Bools) -> Iterator[NDArray[np.int64]]:
        """The input kinds that each of some released kinds with the same blanks can stem from."""
        found = self._keys(those, pattern)
        order = np.argsort(found.data, kind="stable")
        ordered = found.data[order]
        starts, ends = (np.searchsorted(ordered, found.release, side) for side in ("left", "right"))
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            yield order[start:end]

    def _keys(self, those: Whole, pattern: Bools) -> Keys:
        """Keys of the input kinds and of some released kinds, in the columns that are not blank."""
        shown = [at for at, is_blank in enumerate(pattern) if not is_blank]
        keys = Keys(np.zeros(len(self.offered), np.int64), np.zeros(len(those), np.int64), 1)
        for at in shown:
            size = len(self.columns[at].release.texts)
            keys = keys.join(self.inputs[:, at], self.outputs[those, at], size)
        return keys.dense()


def _kinds(columns: Sequence[Codes]) -> tuple[Whole, Whole]:
    """The different records and how often each occurs."""
    rows = np.stack([codes.astype(np.int64) for codes in columns], axis=1)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    return kinds, counts
