"""Checks of a locally recoded release: every record has levels of its own (spec/utility.md §2.6).

Where records stand in the order of the input, each is compared with its own. In a shuffled file
the release must be explainable: every released record by an input record of its own.
"""

from collections.abc import Iterator

import numpy as np

from shoal.verify.aggregates import expected
from shoal.verify.assignment import unserved
from shoal.verify.case import Bools, Case
from shoal.verify.linked import Linked
from shoal.verify.promises import Traced, promise_findings
from shoal.verify.records import Keys, Whole
from shoal.verify.sources import Shown, kinds_of, pairs_of
from shoal.verify.verdict import Finding

PAIRS = 20_000_000  # kinds that may stem from one another before it is given up
ENOUGH = 30  # places that agree beyond what is usual are no accident
TURNS = 16  # distances at which records are compared with the input, to learn what is usual


def local_findings(case: Case, counts: Finding) -> list[Finding]:
    """All findings about the records; `counts` is the one about their numbers."""
    kept = ~case.blank
    basic = [counts, _cells(case, kept), _suppression(case, kept)]
    if case.mask is None:
        return [*basic, *_explained(case, kept), *promise_findings(case, kept)]
    classes = _classes(case)
    own = [_in_order(case, kept), *_aggregates(case, np.where(kept, classes, -1))]
    return [*basic, *own, *promise_findings(case, kept, Traced(classes, kept, True))]


def _cells(case: Case, kept: Bools) -> Finding:
    """Every released cell is an ancestor of some input cell."""
    problems = []
    for column in case.leveled:
        known = np.zeros(len(column.release.texts), np.bool_)
        for level in _levels(column):
            known |= column.available(level) > 0
        foreign = int(np.count_nonzero(~known[column.release.codes[kept]]))
        if foreign:
            name = column.terms.name
            problems.append(
                f"Column {name!r}: {foreign} cells are not ancestors of any input cell."
            )
    return Finding("cells", not problems, " ".join(problems))


def _suppression(case: Case, kept: Bools) -> Finding:
    allowed, suppressed = case.terms.allowed(case.records), case.records - int(kept.sum())
    left = int(np.count_nonzero(case.blank & ~case.empty))
    reasons = []
    if suppressed > allowed:
        reasons.append(f"{suppressed} records are suppressed, {allowed} are allowed.")
    if left:
        reasons.append(f"{left} suppressed records still show cells.")
    measured = {"suppressed": suppressed, "allowed": allowed}
    return Finding("suppression", not reasons, " ".join(reasons), measured)


def _levels(column: Linked) -> list[int]:
    """The levels that a release may use."""
    highest = column.terms.highest
    top = len(column.levels) - 1 if highest is None else highest
    return list(range(column.terms.lowest, top + 1))


def _in_order(case: Case, kept: Bools) -> Finding:
    """Each record against the input record at its place."""
    astray = int(np.count_nonzero(~_fits(case) & kept))
    reason = f"{astray} released records are not their input records, generalized."
    return Finding("records", not astray, reason if astray else "")


def _fits(case: Case, turned: int = 0) -> Bools:
    """Which released records can stem from the input record at their place, or so far from it."""
    fits = np.ones(case.records, np.bool_)
    for column in case.leveled:
        released = np.roll(column.release.codes, turned)
        ancestors = np.zeros(case.records, np.bool_)
        for level in _levels(column):
            ancestors |= column.generalized(level) == released
        fits &= ancestors
    for column in case.passed:
        fits &= column.generalized(0) == np.roll(column.release.codes, turned)
    return fits


def _order(case: Case) -> Finding:
    """Do more records stand at their place than at other distances from it?"""
    if case.released != case.records or case.records < ENOUGH:
        reason = "Records are missing or few, so their places cannot be compared with the input's."
        return Finding("order", "not_checked", reason)
    own = int(np.count_nonzero(_fits(case)))
    turns = np.linspace(1, case.records - 1, TURNS).astype(int).tolist()
    others = [int(np.count_nonzero(_fits(case, turned))) for turned in turns]
    usual, spread = float(np.mean(others)), float(np.std(others))
    betrays = own - usual > max(10 * spread, ENOUGH)
    reason = "Released records stand in the order of the input." if betrays else ""
    return Finding("order", not betrays, reason)


def _classes(case: Case) -> Whole:
    """The class of each released record, as far as labels tell."""
    return _released_keys(case.leveled, case.released).release


def _aggregates(case: Case, classes: Whole) -> list[Finding]:
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


def _explained(case: Case, kept: Bools) -> Iterator[Finding]:
    """Whether each released record can stem from an input record of its own."""
    if case.aggregated:
        reason = "In a shuffled file it cannot be seen which records formed a class."
        yield Finding("aggregates", "not_checked", reason)
    if case.terms.shuffled:
        yield _order(case)
    missing = _unexplained(case, kept)
    if missing is None:
        reason = "There are too many records that can stem from too many others to tell which do."
        yield Finding("records", "not_checked", reason)
    else:
        reason = f"{missing} released records do not stem from records of the input."
        yield Finding("records", not missing, reason if missing else "")


def _unexplained(case: Case, kept: Bools) -> int | None:
    columns = [*case.leveled, *case.passed]
    inputs, offered, _ = kinds_of([(c.data.codes, len(c.data.texts)) for c in columns])
    sides = [(c.release.codes[kept], len(c.release.texts)) for c in columns]
    outputs, wanted, _ = kinds_of(sides)
    pairs = pairs_of([_shown(column) for column in columns], inputs, outputs, PAIRS)
    return None if pairs is None else unserved(wanted, offered, pairs)


def _shown(column: Linked) -> Shown:
    """What a value may look like: on any level that is allowed, or as it is."""
    levels = _levels(column) if column.terms.generalized else [0]
    return Shown.of([column.levels[level] for level in levels], len(column.release.texts))


def _released_keys(columns: list[Linked], released: int) -> Keys:
    """Numbers for the released records alone."""
    found = Keys(np.zeros(0, np.int64), np.zeros(released, np.int64), 1)
    nothing = np.zeros(0, np.int32)
    for column in columns:
        found = found.joined(nothing, column.release.codes, len(column.release.texts))
    return found.dense()
