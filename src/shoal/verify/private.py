"""What differential privacy asks of the study itself: the verifier's own reading of the rules."""

from collections.abc import Iterator

from shoal.verify.findings.verdict import Finding
from shoal.verify.study.terms import ColumnTerms, Terms


def private_findings(terms: Terms) -> list[Finding]:
    """Whether all that is released is covered; nothing where the study does not promise it."""
    if not terms.is_private:
        return []
    reasons = list(_uncovered(terms))
    found = [Finding("coverage", not reasons, " ".join(reasons), {"columns": len(terms.released)})]
    if terms.repeatable:
        reason = "`reproducible: true`: the draws can be repeated, so this release is not private."
        found.append(Finding("randomness", "not_checked", reason))
    return found


def _uncovered(terms: Terms) -> Iterator[str]:
    for name in (*terms.released, *terms.replaced):
        column = terms.columns.get(name)
        if column is None or not column.in_key or column.aggregate or column.is_replaced:
            yield f"Column {name!r} is released, but differential privacy does not cover it."
        elif not _is_given(column):
            yield f"The hierarchy of column {name!r} depends on the data."
    if terms.person is not None or terms.local or terms.method is not None:
        yield "Differential privacy covers neither people nor local recoding nor methods."
    if terms.mode != "left-out" or not terms.shuffled:
        yield "Suppressed records and the order of records must not be released."


def _is_given(column: ColumnTerms) -> bool:
    """Whether a hierarchy is complete without the values that occur."""
    builder = (column.hierarchy or {}).get("builder")
    if builder == "file" or (column.type == "ordered" and builder not in (None, "automatic")):
        return True
    return builder == "intervals" and column.type == "integer"
