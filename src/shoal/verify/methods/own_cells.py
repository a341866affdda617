"""Checks of a release in which records show cells of their own, alike within a cluster.

Where records stand in the order of the input, each is compared with its own. In a shuffled file
the release must be explainable: every released record by an input record of its own that its cells
cover. `read` is how the cells of each quasi-identifier are read (`coverage_of`).
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.methods.blanks import nobody_missing_finding
from shoal.verify.methods.covering import Covering, Spans, coverage_of
from shoal.verify.methods.promises import method_findings, trace_looks
from shoal.verify.origins.assignment import count_unserved, records_finding
from shoal.verify.origins.order import order_of_places
from shoal.verify.origins.seen import means_by_spans, order_of_columns
from shoal.verify.promises import promise_findings
from shoal.verify.values.dictionary import Codes

EFFORT = 2_000_000_000  # cells to compare; with more, the check of a shuffled release is given up
SOURCES = 20_000_000  # pairs of records to compare; with more, it is given up


def findings_of_own_cells(case: Case, counts: Finding) -> list[Finding]:
    """All findings about the records, promises included.

    `counts` is the finding about their numbers. If it, the one about missing records or the one
    about cells fails, origins are not looked at.
    """
    everybody = np.ones(case.released, np.bool_)
    traced = trace_looks(case)
    promises = [*promise_findings(case, everybody, traced), *method_findings(case, everybody)]
    basic = [counts, nobody_missing_finding(case)]
    read = [coverage_of(column) for column in case.label_columns]
    cells = _cells_finding(case, read)
    if cells.holds is not True or not all(finding.holds for finding in basic):
        return [*basic, cells, *promises]
    if case.mask is not None:
        return [*basic, cells, _in_order_finding(case, read), *promises]
    return [*basic, cells, *_origin_findings(case, read), *promises]


def _cells_finding(case: Case, read: Sequence[Covering]) -> Finding:
    """Check that every released cell covers some input cell."""
    problems = []
    for column, covers in zip(case.label_columns, read, strict=True):
        empty = [not covers.spans(code) for code in range(len(column.release.texts))]
        foreign = int(np.count_nonzero(np.array(empty, np.bool_)[column.release.codes]))
        if foreign:
            name = column.terms.name
            problems.append(f"Column {name!r}: {foreign} cells cover no input cell.")
    return Finding("cells", not problems, " ".join(problems))


def _in_order_finding(case: Case, read: Sequence[Covering]) -> Finding:
    """Compare each record with the input record at its place."""
    astray = int(np.count_nonzero(~_fits(case, read)))
    reason = f"{astray} released records do not cover their input records."
    return Finding("records", not astray, reason if astray else "")


def _fits(case: Case, read: Sequence[Covering], turned: int = 0) -> Bools:
    """Which released records cover the input record at their place.

    With `turned`, the release is first moved round by as many places.
    """
    fits = np.ones(case.records, np.bool_)
    for column, covers in zip(case.label_columns, read, strict=True):
        fits &= covers.fits(column.data.codes, np.roll(column.release.codes, turned))
    for column in case.plain_columns:
        fits &= column.codes_at(0) == np.roll(column.release.codes, turned)
    return fits


def _fits_order(case: Case, read: Sequence[Covering], order: Whole) -> bool:
    """Whether released records cover the input records at these places, each of them once."""
    if not np.array_equal(np.sort(order), np.arange(case.records)):
        return False
    labels = all(
        covers.fits(column.data.codes[order], column.release.codes).all()
        for column, covers in zip(case.label_columns, read, strict=True)
    )
    return labels and all(
        np.array_equal(column.codes_at(0)[order], column.release.codes)
        for column in case.plain_columns
    )


def _origin_findings(case: Case, read: Sequence[Covering]) -> Iterator[Finding]:
    """Whether each released record can stem from an input record of its own."""
    if case.terms.shuffled:
        hidden = _column_order_finding(case, read) if case.terms.is_strict else None
        yield order_of_places(case, partial(_fits, case, read), hidden)
    if case.order is not None and not _fits_order(case, read, case.order):
        reason = "Released records do not cover the input records that the run made them of."
        yield Finding("records", False, reason)
        return
    reason = "There are too many records to tell which stem from which."
    yield records_finding(_Search(case, read).count_unexplained(), reason)


def _column_order_finding(case: Case, read: Sequence[Covering]) -> Finding:
    """Whether the order betrays hidden values, column by column."""
    means = []
    for column, covers in zip(case.label_columns, read, strict=True):
        spans = [covers.spans(code) for code in range(len(column.release.texts))]
        means.append(means_by_spans(column, covers.order, spans))
    return order_of_columns(case, means)


class _Search:
    """Which input records the released ones can stem from.

    Attributes:
        clusters: The different cells of quasi-identifiers, one row each, after a first column of 0.
        values: The code of each input record in each quasi-identifier.
        passed: For each input record, one number for all columns that are released as they are.
        kinds: The number of each released kind, by its cluster and that number.
        wanted: How many released records are of each kind.
    """

    def __init__(self, case: Case, read: Sequence[Covering]) -> None:
        self.case, self.read = case, read
        everybody = np.zeros(case.released, np.int64)  # one cluster, where no column is written
        shown = [everybody, *(column.release.codes for column in case.label_columns)]
        released = np.stack(shown, axis=1).astype(np.int64)
        self.clusters, of = np.unique(released, axis=0, return_inverse=True)
        self.values = [column.data.codes for column in case.label_columns]
        self.passed, beside = self._number_plain_columns()
        kinds, self.wanted = np.unique(
            np.stack([of.ravel(), beside], axis=1), axis=0, return_counts=True
        )
        self.kinds = {(int(cluster), int(value)): at for at, (cluster, value) in enumerate(kinds)}

    def _number_plain_columns(self) -> tuple[Whole, Whole]:
        """The columns that are released as they are as one number per record, on both sides."""
        before, after = (
            np.zeros(self.case.records, np.int64),
            np.zeros(self.case.released, np.int64),
        )
        for column in self.case.plain_columns:
            rows = np.concatenate([column.codes_at(0), column.release.codes]).astype(np.int64)
            together = np.stack([np.concatenate([before, after]), rows], axis=1)
            numbers = np.unique(together, axis=0, return_inverse=True)[1].ravel()
            before, after = np.split(numbers, [self.case.records])
        return before, after

    def count_unexplained(self) -> int | None:
        """Released records without an input record of their own; None if that is too much work."""
        pairs: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        total, effort = 0, 0
        places = [
            _Places(codes, read.order) for codes, read in zip(self.values, self.read, strict=True)
        ]
        self.spans = [
            [read.spans(code) for code in range(len(column.release.texts))]
            for read, column in zip(self.read, self.case.label_columns, strict=True)
        ]
        for cluster in range(len(self.clusters)):
            sources, looked = self._sources(cluster, places)
            total, effort = total + len(sources), effort + looked
            if total > SOURCES or effort > EFFORT:
                return None
            pairs.append(self._by_kind(cluster, sources))
        released, inputs = (np.concatenate(side) for side in zip(*pairs, strict=True))
        return count_unserved(self.wanted, np.ones(self.case.records, np.int64), (released, inputs))

    def _sources(self, cluster: int, places: "list[_Places]") -> tuple[Whole, int]:
        """The input records that a cluster's cells cover, and how many cells were looked at."""
        codes = self.clusters[cluster, 1:].tolist()
        if not codes:
            return np.arange(self.case.records), 0
        covered = [spans[code] for spans, code in zip(self.spans, codes, strict=True)]
        sizes = [place.count(spans) for place, spans in zip(places, covered, strict=True)]
        order = np.argsort(sizes, kind="stable").tolist()
        records, looked = places[order[0]].records(covered[order[0]]), sizes[order[0]]
        for at in order[1:]:
            if not len(records) or sizes[at] == self.case.records:
                continue
            looked += len(records)
            shown = np.full(len(records), codes[at])
            records = records[self.read[at].fits(self.values[at][records], shown)]
        return records, looked

    def _by_kind(self, cluster: int, records: Whole) -> tuple[Whole, Whole]:
        """The released kind that each record could be, and that record; others are left out."""
        kinds = np.array(
            [self.kinds.get((cluster, value), -1) for value in self.passed[records].tolist()],
            np.int64,
        )
        known = kinds >= 0
        return kinds[known], records[known]


class _Places:
    """Where the records of each value of a column stand, values in an order of their own."""

    def __init__(self, codes: Codes, order: Whole) -> None:
        position = np.empty(len(order), np.int64)
        position[order] = np.arange(len(order))
        places = position[codes]
        self.order = np.argsort(places, kind="stable")
        counts = np.bincount(places, minlength=len(order))
        self.ends = np.concatenate([[0], np.cumsum(counts)]).tolist()

    def count(self, spans: Spans) -> int:
        """How many records have one of the values in these spans."""
        return sum(self.ends[end] - self.ends[start] for start, end in spans)

    def records(self, spans: Spans) -> Whole:
        """The records that have one of the values in these spans."""
        parts = [self.order[self.ends[start] : self.ends[end]] for start, end in spans]
        return np.concatenate([np.zeros(0, np.int64), *parts])
