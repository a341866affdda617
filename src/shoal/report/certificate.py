"""The certificate: what a recipient may know about a release, as a plain dict (design.md §6).

It goes along with the release, so it holds nothing that is the steward's: no figure from before,
no fingerprint, count or value of the input, no path, no warning about the input. Facts are taken
over one by one; what is not named here stays behind (a test asks for every key of a summary).
Utility is that of the released records: a loss over all records would tell how many are missing.
"""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from typing import Any

from shoal.report.certificate_recipe import cells_differ, recipe, safe
from shoal.report.certificate_warnings import warnings_for
from shoal.report.flat import listed, mapped
from shoal.report.numbers import is_number
from shoal.report.words import hidden, promise, standing

FORMAT = 1
NOTE = "This certificate may be shared together with the release that it is about."
REVIEW_MONTHS = 12
Facts = dict[str, Any]


def certificate(report: Mapping[str, Any], release: Mapping[str, Any]) -> Facts:
    """The facts of a certificate; pages are made of nothing else.

    Args:
        report: The report of the run (the dict of `shoal.report.summary`).
        release: What was written: `file` or `table`, `sha256`, `records`, `columns`.
    """
    summary, study = mapped(report.get("summary")), mapped(report.get("study"))
    created = str(report.get("created"))
    found = recipe(report)
    return {
        "format": FORMAT,
        "note": NOTE,
        "created": created,
        "review": review_date(created, study.get("review_months", REVIEW_MONTHS)),
        "versions": dict(mapped(report.get("versions"))),
        "release": dict(release),
        "says": hidden(summary),
        "standing": _standing(summary),
        "private": study.get("reproducible") is not True,
        "promises": [_promise(one) for one in map(mapped, listed(summary.get("privacy")))],
        **found,
        "classes": {key: mapped(summary.get("classes")).get(key) for key in CLASSES},
        "risk": {key: mapped(mapped(summary.get("risk")).get("after")).get(key) for key in RISK},
        "utility": dict(mapped(report.get("released"))),
        "learning": _learning(summary),
        "warnings": warnings_for(summary, study, cells_differ=cells_differ(found["columns"])),
    }


def review_date(created: str, months: object) -> str:
    """The day on which somebody should ask again whether the release is still safe."""
    start = date.fromisoformat(created[:10])
    ahead = start.month - 1 + (months if isinstance(months, int) else REVIEW_MONTHS)
    year, month = start.year + ahead // 12, ahead % 12 + 1
    return date(year, month, min(start.day, monthrange(year, month)[1])).isoformat()


def _standing(summary: Mapping[str, Any]) -> str:
    """The words of the report are for who decides about sharing; here it was shared."""
    told = standing(listed(summary.get("privacy")))[1]
    return told.replace("Read why before you share.", "The reason stands beside it.")


CLASSES = ("count", "min", "mean", "max")
RISK = ("highest", "average", "lowest", "uniques", "at_risk")


def _promise(found: Mapping[str, Any]) -> Facts:
    parameters = mapped(found.get("parameters"))
    return {
        "model": found.get("model"),
        "parameters": safe(parameters),
        "says": promise(found.get("model"), parameters),
        "holds": found.get("holds"),
        "measured": found.get("measured"),
        "reason": found.get("reason") or "",
    }


def _learning(summary: Mapping[str, Any]) -> list[Facts]:
    """What models learned from the release reach; nothing about those that saw the input.

    They were asked about records of the input, so differential privacy does not cover it.
    """
    if "account" in summary:
        return []
    return [
        {
            "target": target.get("target"),
            "model": model.get("model"),
            **{key: _rounded(mapped(model.get("released")).get(key)) for key in SCORES},
        }
        for target in map(mapped, listed(mapped(summary.get("learning")).get("targets")))
        for model in map(mapped, listed(target.get("models")))
    ]


SCORES = ("accuracy", "auc", "brier")


def _rounded(score: object) -> float | None:
    """Two digits: one record more or less among the tested ones is not seen."""
    return round(float(score), 2) if is_number(score) else None
