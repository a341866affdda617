"""Studies that cannot be swept: why, and what works instead."""

from collections.abc import Mapping
from typing import Any

from shoal.web.pages.explore.settings import K_ANONYMITY

DP = "differential-privacy"


def reason(body: Mapping[str, Any]) -> str | None:
    """Why there is no sweep of a study; None if nothing is known against one."""
    models = [one.get("model") for one in body.get("privacy", [])]
    if DP in models:
        return (
            "The study promises differential privacy. To tell how good each candidate is would"
            " tell more about the data than it allows."
        )
    if body.get("method") or _is_local(body):
        return (
            "Candidates are levels for all records, and a study with a method of its own or with"
            " local recoding has none."
        )
    if not models:
        return "The study promises nothing yet. Add k-anonymity in the step Promises."
    if any(model != K_ANONYMITY for model in models):
        return (
            "Sliders need a study that promises k-anonymity and nothing else; this one promises"
            f" {', '.join(str(model) for model in models)}."
        )
    if body.get("person"):
        return "The study counts people instead of records."
    return None


def lists_candidates(body: Mapping[str, Any]) -> bool:
    """Whether its candidates can at least be listed."""
    models = [one.get("model") for one in body.get("privacy", [])]
    return bool(models) and DP not in models and not body.get("method") and not _is_local(body)


def _is_local(body: Mapping[str, Any]) -> bool:
    recoding = body.get("recoding")
    kind = recoding.get("mode") if isinstance(recoding, Mapping) else recoding
    return kind is not None and kind != "global"
