"""The checks on records, in the order in which they build on each other."""

from collections.abc import Sequence

import numpy as np

from shoal.verify.case.case import Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys, keys
from shoal.verify.findings.verdict import Finding
from shoal.verify.local import classes_as_seen, local_findings
from shoal.verify.matching import Match, best_matches
from shoal.verify.methods import BY_CELL, Origins, method_findings
from shoal.verify.origins.hidden_order import Seen, means_by_key, order_tells_finding
from shoal.verify.origins.hidden_values import values_an_order_may_tell
from shoal.verify.origins.order import KEPT, betrays_order, betrays_order_in_classes
from shoal.verify.promises import (
    Traced,
    around_levels,
    check_promise,
    classes_of_input,
    is_about_tables,
    promise_findings,
)
from shoal.verify.promises.tables import TABLES
from shoal.verify.pseudonyms import pseudonym_findings
from shoal.verify.readings import Readings, readings
from shoal.verify.shifted import shift_findings
from shoal.verify.study.terms import Terms

DRAWN = "Nothing tells which records were drawn."
# A release with an unknown setting that ends so is not the input at one level per column.
_OTHER_SCHEMES = ("method", "recoding", "subset", "aggregate", "unknown", "pseudonym")
NOT_THEIRS = "Suppressed records show values that are not theirs."


def record_findings(case: Case) -> list[Finding]:
    """All findings about the records of a release with the right columns."""
    return [*spelling_findings(case.terms, case.columns), *_whole_record_findings(case)]


def spelling_findings(terms: Terms, columns: Sequence[Linked]) -> list[Finding]:
    """Whether every value has the one spelling; no finding for older releases."""
    if not terms.is_strict:
        return []
    wrong = [
        f"Column {column.terms.name!r}: {column.misspelled} cells are not spelled as their values."
        for column in columns
        if column.misspelled
    ]
    return [Finding("spellings", not wrong, " ".join(wrong))]


def _whole_record_findings(case: Case) -> list[Finding]:
    """The findings about whole records and promises; other ways than levels have own checks."""
    if any(setting.endswith(_OTHER_SCHEMES) for setting in case.terms.unknown):
        reason = "The study uses settings that this verifier cannot check yet."
        unchecked = Finding("records", "not_checked", reason)
        return [unchecked, *promise_findings(case, ~case.blank)]
    if case.terms.local:
        return [*local_findings(case, _counts(case)), *_findings_of_replaced(case)]
    method = case.terms.method
    for names, findings in BY_CELL.items():
        if method is not None and method["name"] in names:
            return [*findings(case, _counts(case)), *_findings_of_replaced(case)]
    seen = (*case.label_columns, *case.aggregate_columns)
    unseen = [column for column in case.quasi_identifiers if column not in seen]
    columns = [readings(column, ~case.blank) for column in case.columns if column not in unseen]
    best = _best_reading(case, columns) if all(column.possible for column in columns) else None
    match = None if best is None else best[0]
    basic = [_counts(case), _cells(case, columns, match), *_records(case, match)]
    if best is None or match is None:
        of_method = [] if method is None else method_findings(case, ~case.blank)
        basic += _findings_of_replaced(case)
        return [*basic, *promise_findings(case, ~case.blank), *of_method]
    basic += _findings_of_replaced(case, match)
    return [*basic, *_suppression(case, match), *_order(case, match), *best[1]]


def _findings_of_replaced(case: Case, match: Match | None = None) -> list[Finding]:
    """All findings about pseudonyms and shifted dates.

    `match` tells which input records are released; None where that cannot be seen.
    """
    pseudonyms = [column for column in case.replaced if column.terms.shift is None]
    findings = [finding for each in pseudonyms for finding in pseudonym_findings(case, each, match)]
    return [*findings, *shift_findings(case, match)]


def _best_reading(case: Case, columns: list[Readings]) -> tuple[Match, list[Finding]] | None:
    """The reading of the release that keeps its promises best, and the findings about them.

    Levels that look alike in the release may differ in the population. Nobody who has the release
    can tell them apart, so it keeps its promises if it does at one of them. If it does at none, the
    first reading is returned; None if there is no reading at all.
    """
    first = None
    for match in best_matches(case, columns):
        promises = _promises(case, match)
        if all(finding.holds is not False for finding in promises):
            return match, promises
        first = first or (match, promises)
        if case.population is None and not is_about_tables(case):
            break
    return first


