"""The checks on records, in the order in which they build on each other."""

from collections.abc import Sequence

import numpy as np

from shoal.verify.case.case import Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys, keys
from shoal.verify.findings.verdict import Finding
from shoal.verify.local import local_findings, seen_classes
from shoal.verify.matching import Match, best_matches
from shoal.verify.methods import (
    BLANKING,
    OWN_CELLS,
    blanked_findings,
    method_promises,
    own_cells_findings,
)
from shoal.verify.origins.hidden_order import Seen, by_key, hidden_order
from shoal.verify.origins.hidden_values import hidden_values
from shoal.verify.origins.order import KEPT, betrays_order, betrays_order_in_classes
from shoal.verify.promises import (
    Traced,
    around_levels,
    check,
    input_classes,
    is_about_tables,
    promise_findings,
)
from shoal.verify.promises.tables import TABLES
from shoal.verify.pseudonyms import pseudonym_findings
from shoal.verify.readings import Readings, readings
from shoal.verify.shifted import shift_findings
from shoal.verify.study.terms import Terms

DRAWN = "Nothing tells which records were drawn."
# Under these settings a release is not the input generalized to one level per column.
_OTHER_SCHEMES = ("method", "recoding", "subset", "aggregate", "unknown", "pseudonym")
NOT_THEIRS = "Suppressed records show values that are not theirs."


def record_findings(case: Case) -> list[Finding]:
    """All findings about the records of a release with the right columns."""
    return [*spelling_findings(case.terms, case.columns), *_of_records(case)]


def spelling_findings(terms: Terms, columns: Sequence[Linked]) -> list[Finding]:
    """Whether every value has the one spelling; older releases may have had another."""
    if not terms.is_strict:
        return []
    wrong = [
        f"Column {column.terms.name!r}: {column.misspelled} cells are not spelled as their values."
        for column in columns
        if column.misspelled
    ]
    return [Finding("spellings", not wrong, " ".join(wrong))]


def _of_records(case: Case) -> list[Finding]:
    """The findings about whole records."""
    if any(setting.endswith(_OTHER_SCHEMES) for setting in case.terms.unknown):
        reason = "The study uses settings that this verifier cannot check yet."
        unchecked = Finding("records", "not_checked", reason)
        return [unchecked, *promise_findings(case, ~case.blank)]
    if case.terms.local:
        return [*local_findings(case, _counts(case)), *_of_replaced_columns(case)]
    method = case.terms.method
    if method is not None and method["name"] in BLANKING:
        return [*blanked_findings(case, _counts(case)), *_of_replaced_columns(case)]
    if method is not None and method["name"] in OWN_CELLS:
        return [*own_cells_findings(case, _counts(case)), *_of_replaced_columns(case)]
    seen = (*case.leveled, *case.aggregated)
    unseen = [column for column in case.generalized if column not in seen]
    columns = [readings(column, ~case.blank) for column in case.columns if column not in unseen]
    best = _told(case, columns) if all(column.possible for column in columns) else None
    match = None if best is None else best[0]
    basic = [_counts(case), _cells(case, columns, match), *_records(case, match)]
    if best is None or match is None:
        of_method = [] if method is None else method_promises(case, ~case.blank)
        basic += _of_replaced_columns(case)
        return [*basic, *promise_findings(case, ~case.blank), *of_method]
    basic += _of_replaced_columns(case, match)
    return [*basic, *_suppression(case, match), *_order(case, match), *best[1]]


def _of_replaced_columns(case: Case, match: Match | None = None) -> list[Finding]:
    """All findings about replaced columns; `match` tells which input records are released."""
    pseudonyms = [column for column in case.replaced if column.terms.shift is None]
    findings = [finding for each in pseudonyms for finding in pseudonym_findings(case, each, match)]
    return [*findings, *shift_findings(case, match)]


