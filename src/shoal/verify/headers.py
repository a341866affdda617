"""Has a release the columns that its study releases, and no other?"""

from shoal.verify.findings.verdict import Finding
from shoal.verify.study.terms import Terms


def columns_finding(terms: Terms, names: list[str]) -> Finding:
    """The columns must be those of the study; unknown names may be values and are not quoted."""
    written = (*terms.released, *terms.replaced)
    absent = [name for name in written if name not in names]
    more = [name for name in names if name not in written]
    reason = f"{len(more)} columns are released that the study does not release." if more else ""
    if absent:
        reason += f" The release has no column {', '.join(map(repr, absent))}."
    return Finding("columns", not absent and not more, reason.strip(), {"columns": len(names)})


def identifiers_finding(terms: Terms, names: list[str]) -> Finding:
    """No identifier is released as it is."""
    left = [name for name in terms.identifiers if name in names]
    reason = f"Identifiers are released: {', '.join(map(repr, left))}." if left else ""
    return Finding("identifiers", not left, reason)