def _promises(case: Case, match: Match) -> list[Finding]:
    """The findings about promises, those of a method included, at the levels of a match."""
    shown = match.kept | (case.blank & case.keeps_values)
    around = around_levels(case, match.levels, shown)
    traced = _trace(case, match)
    promises = promise_findings(case, shown, traced, around)
    if case.terms.method is None:
        return promises
    origins = Origins(match.levels, traced.kept) if traced.exact else None
    return [*promises, *method_findings(case, shown, origins)]


def _trace(case: Case, match: Match) -> Traced:
    """The class of each input record, and which records are released.

    It is not exact where the columns do not show whose aggregates are whose, or the records that
    are taken for released differ in number from those of the release.
    """
    kept = match.kept if case.mask is not None else match.is_kept
    exact = int(kept.sum()) == int(match.kept.sum())
    if case.shows_key or len(case.label_columns) == len(case.quasi_identifiers):
        return Traced(match.classes.data, kept, exact)
    # Aggregates tell classes apart that look alike otherwise; a file does not say whose they are.
    if case.mask is None:
        return Traced(match.classes.data, kept, exact=False)
    return Traced(classes_as_seen(case), kept, exact)


def _counts(case: Case) -> Finding:
    """Compare the numbers of records; only a release without its suppressed records is shorter."""
    measured = {"input": case.records, "released": case.released}
    too_many = case.released > case.records
    whole = case.terms.mode != "left-out" and not case.terms.in_part
    differ = whole and case.released != case.records
    reason = f"The input has {case.records} records and the release {case.released}."
    wrong = too_many or differ
    return Finding("counts", not wrong, reason if wrong else "", measured)


def _cells(case: Case, columns: list[Readings], match: Match | None) -> Finding:
    """Check that every released cell is an ancestor of an input cell, at one level per column."""
    problems = [column.problem for column in columns if column.problem]
    names = [column.terms.name for column in case.quasi_identifiers if column.terms.in_key]
    levels = {name: match.levels.get(name) for name in names} if match else None
    return Finding("cells", not problems, " ".join(problems), levels)


def _records(case: Case, match: Match | None) -> list[Finding]:
    """Check that every released record is a generalized input record, and none appears twice."""
    if match is None:
        reason = "No levels of the columns explain the released records."
        return [Finding("records", False, reason)]
    astray = _count_astray(case, match)
    reason = f"{match.unmatched + astray} released records do not stem from records of the input."
    wrong = bool(match.unmatched or astray)
    return [Finding("records", not wrong, reason if wrong else ""), *_aggregates(case, match)]


def _aggregates(case: Case, match: Match) -> list[Finding]:
    """Check that every aggregate is that of the input records of its class."""
    names = [column.terms.name for column in case.quasi_identifiers if column.terms.aggregate]
    if not names:
        return []
    if not case.shows_key:
        reason = "Columns that form classes are not written; their aggregates cannot be checked."
        return [Finding("aggregates", "not_checked", reason)]
    if case.terms.in_part:
        return [Finding("aggregates", "not_checked", DRAWN)]
    wrong = not match.explains
    reason = f"No classes of the input have the released aggregates of {', '.join(names)}."
    return [Finding("aggregates", not wrong, reason if wrong else "", {"columns": names})]


def _count_astray(case: Case, match: Match) -> int:
    """How many records are not their own input record, generalized; 0 where no order is known."""
    if case.mask is None:
        return 0
    return int(np.count_nonzero((match.whole.data != match.whole.release) & match.kept))


def _suppression(case: Case, match: Match) -> list[Finding]:
    """The findings about suppressed records: how many, whole classes, and what they still show."""
    allowed = case.terms.most_suppressed(case.records)
    measured = {"suppressed": match.suppressed, "allowed": allowed}
    reasons = []
    if match.suppressed > allowed:
        reasons.append(f"{match.suppressed} records are suppressed, {allowed} are allowed.")
    if match.partly and _shows_all_quasi_identifiers(case) and not case.terms.in_part:
        reasons.append(f"{match.partly} classes are released in part.")
    left = int(np.count_nonzero(case.blank & ~case.empty))
    if left:
        reasons.append(f"{left} suppressed records still show cells.")
    limit = Finding("suppression", not reasons, " ".join(reasons), measured)
    if case.terms.in_part and not case.terms.is_private and not reasons:
        limit = Finding("suppression", "not_checked", DRAWN)
    more = _values_of_suppressed(case, match) if case.keeps_values else []
    return [limit, *_whole_classes(case), *more]


