"""Does the certificate of a run promise what its study promises?"""

from collections.abc import Mapping
from typing import Any

from shoal.verify.findings.verdict import Finding
from shoal.verify.study.known_settings import BY_CHANCE

Keys = Mapping[str, Any]


def promises_finding(study: Keys, facts: Keys) -> Finding:
    """Compare promises and their parameters, who is counted, and whether draws can be repeated.

    `facts` is the content of the certificate; empty where there is none.
    """
    if not facts:
        return Finding("promises", "not_checked", "The run has no certificate to compare with.")
    own, named = _promises_of_study(study), list(facts.get("promises") or ())
    wrong = [] if len(own) == len(named) else [f"{len(own)} instead of {len(named)} promises"]
    pairs = zip(own, named, strict=False)
    wrong += [f"another {mine.get('model')}" for mine, other in pairs if not _is_same(mine, other)]
    if facts.get("counted") != _who_is_counted(study):
        wrong.append("another rule for who is counted")
    if facts.get("private") is not (study.get("reproducible") is not True):
        wrong.append("another rule for chance")
    reason = f"The study does not promise what the certificate says: {', '.join(wrong)}."
    return Finding("promises", not wrong, reason if wrong else "")


def _promises_of_study(study: Keys) -> list[Keys]:
    """The promises of a study: those of models, of the method, and the method itself."""
    method = study.get("method")
    method = method if isinstance(method, Mapping) else {}
    promising = bool(method) and method.get("name") not in BY_CHANCE
    own = [{**method, "model": method.get("name")}] if promising else []
    return [*(study.get("privacy") or ()), *(method.get("constraints") or ()), *own]


def _is_same(own: Keys, named: Keys) -> bool:
    """Whether a promise of the study is the one that a certificate names."""
    return own.get("model") == named.get("model") and _agrees(own, named.get("parameters") or {})


def _agrees(own: object, named: object) -> bool:
    """Whether the study has all that a certificate names, which leaves out what may be a value."""
    if isinstance(named, Mapping):
        keys = own if isinstance(own, Mapping) else {}
        return all(_agrees(keys.get(key), named[key]) for key in named)
    if isinstance(named, list):
        parts = own if isinstance(own, list | tuple) else ()
        return len(parts) == len(named) and all(map(_agrees, parts, named))
    if isinstance(named, str | bool) or named is None:
        return own == named
    try:
        return float(own) == float(named)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _who_is_counted(study: Keys) -> str:
    """Whom promises count, in the word of a certificate."""
    person = study.get("person")
    if person is False:
        return "records"
    return "unknown" if person is None else "people"
