"""The eighteen kinds of identifiers that Safe Harbor removes (45 CFR 164.514(b)(2)).

Theory: docs/theory/risk.md.

Words are what columns of a kind are called, in English and in German: one word, or several that
stand in this order. `singles_out` and `links` say which of the three risks of European guidance
(Article 29 Working Party, opinion 05/2014) a kind carries by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from shoal.data.column_names import words_of


@dataclass(frozen=True)
class Kind:
    """One of the eighteen kinds.

    Attributes:
        number: Its place in the list of the law.
        name: What it is called.
        words: How columns of this kind are named.
        singles_out: Whether a value alone points at one person.
        links: Whether a value joins records about a person across tables.
    """

    number: int
    name: str
    words: tuple[str, ...]
    singles_out: bool = True
    links: bool = True


KINDS = (
    Kind(1, "names", (
        "name", "names", "first name", "firstname", "last name", "lastname", "surname", "forename",
        "full name", "fullname", "given name", "family name", "middle name", "maiden name",
        "patient name", "vorname", "nachname", "familienname", "geburtsname", "initials",
    )),
    Kind(2, "places smaller than a state", (
        "zip", "zipcode", "zip code", "zip3", "postal code", "postcode", "plz", "postleitzahl",
        "city", "town", "county", "street", "address", "district", "precinct", "latitude",
        "longitude", "lat", "lon", "geocode", "ort", "wohnort", "stadt", "strasse", "straße",
        "adresse", "anschrift", "landkreis", "neighborhood", "birthplace", "hometown",
    ), singles_out=False),
    Kind(3, "dates except the year, ages above 89", (
        "date", "dob", "birth date", "birthdate", "birthday", "date of birth", "admission date",
        "discharge date", "death date", "deathdate", "admitted", "discharged", "timestamp",
        "datetime", "datum", "geburtsdatum", "aufnahmedatum", "entlassungsdatum", "sterbedatum",
        "age", "alter",
    ), singles_out=False),
    Kind(4, "telephone numbers", (
        "phone", "telephone", "mobile", "cell", "tel", "telefon", "telefonnummer", "handy",
        "contact number", "phone number",
    )),
    Kind(5, "fax numbers", ("fax", "telefax", "fax number", "faxnummer")),
    Kind(6, "email addresses", ("email", "e mail", "mail", "mail address", "email address")),
    Kind(7, "social security numbers", (
        "ssn", "social security", "social security number", "national insurance number",
        "sozialversicherungsnummer",
    )),
    Kind(8, "medical record numbers", (
        "mrn", "medical record", "medical record number", "patient id", "patientid",
        "patient number", "patient nbr", "patient no", "chart number", "patientennummer",
        "fallnummer", "subject id", "hospital number",
    )),
    Kind(9, "health plan numbers", (
        "health plan", "beneficiary", "beneficiary id", "beneficiary number", "member id",
        "insurance number", "insurance id", "policy number", "medicare number", "medicaid number",
        "subscriber id", "versichertennummer", "versicherungsnummer",
        "krankenversicherungsnummer", "kvnr",
    )),
    Kind(10, "account numbers", (
        "account", "account number", "account no", "iban", "bank account", "credit card",
        "card number", "kontonummer",
    )),
    Kind(11, "certificate and license numbers", (
        "license", "licence", "license number", "driver license", "drivers license", "drivers",
        "certificate", "certificate number", "passport", "passport number", "npi", "ausweisnummer",
    )),
    Kind(12, "vehicle identifiers", (
        "vin", "vehicle", "vehicle id", "license plate", "plate number", "kennzeichen",
        "registration plate",
    )),
    Kind(13, "device identifiers", (
        "device", "device id", "serial", "serial number", "imei", "mac address", "udi",
        "implant id", "seriennummer",
    )),
    Kind(14, "web addresses", ("url", "website", "web page", "homepage", "link", "web address")),
    Kind(15, "internet addresses", ("ip", "ip address", "ipaddress", "ipv4", "ipv6", "host")),
    Kind(16, "biometric identifiers", (
        "biometric", "fingerprint", "voice print", "voiceprint", "retina", "iris scan",
        "face id", "genome", "dna",
    )),
    Kind(17, "photographs of the face", (
        "photo", "photograph", "picture", "portrait", "image", "face image", "foto", "bild",
    )),
    Kind(18, "any other unique number or code", (
        "uuid", "guid", "record id", "person id", "unique id", "identifier", "username",
        "user id", "login", "case number", "hash", "pseudonym", "steuernummer",
    )),
)  # fmt: skip
BY_NUMBER = {kind.number: kind for kind in KINDS}
# A column with one of these words beside another is not about the person (`drug name`).
ELSEWHERE = {
    "drug", "product", "hospital", "facility", "test", "procedure", "variable", "file", "group",
    "count", "code", "type", "status", "flag", "class", "category", "stage", "is", "has", "num",
    "n", "year", "month", "weekday", "quarter", "brand", "generic", "ward", "unit",
}  # fmt: skip
# Words that mean a kind only as the whole name or as its last word.
LAST = {"name", "names", "date", "age", "image", "link", "cell", "host", "account", "device"}
LAST |= {"alter", "ort", "drivers", "serial", "certificate", "license", "bild"}


def kinds_by_name(name: str) -> Iterator[tuple[Kind, str]]:
    """The kinds whose words are in the name of a column, with these words.

    Of several matches, only those with the most words count.
    """
    words = words_of(name)
    matches = [
        (kind, known)
        for kind in KINDS
        for known in kind.words
        if _is_in(known.split(), words) and not _is_about_else(known, words)
    ]
    longest = max((len(known.split()) for _, known in matches), default=0)
    seen = set()
    for kind, known in matches:
        if len(known.split()) == longest and kind.number not in seen:
            seen.add(kind.number)
            yield kind, known


def _is_in(known: list[str], words: list[str]) -> bool:
    """Whether known words stand together in a name; those with a word of LAST only at its end."""
    if known[-1] in LAST and words[-1:] != known[-1:]:
        return False
    places = range(len(words) - len(known) + 1)
    return any(words[at : at + len(known)] == known for at in places)


def _is_about_else(known: str, words: list[str]) -> bool:
    """Whether a single known word stands beside a word such as `drug`: then it is about a drug."""
    rest = set(words) - set(known.split())
    return len(known.split()) == 1 and bool(rest & ELSEWHERE)
