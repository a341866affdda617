"""Checks of a locally recoded release: every record has levels of its own.

Theory: docs/theory/recoding.md.

Where records stand in the order of the input, each is compared with its own. In a shuffled file
the release must be explainable: every released record by an input record of its own.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys, Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.local_aggregates import aggregates_in_order, aggregates_in_shuffled_file
from shoal.verify.origins.assignment import count_unserved, records_finding
from shoal.verify.origins.order import KEPT, stand_at_their_places
from shoal.verify.origins.seen import order_of_stems
from shoal.verify.origins.stems import Stems, levels_in_bounds
from shoal.verify.promises import (
    Traced,
    is_about_tables,
    keeps_every_promise,
    promise_findings,
)

ORDERS = 5  # random orders that a release with missing records is compared with
NEAR = 20  # a place is near within one twentieth of all records
LITTLE = 0.02  # up to this share of records may find a place beyond what is usual
ENOUGH = 30  # so many places that agree beyond what is usual are no accident


def local_findings(case: Case, counts: Finding) -> list[Finding]:
    """All findings about the records, promises included.

    `counts` is the finding about their numbers, and becomes the first.
    """
    findings = _findings(case, counts, _records_not_suppressed(case))
    if not is_about_tables(case) or all(finding.holds is not False for finding in findings):
        return findings
    # A class may break a promise that the whole table keeps: count records whose values are all
    # missing as released.
    again = _findings(case, counts, _records_not_suppressed(case, missing=True))
    return again if all(finding.holds is not False for finding in again) else findings


def _findings(case: Case, counts: Finding, kept: Bools) -> list[Finding]:
    """All findings, if the released records `kept` are those that are not suppressed."""
    basic = [counts, _cells_finding(case, kept), _suppression_finding(case, kept)]
    if case.mask is None:
        return [*basic, *_origin_findings(case, kept), *promise_findings(case, kept)]
    own = [
        _in_order_finding(case, kept),
        *aggregates_in_order(case, np.where(kept, _classes_by_label(case), -1)),
    ]
    return [*basic, *own, *promise_findings(case, kept, Traced(classes_as_seen(case), kept, True))]


def _records_not_suppressed(case: Case, *, missing: bool = False) -> Bools:
    """One flag per released record: whether it is not suppressed.

    Records whose input cells are all missing look suppressed. As many blank records as there are of
    them are kept, if they are released (`_count_all_missing`).
    """
    kept = ~case.blank
    if case.mask is None and case.blank.any():
        kept[np.flatnonzero(case.blank)[: _count_all_missing(case, missing=missing)]] = True
    return kept


def _count_all_missing(case: Case, *, missing: bool) -> int:
    """How many released records only look suppressed because all their input cells are missing.

    Nobody can tell which they are. They are released if other records of their class are, or if
    they keep every promise, or if the caller says so (`missing`).
    """
    alike = np.ones(case.records, np.bool_)
    for column in case.quasi_identifiers:
        alike &= _may_be_blank(column)
    class_, shows = alike.copy(), ~case.blank
    for column in case.plain_columns:
        alike &= column.data.codes == column.data.missing
    for column in case.quasi_identifiers:
        shows &= column.blank()
    is_released = missing or shows.any() or keeps_every_promise(case, class_)
    return int(alike.sum()) if is_released else 0


def _may_be_blank(column: Linked) -> Bools:
    """Which cells of the input are empty at a level that is allowed."""
    blank: Bools = column.data.codes == column.data.missing
    if column.terms.aggregate is not None:
        return blank
    empty = np.zeros_like(blank)
    for level in levels_in_bounds(column):
        empty |= column.codes_at(level) == column.release.missing
    return blank & empty


def _cells_finding(case: Case, kept: Bools) -> Finding:
    """Check that every released cell is an ancestor of some input cell."""
    problems = []
    for column in case.label_columns:
        known = np.zeros(len(column.release.texts), np.bool_)
        for level in levels_in_bounds(column):
            known |= column.available(level) > 0
        foreign = int(np.count_nonzero(~known[column.release.codes[kept]]))
        if foreign:
            name = column.terms.name
            problems.append(
                f"Column {name!r}: {foreign} cells are not ancestors of any input cell."
            )
    return Finding("cells", not problems, " ".join(problems))


def _suppression_finding(case: Case, kept: Bools) -> Finding:
    """Check that not too many records are suppressed, and that those show no cell."""
    allowed, suppressed = case.terms.most_suppressed(case.records), case.records - int(kept.sum())
    left = int(np.count_nonzero(case.blank & ~case.empty))
    reasons = []
    if suppressed > allowed:
        reasons.append(f"{suppressed} records are suppressed, {allowed} are allowed.")
    if left:
        reasons.append(f"{left} suppressed records still show cells.")
    measured = {"suppressed": suppressed, "allowed": allowed}
    if case.terms.in_part and not reasons:
        return Finding("suppression", "not_checked", "Nothing tells which records were drawn.")
    return Finding("suppression", not reasons, " ".join(reasons), measured)


def _in_order_finding(case: Case, kept: Bools) -> Finding:
    """Compare each record with the input record at its place."""
    astray = int(np.count_nonzero(~_fits(case) & kept))
    reason = f"{astray} released records are not their input records, generalized."
    return Finding("records", not astray, reason if astray else "")


def _fits(case: Case, turned: int = 0) -> Bools:
    """Which released records can stem from the input record at their place.

    With `turned`, the release is first moved round by as many places. Both sides must have the
    same number of records.
    """
    fits = np.ones(case.records, np.bool_)
    for column in case.label_columns:
        released = np.roll(column.release.codes, turned)
        ancestors = np.zeros(case.records, np.bool_)
        for level in levels_in_bounds(column):
            ancestors |= column.codes_at(level) == released
        fits &= ancestors
    for column in case.plain_columns:
        fits &= column.codes_at(0) == np.roll(column.release.codes, turned)
    return fits


def _order_finding(case: Case, kept: Bools, stems: Stems, other: Finding | None = None) -> Finding:
    """Whether the places of records tell their places in the input.

    If they do not, or if that cannot be seen, `other` is returned where it is given.
    """
    few = int(kept.sum()) < ENOUGH
    gone = case.released != case.records
    places = stems.places() if gone and not few else None
    if few or (gone and places is None):
        reason = "Records are few or alike, so their places cannot be compared with the input's."
        return other or Finding("order", "not_checked", reason)
    if places is None:
        betrays = stand_at_their_places(case.records, partial(_fits, case))
    else:
        betrays = _stand_in_line(stems.shown, places)
    return (
        other if other and not betrays else Finding("order", not betrays, KEPT if betrays else "")
    )


def _stand_in_line(shown: Whole, places: list[list[int]]) -> bool:
    """Whether more records find places one after the other than in random orders."""
    dice = np.random.default_rng(0)
    own = _count_in_line(shown, places)
    others = [_count_in_line(dice.permutation(shown), places) for _ in range(ORDERS)]
    usual, spread = float(np.mean(others)), float(np.std(others))
    return own - usual > max(10 * spread, ENOUGH, len(shown) * LITTLE)


def _count_in_line(shown: Whole, places: list[list[int]]) -> int:
    """How many records, in turn, find a place not far behind that of the record before."""
    last, count, far = -1, 0, max(ENOUGH, len(shown) // NEAR)
    for kind in shown.tolist():
        possible = places[kind]
        at = bisect_right(possible, last)
        if at < len(possible) and possible[at] - last <= far:
            last, count = possible[at], count + 1
    return count


def _classes_by_label(case: Case) -> Whole:
    """The class of each released record, as far as labels tell."""
    return _keys_of_release(case.label_columns, case.released).release


def classes_as_seen(case: Case) -> Whole:
    """The class of each released record as it is seen: aggregates may tell classes apart."""
    return _keys_of_release(case.quasi_identifiers, case.released).release


def _origin_findings(case: Case, kept: Bools) -> Iterator[Finding]:
    """Whether each released record can stem from an input record of its own.

    Findings about aggregates and order come first.
    """
    yield from aggregates_in_shuffled_file(case, kept)
    columns = [*case.label_columns, *case.plain_columns]
    if not columns:
        reason = "Only aggregates are written, which do not tell the records that they stem from."
        yield from (Finding(name, "not_checked", reason) for name in ("order", "records"))
        return
    stems = Stems.of(columns, kept)
    if case.terms.shuffled:
        hidden = order_of_stems(case, stems) if case.terms.is_strict else None
        refused = hidden is not None and hidden.holds is False
        yield hidden if hidden and refused else _order_finding(case, kept, stems, hidden)
    reason = "There are too many records that can stem from too many others to tell which do."
    pairs = stems.pairs
    missing = None if pairs is None else count_unserved(stems.wanted, stems.offered, pairs)
    yield records_finding(missing, reason)


def _keys_of_release(columns: list[Linked], released: int) -> Keys:
    """Keys of the released records alone, without the input."""
    keys = Keys(np.zeros(0, np.int64), np.zeros(released, np.int64), 1)
    nothing = np.zeros(0, np.int32)
    for column in columns:
        keys = keys.join(nothing, column.release.codes, len(column.release.texts))
    return keys.dense()
