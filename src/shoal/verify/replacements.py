"""Checks of all columns that show pseudonyms or shifted dates."""

from shoal.verify.case.case import Case
from shoal.verify.findings.verdict import Finding
from shoal.verify.matching import Match
from shoal.verify.pseudonyms import pseudonym_findings
from shoal.verify.shifted import shift_findings


def replaced_findings(case: Case, match: Match | None = None) -> list[Finding]:
    """All findings about replaced columns; `match` tells which input records are released."""
    pseudonyms = [column for column in case.replaced if column.terms.shift is None]
    found = [finding for one in pseudonyms for finding in pseudonym_findings(case, one, match)]
    return [*found, *shift_findings(case, match)]
