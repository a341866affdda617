"""The certificate: what a recipient may know about a release, as a plain dict.

It goes along with the release, so it tells nothing about who is not in it. That holds by
construction: a certificate is made of the study and of what the release itself shows, and of
nothing else. Two inputs with the same release and the same study have the same certificate
(tests/laws/test_certificate.py; docs/decisions/0075-a-certificate-is-made-of-the-release.md).
"""

from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from shoal.report.certificate_promises import promises_of
from shoal.report.certificate_recipe import cells_differ, columns_of, settings_of
from shoal.report.certificate_warnings import warnings_for
from shoal.report.headline import headline
from shoal.report.released import Released
from shoal.report.versions import versions
from shoal.report.words import hidden

FORMAT = 2
NOTE = "This certificate may be shared together with the release that it is about."
OF_A_DRAFT = (
    "This is the certificate of a DRAFT, which was given to nobody. Giving it makes it a release."
)
REVIEW_MONTHS = 12
Facts = dict[str, Any]


def certificate(
    study: Mapping[str, Any],
    shown: Released,
    release: Mapping[str, Any],
    created: str | None = None,
    given: Mapping[str, Any] | None = None,
) -> Facts:
    """The facts of a certificate; pages are made of nothing else.

    Args:
        study: The study as it was asked, before anything was found out about its input.
        shown: What the release shows.
        release: What was written: `file` or `table`, `sha256`, `beside`.
        created: When; now if nothing is said.
        given: On which `date` it was given, and `to` whom; nothing for a draft.
    """
    created = created or datetime.now(UTC).isoformat(timespec="seconds")
    promises = promises_of(study, shown)
    reproducible = study.get("reproducible") is True
    people = counted_by(study)
    doubts = {"privacy": promises, "uniqueness": shown.uniqueness, "people": people}
    return {
        "format": FORMAT,
        **standing(given),
        "created": created,
        "review": review_date(created, study.get("review_months", REVIEW_MONTHS)),
        "versions": dict(versions()),
        "release": {**release, "records": shown.records, "columns": shown.columns},
        "headline": headline({**doubts, "reproducible": reproducible}).plain(),
        "says": _says(shown),
        "private": not reproducible,
        "promises": promises,
        "columns": list(columns_of(study, shown)),
        "settings": list(settings_of(study, shown)),
        "counted": people["counted"],
        "classes": dict(shown.classes),
        "risk": dict(shown.risk),
        "uniqueness": dict(shown.uniqueness),
        "warnings": warnings_for(study, promises, cells_differ=cells_differ(study)),
    }


def standing(given: Mapping[str, Any] | None) -> Facts:
    """What a certificate says about who has the release."""
    told = None if given is None else {"date": given["date"], "to": given.get("to")}
    return {"note": OF_A_DRAFT if given is None else NOTE, "given": told}


def _says(shown: Released) -> str:
    """How many others a record looks like, and by what: other columns may tell them apart."""
    smallest = shown.classes.get("min") or 0
    told = hidden({"classes": shown.classes})
    return f"{told.removesuffix('.')} by its quasi-identifiers." if smallest > 1 else told


def counted_by(study: Mapping[str, Any]) -> Facts:
    """What promises count, as far as the study says; whether people repeat is not told."""
    person = study.get("person")
    if person is False:
        return {"counted": "records"}
    return {"counted": "unknown" if person is None else "people"}


def review_date(created: str, months: object) -> str:
    """The day on which somebody should ask again whether the release is still safe."""
    start = date.fromisoformat(created[:10])
    ahead = start.month - 1 + (months if isinstance(months, int) else REVIEW_MONTHS)
    year, month = start.year + ahead // 12, ahead % 12 + 1
    return date(year, month, min(start.day, monthrange(year, month)[1])).isoformat()
