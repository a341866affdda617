"""Which settings of a study the verifier knows; those it does not know are never approved."""

from collections.abc import Iterator, Mapping
from typing import Any

AGGREGATES = ("mean", "geometric-mean", "median", "interval", "mode", "set")
_AGGREGATE_KEYS = {"function", "clustering", "missing", "decimals"}
LOCAL = ("local", "iterated", "series")  # ways of recoding that give records levels of their own
SEARCHLESS = ("datafly", "argus", "subcombinations", "local-suppression")
BY_CHANCE = ("noise", "pram", "rank-swapping")  # they promise nothing about a record
METHODS = (*SEARCHLESS, "sangreea", "mondrian", "mdav", *BY_CHANCE, "univariate-microaggregation")


def unknown_settings(study: Mapping[str, Any]) -> Iterator[str]:
    """The keys of settings that change what a release is and that the verifier cannot check."""
    if study.get("method") is not None and not is_known_method(study):
        yield "method"
    if study.get("recoding") not in (None, "global") and not is_local(study):
        yield "recoding"
    for name, keys in study["columns"].items():
        if not _is_known_aggregate((keys or {}).get("aggregate")):
            yield f"columns.{name}.aggregate"
        if (keys or {}).get("unknown") not in (None, "error"):
            yield f"columns.{name}.unknown"
        method = (pseudonym_of((keys or {}).get("pseudonym")) or {}).get("method")
        if method not in (None, "keyed-hash", "token", "surrogate"):
            yield f"columns.{name}.pseudonym"


def is_local(study: Mapping[str, Any]) -> bool:
    """Whether records have levels of their own."""
    recoding = study.get("recoding")
    return (recoding.get("mode") if isinstance(recoding, Mapping) else recoding) in LOCAL


def is_known_method(study: Mapping[str, Any]) -> bool:
    """Whether a method that the verifier can check anonymized the table."""
    method = study.get("method")
    return isinstance(method, Mapping) and method.get("name") in METHODS


def _is_known_aggregate(given: object) -> bool:
    """Whether the verifier can compute an aggregate again; true if there is none."""
    if given is None:
        return True
    if not isinstance(given, Mapping):
        return False
    return given.get("function") in AGGREGATES and set(given) <= _AGGREGATE_KEYS


def pseudonym_of(given: object) -> Mapping[str, Any] | None:
    """The settings of a pseudonym, given as a name or a mapping; None for `drop` or nothing."""
    settings = given if isinstance(given, Mapping) else {"method": given or "drop"}
    return None if settings.get("method") == "drop" else settings
