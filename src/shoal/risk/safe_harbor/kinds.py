"""The eighteen kinds of identifiers that Safe Harbor removes (45 CFR 164.514(b)(2)), spec §8.6.

Words are what columns of a kind are called, in English and in German: one word, or several that
stand in this order. `singles_out` and `links` say which of the three risks of European guidance
(Article 29 Working Party, opinion 05/2014) a kind carries by itself.
"""

from dataclasses import dataclass


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
