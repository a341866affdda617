"""The certificate: what a recipient may know about a release."""

from typing import Literal, NotRequired, TypedDict

from shoal.report.types.quality import Classes
from shoal.report.types.sections import HeadlineFacts, Risk, Uniqueness
from shoal.study.keys.plain import Settings


class WrittenRelease(TypedDict):
    """What was written.

    Attributes:
        file: The file.
        table: The table of a database, where it is no file.
        sha256: The fingerprint of the file.
        beside: The fingerprints of further files.
    """

    file: NotRequired[str | None]
    table: NotRequired[str | None]
    sha256: str | None
    beside: NotRequired[dict[str, str | None]]


class CertifiedRelease(WrittenRelease):
    """The release that a certificate is about."""

    records: int
    columns: int


class CertifiedPromise(TypedDict):
    """What was promised, and what of it the release itself shows.

    Attributes:
        model: The privacy model, or the method that promises.
        parameters: Its parameters, without values of the data.
        says: The promise in a sentence.
        holds: Whether it was checked.
        shown: What the release shows about it.
        reason: Why it may not have been checked.
    """

    model: str
    parameters: Settings
    says: str
    holds: Literal[True, "not_checked"]
    shown: str
    reason: str


class CertifiedColumn(TypedDict):
    """A column of the study, and how it was treated."""

    name: str
    role: str | None
    type: str
    released: bool
    treatment: str
    values: int | None


class Setting(TypedDict):
    """Something that decided what the release looks like."""

    name: str
    value: str
    meaning: str


class Warning(TypedDict):
    """What promises do not cover."""

    title: str
    text: str


class GivenFacts(TypedDict):
    """On which day the release was given, and to whom."""

    date: str
    to: NotRequired[str | None]


class Standing(TypedDict):
    """What a certificate says about who has the release."""

    note: str
    given: GivenFacts | None


class CertificateSeal(TypedDict):
    """A salted fingerprint of study and hierarchies, and up to which number checks are made."""

    checks: int
    sha256: str


class Certificate(Standing):
    """What a recipient may know about a release: the content of `certificate.json`.

    Attributes:
        note: With whom it may be shared.
        given: When and to whom the release was given; null for a draft.
        format: The version of this file.
        created: When it was made.
        versions: The versions that decide what a run computes.
        review: When somebody should ask again whether the release is still safe.
        release: The release.
        headline: What stands above everything else.
        says: How hidden a record is, in a sentence.
        private: Whether chance was used that nobody can repeat.
        promises: The promises.
        columns: Every column of the study.
        settings: What else decided what the release looks like.
        counted: What promises count.
        classes: How many classes there are, and how large.
        risk: What a prosecutor risks to find.
        uniqueness: Records that look like no other.
        warnings: What promises do not cover.
        seal: A salted fingerprint of study and hierarchies.
    """

    format: int
    created: str
    versions: dict[str, str]
    review: str
    release: CertifiedRelease
    headline: HeadlineFacts
    says: str
    private: bool
    promises: list[CertifiedPromise]
    columns: list[CertifiedColumn]
    settings: list[Setting]
    counted: Literal["people", "records", "unknown"]
    classes: Classes
    risk: Risk
    uniqueness: Uniqueness
    warnings: list[Warning]
    seal: NotRequired[CertificateSeal]