def _told(case: Case, columns: list[Readings]) -> tuple[Match, list[Finding]] | None:
    """The reading of the release that keeps its promises best, and the findings about them.

    Levels that look alike in the release may differ in the population. Nobody who has the release
    can tell them apart, so it keeps its promises if it does at one of them.
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
    shown = match.kept | (case.blank & case.keeps_values)
    around = around_levels(case, match.levels, shown)
    promises = promise_findings(case, shown, _traced(case, match), around)
    return [*promises, *([] if case.terms.method is None else method_promises(case, shown))]


def _traced(case: Case, match: Match) -> Traced:
    """The class of each input record, and which records are released, as far as columns show it."""
    kept = match.kept if case.mask is not None else match.kept_data
    exact = int(kept.sum()) == int(match.kept.sum())
    if case.shows_key or len(case.leveled) == len(case.generalized):
        return Traced(match.classes.data, kept, exact)
    # Aggregates tell classes apart that look alike otherwise; a file does not say whose they are.
    if case.mask is None:
        return Traced(match.classes.data, kept, exact=False)
    return Traced(seen_classes(case), kept, exact)


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
    names = [column.terms.name for column in case.generalized if column.terms.in_key]
    levels = {name: match.levels.get(name) for name in names} if match else None
    return Finding("cells", not problems, " ".join(problems), levels)


def _records(case: Case, match: Match | None) -> list[Finding]:
    """Check that every released record is a generalized input record, and none appears twice."""
    if match is None:
        reason = "No levels of the columns explain the released records."
        return [Finding("records", False, reason)]
    astray = _astray(case, match)
    reason = f"{match.unmatched + astray} released records do not stem from records of the input."
    wrong = bool(match.unmatched or astray)
    return [Finding("records", not wrong, reason if wrong else ""), *_aggregates(case, match)]


def _aggregates(case: Case, match: Match) -> list[Finding]:
    """Check that every aggregate is that of the input records of its class."""
    names = [column.terms.name for column in case.generalized if column.terms.aggregate]
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


def _astray(case: Case, match: Match) -> int:
    """How many records are not their own input record, generalized; 0 if their order is lost."""
    if case.mask is None:
        return 0
    return int(np.count_nonzero((match.whole.data != match.whole.release) & match.kept))


def _suppression(case: Case, match: Match) -> list[Finding]:
    allowed = case.terms.allowed(case.records)
    measured = {"suppressed": match.suppressed, "allowed": allowed}
    reasons = []
    if match.suppressed > allowed:
        reasons.append(f"{match.suppressed} records are suppressed, {allowed} are allowed.")
    if match.partly and _all_quasi_identifiers(case) and not case.terms.in_part:
        reasons.append(f"{match.partly} classes are released in part.")
    left = int(np.count_nonzero(case.blank & ~case.empty))
    if left:
        reasons.append(f"{left} suppressed records still show cells.")
    limit = Finding("suppression", not reasons, " ".join(reasons), measured)
    if case.terms.in_part and not case.terms.is_private and not reasons:
        limit = Finding("suppression", "not_checked", DRAWN)
    more = _kept_values(case, match) if case.keeps_values else []
    return [limit, *_whole_classes(case), *more]


def _whole_classes(case: Case) -> list[Finding]:
    """Say that whole classes cannot be seen, where quasi-identifiers are not written."""
    if _all_quasi_identifiers(case):
        return []
    reason = "Quasi-identifiers that are not written would be needed to tell classes apart."
    return [Finding("suppressed classes", "not_checked", reason)]


def _all_quasi_identifiers(case: Case) -> bool:
    """Whether all of them are released; otherwise its classes are coarser than suppressed ones."""
    return len(case.generalized) == len(case.terms.quasi_identifiers)


def _kept_values(case: Case, match: Match) -> list[Finding]:
    """Check that suppressed records show their own values, and as one class keep every promise."""
    values = keys([(column, 0) for column in case.passed], (case.records, case.released))
    if case.terms.in_part:
        inside, shown = values.only(case.blank).counts()
        reason = "" if (shown <= inside).all() else "Suppressed records show values of nobody."
        return [Finding("suppressed values", not reason, reason)]
    if case.mask is None:
        before, after = values.data[~match.kept_data], values.release[case.blank]
        same = np.array_equal(np.sort(before), np.sort(after))
    else:
        same = np.array_equal(values.data[case.mask], values.release[case.mask])
    if case.mask is None and not case.shows_key:  # then promises count blank records, too
        return [_all_values(values)]
    gone = match.suppressed_data if case.mask is None else case.mask
    together = input_classes(case, np.zeros(case.records, np.int64), gone)
    single = [promise for promise in case.terms.promises if promise.get("model") not in TABLES]
    return [
        Finding("suppressed values", same, "" if same else NOT_THEIRS),
        *(_one_more_class(check(promise, together)) for promise in single),
    ]


def _all_values(values: Keys) -> Finding:
    """Compare all values of release and input, where it cannot be seen who is suppressed."""
    if not np.array_equal(np.sort(values.data), np.sort(values.release)):
        return Finding("suppressed values", False, NOT_THEIRS)
    reason = "Columns that form classes are not written, so it cannot be told who is suppressed."
    return Finding("suppressed values", "not_checked", reason)


def _one_more_class(finding: Finding) -> Finding:
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
        hidden = hidden_order([_seen(match)], hidden_values(case))
        if hidden.holds is False or not match.explains:
            return [hidden]
    elif not match.explains:
        return [Finding("order", "not_checked", DRAWN)]
    data, release = match.kept_data, match.kept
    whole = match.whole.data[data], match.whole.release[release]
    classes = match.classes.data[data], match.classes.release[release]
    betrays = betrays_order(whole) or (
        bool(case.passed) and betrays_order_in_classes(whole, classes)
    )
    placed = Finding("order", not betrays, KEPT if betrays else "")
    return [placed if betrays or not case.terms.is_strict else hidden]


def _seen(match: Match) -> Seen:
    """What anybody can see of the records that are not suppressed."""
    shown, classes = match.whole.release[match.kept], match.classes.release[match.kept]
    return Seen(shown, by_key(match.whole.data, match.whole.size), classes)
