"""May these columns be released? What can be checked without looking at any record.

A release has the columns that its study releases, and no others. Where the study promises
differential privacy, every one of them must be covered by it: the verifier's own reading of the
rules.
"""

from collections.abc import Iterator

from shoal.verify.findings.verdict import Finding
from shoal.verify.study.terms import ColumnTerms, Terms


def columns_finding(terms: Terms, names: list[str]) -> Finding:
    """Check the columns against the study; unknown names may be values and are not quoted."""
    written = (*terms.released, *terms.replaced)
    absent = [name for name in written if name not in names]
    more = [name for name in names if name not in written]
    reason = f"{len(more)} columns are released that the study does not release." if more else ""
    if absent:
        reason += f" The release has no column {', '.join(map(repr, absent))}."
    return Finding("columns", not absent and not more, reason.strip(), {"columns": len(names)})


def identifiers_finding(terms: Terms, names: list[str]) -> Finding:
    """Check that no identifier is released as it is."""
    left = [name for name in terms.identifiers if name in names]
    reason = f"Identifiers are released: {', '.join(map(repr, left))}." if left else ""
    return Finding("identifiers", not left, reason)


def coverage_findings(terms: Terms) -> list[Finding]:
    """Whether differential privacy covers every released column; nothing if it is not promised."""
    if not terms.is_private:
        return []
    reasons = list(_reasons_not_covered(terms))
    findings = [
        Finding("coverage", not reasons, " ".join(reasons), {"columns": len(terms.released)})
    ]
    if terms.repeatable:
        reason = "`reproducible: true`: the draws can be repeated, so this release is not private."
        findings.append(Finding("randomness", "not_checked", reason))
    return findings


def _reasons_not_covered(terms: Terms) -> Iterator[str]:
    """A sentence for each column or setting that differential privacy does not cover."""
    for name in (*terms.released, *terms.replaced):
        column = terms.columns.get(name)
        if column is None or not column.in_key or column.aggregate or column.is_replaced:
            yield f"Column {name!r} is released, but differential privacy does not cover it."
        elif not _is_complete(column):
            yield f"The hierarchy of column {name!r} depends on the data."
    if terms.person is not None or terms.local or terms.method is not None:
        yield "Differential privacy covers neither people nor local recoding nor methods."
    if terms.mode != "left-out" or not terms.shuffled:
        yield "Suppressed records and the order of records must not be released."


def _is_complete(column: ColumnTerms) -> bool:
    """Whether a hierarchy is complete without the values that occur."""
    builder = (column.hierarchy or {}).get("builder")
    if builder == "file" or (column.type == "ordered" and builder not in (None, "automatic")):
        return True
    return builder == "intervals" and column.type == "integer"