def _whole_classes(case: Case) -> list[Finding]:
    """Say that whole classes cannot be seen, where quasi-identifiers are not written."""
    if _shows_all_quasi_identifiers(case):
        return []
    reason = "Quasi-identifiers that are not written would be needed to tell classes apart."
    return [Finding("suppressed classes", "not_checked", reason)]


def _shows_all_quasi_identifiers(case: Case) -> bool:
    """Whether all quasi-identifiers are released.

    If not, the classes that can be seen are coarser than those that were suppressed as a whole.
    """
    return len(case.quasi_identifiers) == len(case.terms.quasi_identifiers)


def _values_of_suppressed(case: Case, match: Match) -> list[Finding]:
    """Check that suppressed records show their own values, and as one class keep every promise."""
    values = keys([(column, 0) for column in case.plain_columns], (case.records, case.released))
    if case.terms.in_part:
        inside, shown = values.only(case.blank).counts()
        reason = "" if (shown <= inside).all() else "Suppressed records show values of nobody."
        return [Finding("suppressed values", not reason, reason)]
    if case.mask is None:
        before, after = values.data[~match.is_kept], values.release[case.blank]
        same = np.array_equal(np.sort(before), np.sort(after))
    else:
        same = np.array_equal(values.data[case.mask], values.release[case.mask])
    if case.mask is None and not case.shows_key:  # then promises count blank records, too
        return [_all_values_finding(values)]
    gone = match.is_suppressed if case.mask is None else case.mask
    together = classes_of_input(case, np.zeros(case.records, np.int64), gone)
    single = [promise for promise in case.terms.promises if promise.get("model") not in TABLES]
    return [
        Finding("suppressed values", same, "" if same else NOT_THEIRS),
        *(_as_one_class(check_promise(promise, together)) for promise in single),
    ]


def _all_values_finding(values: Keys) -> Finding:
    """Compare all values of release and input, where it cannot be seen who is suppressed."""
    if not np.array_equal(np.sort(values.data), np.sort(values.release)):
        return Finding("suppressed values", False, NOT_THEIRS)
    reason = "Columns that form classes are not written, so it cannot be told who is suppressed."
    return Finding("suppressed values", "not_checked", reason)


def _as_one_class(finding: Finding) -> Finding:
    """What a promise says about all suppressed records as one class; not a promise of its own."""
    about = f"Of the suppressed records as one class, for {finding.model}: {finding.reason}"
    return Finding("suppressed class", finding.holds, about if finding.reason else "")


def _order(case: Case, match: Match) -> list[Finding]:
    """Check that a shuffled release does not show where a record stood in the input."""
    if not case.terms.shuffled or case.mask is not None:
        return []
    if not match.explains and (match.unmatched or not case.terms.in_part):
        reason = "The released records do not match the input."
        return [Finding("order", "not_checked", reason)]
    if case.terms.is_strict:
        hidden = order_tells_finding([_view_of(match)], values_an_order_may_tell(case))
        if hidden.holds is False or not match.explains:
            return [hidden]
    elif not match.explains:
        return [Finding("order", "not_checked", DRAWN)]
    data, release = match.is_kept, match.kept
    whole = match.whole.data[data], match.whole.release[release]
    classes = match.classes.data[data], match.classes.release[release]
    betrays = betrays_order(whole) or (
        bool(case.plain_columns) and betrays_order_in_classes(whole, classes)
    )
    placed = Finding("order", not betrays, KEPT if betrays else "")
    return [placed if betrays or not case.terms.is_strict else hidden]


def _view_of(match: Match) -> Seen:
    """What anybody can see of the records that are not suppressed."""
    shown, classes = match.whole.release[match.kept], match.classes.release[match.kept]
    return Seen(shown, means_by_key(match.whole.data, match.whole.size), classes)
