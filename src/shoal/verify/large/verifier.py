"""The verdict over a release that was written in parts, from its files alone.

The same questions as for small releases, for studies that search one level per column: are the
columns right, is every record an input record generalized, are classes left out as a whole, does
every promise hold, does the order tell anything?
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from shoal.errors import DataError
from shoal.verify.case.people import people_of
from shoal.verify.checks import spelling_findings
from shoal.verify.findings.times import LATEST
from shoal.verify.findings.verdict import Finding, Verdict
from shoal.verify.headers import columns_finding, identifiers_finding
from shoal.verify.large.classes import classes_of
from shoal.verify.large.counting import Counted, Counter, Side
from shoal.verify.large.form import form_finding
from shoal.verify.large.match import Match, Sides, best_match
from shoal.verify.large.order import order_finding
from shoal.verify.large.whole import whole_records_finding
from shoal.verify.populations import size_in_study
from shoal.verify.promises import check_promise, not_checked
from shoal.verify.promises.around import Around
from shoal.verify.study.terms import Terms


def verify_large(
    study: Mapping[str, Any],
    folder: Path,
    release: Path | str,
    counter: Counter,
    data: str | None = None,
    *,
    checks: int = LATEST,
    writers: Mapping[str, str] | None = None,
) -> Verdict:
    """Check a release that is too large to be read, by counting it and its input.

    Args:
        study: The parsed study file, which also says how its input is written.
        folder: Where relative paths of the study start.
        release: A file, a folder of parts, or the name of a table of the counter.
        counter: What counts the records.
        data: The name of the counter's table with the input, if it is not where the study says.
        checks: The number of the newest checks to make: those of the time of the run.
        writers: The versions of the libraries that wrote the release, if not those of today.
    """
    terms = Terms.of(study, checks)
    before = Side(counter, data or _input(terms, folder, counter))
    try:
        named = isinstance(release, str)
        after = Side(counter, str(release) if named else counter.open_file(Path(release), {}))
        names = after.names
    except DataError as error:
        return Verdict((Finding("file", False, str(error)), *_not_checked(terms)))
    basic = [columns_finding(terms, names), identifiers_finding(terms, names)]
    if basic[0].holds is not True:
        return Verdict((*basic, *_not_checked(terms)))
    findings = _findings(terms, folder, (before, after))
    if not terms.is_strict:
        return Verdict((*basic, *findings))
    records = next(
        finding.measured["released"] for finding in findings if finding.check == "counts"
    )
    return Verdict((*basic, *findings, form_finding(terms, release, records, writers)))


def _input(terms: Terms, folder: Path, counter: Counter) -> str:
    """The input of the study, as something that can stand after FROM."""
    source = terms.source
    if "url" not in source:
        return counter.open_file(folder / str(source.get("path")), source)
    return counter.open_query(source, folder)


def _findings(terms: Terms, folder: Path, files: tuple[Side, Side]) -> list[Finding]:
    """All findings about records and promises; `files` are the input and the release."""
    before, after = _count_both(terms, files)
    counts = _counts_finding(terms, before, after)
    sides = Sides.of(terms, folder, before, after)
    first = [counts, *_compare(sides, folder, files)]
    if all(finding.holds is not False for finding in first) or not sides.blank.any():
        return first
    # Records whose values are all missing look like suppressed ones: count them as released.
    again = [counts, *_compare(replace(sides, missing=True), folder, files)]
    return again if all(finding.holds is not False for finding in again) else first


def _compare(sides: Sides, folder: Path, files: tuple[Side, Side]) -> list[Finding]:
    """Whether the release can stem from the input, and keeps every promise."""
    terms, match = sides.terms, best_match(sides)
    if match is None:
        reason = "Some released cells are not ancestors of any input cell, or not at one level."
        return [Finding("cells", False, reason), *_not_checked(terms)]
    basic = [Finding("cells", True, "", dict(match.levels)), _records_finding(match)]
    basic += [*spelling_findings(terms, sides.columns), _suppression_finding(sides, match)]
    if match.excess or match.partly:
        return [
            *basic,
            *(not_checked(each, "The records do not match.") for each in terms.promises),
        ]
    if len(sides.columns) < len(terms.released):
        basic.append(whole_records_finding(sides, match, files))
    if terms.shuffled:
        basic.append(order_finding(sides, match, files))
    classes = classes_of(sides, match, folder, _around(sides, match))
    return [*basic, *(check_promise(promise, classes) for promise in terms.promises)]


def _count_both(terms: Terms, files: tuple[Side, Side]) -> tuple[Counted, Counted]:
    """The columns of classes and promises, counted in the input and in the release.

    The input also has the column of the person.
    """
    wanted = [*terms.quasi_identifiers, *terms.columns_in_promises]
    people = [] if terms.person is None else [terms.person]
    shown = [name for name in dict.fromkeys(wanted) if name in terms.released]
    return files[0].count(list(dict.fromkeys([*wanted, *people]))), files[1].count(shown)


def _counts_finding(terms: Terms, before: Counted, after: Counted) -> Finding:
    """Compare the numbers of records; only a release without suppressed records is shorter."""
    measured = {"input": before.records, "released": after.records}
    differ = terms.mode != "left-out" and after.records != before.records
    wrong = after.records > before.records or differ
    reason = f"The input has {before.records} records and the release {after.records}."
    return Finding("counts", not wrong, reason if wrong else "", measured)


def _records_finding(match: Match) -> Finding:
    """Check that no released record goes beyond those of the input."""
    reason = f"{match.excess} released records do not stem from records of the input."
    return Finding("records", not match.excess, reason if match.excess else "")


def _suppression_finding(sides: Sides, match: Match) -> Finding:
    """Check that not too many records are suppressed, and classes only as a whole."""
    records = sides.before.records
    allowed = sides.terms.most_suppressed(records)
    gone = records - match.released
    reasons = []
    if gone > allowed:
        reasons.append(f"{gone} records are suppressed, {allowed} are allowed.")
    if match.partly:
        reasons.append(f"{match.partly} classes are released in part.")
    measured = {"suppressed": gone, "allowed": allowed}
    return Finding("suppression", not reasons, " ".join(reasons), measured)


def _around(sides: Sides, match: Match) -> Around:
    """The size of the sample, and of the population where the study says it."""
    terms, before = sides.terms, sides.before
    people = people_of(terms, before.frame)
    members = before.records if people is None else len(np.unique(people))
    size = size_in_study(terms, lambda: members)
    nothing = all(
        len(np.unique(column.levels[match.levels[column.terms.name]])) == 1
        for column in sides.label_columns
    )
    return Around(members, size, tells_nothing=nothing, game=terms.game, levels=match.levels)


def _not_checked(terms: Terms) -> list[Finding]:
    """A finding for each check that was not made because something more basic is wrong."""
    reason = "Not checked because something more basic is wrong."
    return [
        Finding("records", "not_checked", reason),
        *(not_checked(promise, reason) for promise in terms.promises),
    ]
