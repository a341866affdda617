"""Does a certificate promise what its study promises?"""

from collections.abc import Mapping
from typing import Any

from shoal.verify.findings.verdict import Finding

Told = Mapping[str, Any]


def promises_finding(study: Told, facts: Told) -> Finding:
    """Compare every promise with its parameters, whom promises count, and whether chance helps."""
    if not facts:
        return Finding("promises", "not_checked", "The run has no certificate to compare with.")
    asked, told = _asked(study), list(facts.get("promises") or ())
    wrong = [] if len(asked) == len(told) else [f"{len(asked)} instead of {len(told)} promises"]
    pairs = zip(asked, told, strict=False)
    wrong += [f"another {one.get('model')}" for one, other in pairs if not _same(one, other)]
    if facts.get("counted") != _counted(study):
        wrong.append("another rule for who is counted")
    if facts.get("private") is not (study.get("reproducible") is not True):
        wrong.append("another rule for chance")
    reason = f"The study does not promise what the certificate says: {', '.join(wrong)}."
    return Finding("promises", not wrong, reason if wrong else "")


def _asked(study: Told) -> list[Told]:
    method = study.get("method")
    method = method if isinstance(method, Mapping) else {}
    own = [{**method, "model": method.get("name")}] if method else []
    return [*(study.get("privacy") or ()), *(method.get("constraints") or ()), *own]


def _same(asked: Told, told: Told) -> bool:
    return asked.get("model") == told.get("model") and _agrees(asked, told.get("parameters") or {})


def _agrees(asked: object, told: object) -> bool:
    """Whether all that is told is what was asked; a certificate leaves out what may be a value."""
    if isinstance(told, Mapping):
        given = asked if isinstance(asked, Mapping) else {}
        return all(_agrees(given.get(key), told[key]) for key in told)
    if isinstance(told, list):
        parts = asked if isinstance(asked, list | tuple) else ()
        return len(parts) == len(told) and all(map(_agrees, parts, told))
    if isinstance(told, str | bool) or told is None:
        return asked == told
    try:
        return float(asked) == float(told)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _counted(study: Told) -> str:
    person = study.get("person")
    if person is False:
        return "records"
    return "unknown" if person is None else "people"
