"""The certificate: what a recipient may know about a release, as a plain dict.

It goes along with the release, so it tells nothing about people who are not in it. That holds by
construction: a certificate is made of the study and of what the release itself shows, and of
nothing else. Two inputs with the same release and the same study have the same certificate
(tests/laws/test_certificate.py; docs/decisions/0031-a-certificate-is-made-of-the-release.md).
"""

from calendar import monthrange
from datetime import date
from typing import Literal

from shoal.report.certificate_promises import promises_of
from shoal.report.certificate_recipe import (
    cells_differ,
    changes_values,
    columns_of,
    settings_of,
)
from shoal.report.certificate_warnings import warnings_for
from shoal.report.headline import certificate_headline
from shoal.report.released import Released
from shoal.report.types.certificate import Certificate, GivenFacts, Standing, WrittenRelease
from shoal.report.versions import versions
from shoal.report.words import CHANGED, how_hidden
from shoal.study.keys.plain import StudyKeys

FORMAT = 2
NOTE = "This certificate may be shared together with the release that it is about."
OF_A_DRAFT = (
    "This is the certificate of a DRAFT, which was given to nobody. Giving it makes it a release."
)
REVIEW_MONTHS = 12
Counted = Literal["people", "records", "unknown"]


def certificate(
    study: StudyKeys,
    shown: Released,
    release: WrittenRelease,
    created: str,
    given: GivenFacts | None = None,
) -> Certificate:
    """The facts of a certificate; its pages show nothing else.

    Args:
        study: The study as it was asked, before anything was found out about its input.
        shown: What the release shows.
        release: What was written: `file` or `table`, `sha256`, `beside`.
        created: When the run was made, in ISO form.
        given: On which `date` it was given, and `to` whom; None for a draft.
    """
    promises = promises_of(study, shown)
    reproducible = study.get("reproducible") is True
    counted, stands = count_unit(study), status_of_giving(given)
    headline = certificate_headline(
        promises, shown.uniqueness, records=counted == "records", reproducible=reproducible
    )
    return {
        "format": FORMAT,
        "note": stands["note"],
        "given": stands["given"],
        "created": created,
        "review": review_date(created, study.get("review_months", REVIEW_MONTHS)),
        "versions": dict(versions()),
        "release": {**release, "records": shown.records, "columns": shown.columns},
        "headline": headline.plain(),
        "says": CHANGED if changes_values(study) else _says(shown),
        "private": not reproducible,
        "promises": promises,
        "columns": list(columns_of(study, shown)),
        "settings": list(settings_of(study, shown)),
        "counted": counted,
        "classes": shown.classes.copy(),
        "risk": shown.risk.copy(),
        "uniqueness": shown.uniqueness.copy(),
        "warnings": warnings_for(study, promises, cells_differ=cells_differ(study)),
    }


def status_of_giving(given: GivenFacts | None) -> Standing:
    """The keys `note` and `given` of a certificate: whether somebody has the release."""
    if given is None:
        return {"note": OF_A_DRAFT, "given": None}
    return {"note": NOTE, "given": {"date": given["date"], "to": given.get("to")}}


def _says(shown: Released) -> str:
    """How many others a record looks like by its quasi-identifiers; other columns may differ."""
    smallest = shown.classes.get("min") or 0
    sentence = how_hidden({"classes": shown.classes})
    return f"{sentence.removesuffix('.')} by its quasi-identifiers." if smallest > 1 else sentence


def count_unit(study: StudyKeys) -> Counted:
    """What promises count, by the study alone.

    "unknown" if the study does not say: whether people have several records would tell about the
    input.
    """
    person = study.get("person")
    if person is False:
        return "records"
    return "unknown" if person is None else "people"


def review_date(created: str, months: object) -> str:
    """The day on which somebody should ask again whether the release is still safe.

    Args:
        created: When the release was made, in ISO form; a ValueError if it is not.
        months: How many months later; 12 if it is no whole number.
    """
    start = date.fromisoformat(created[:10])
    ahead = start.month - 1 + (months if isinstance(months, int) else REVIEW_MONTHS)
    year, month = start.year + ahead // 12, ahead % 12 + 1
    return date(year, month, min(start.day, monthrange(year, month)[1])).isoformat()
