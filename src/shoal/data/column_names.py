"""What the name of a column says about it, in English and in German.

A name is cut into words (`patientId`, `patient_id`, `PATIENT ID` are two words each); a word list
holds words and, where one word alone would say too little, pairs of words.
"""

import re
from collections.abc import Iterator
from itertools import pairwise


def _by_word(words: dict[str, str]) -> dict[str, str]:
    """The meaning of each word, from the words of each meaning (a text with commas)."""
    return {word: meaning for meaning, listed in words.items() for word in listed.split(", ")}


# Words and whole names, in small letters, of columns that identify people by themselves.
IDENTIFYING = {
    "ssn", "mrn", "email", "mail", "phone", "telephone", "mobile", "fax", "passport", "iban", "nhs",
    "npi", "uuid", "guid", "name", "fullname", "firstname", "lastname", "surname", "forename",
    "givenname", "familyname", "middlename", "maidenname", "patientname", "address",
    "street", "streetaddress", "ipaddress", "ip address", "licenseplate", "license plate",
    "patientid", "patientno", "patientnumber", "patientnbr", "personid", "subjectid", "recordid",
    "medicalrecordnumber", "socialsecuritynumber", "insurancenumber", "accountnumber", "username",
    "vorname", "nachname", "familienname", "geburtsname", "patientenname", "anschrift", "adresse",
    "straße", "strasse", "hausnummer", "telefon", "telefonnummer", "handy", "mobilnummer",
    "versichertennummer", "versicherungsnummer", "krankenversicherungsnummer", "kvnr",
    "patientennummer", "fallnummer", "ausweisnummer", "personalausweis", "steuernummer",
    "sozialversicherungsnummer", "kontonummer", "aktenzeichen", "benutzername",
}  # fmt: skip
# Ambiguous alone (a drug has a name, too): identifying only as the whole name of a column.
WHOLE = {"name", "address", "street", "mail", "adresse", "anschrift"}
# Words for numbers that somebody assigned.
NUMBERED = {
    "id", "ids", "identifier", "key", "uid", "nbr", "no", "number", "nr", "nummer", "kennung",
    "schlüssel", "schluessel", "index", "node", "record", "serial",
}  # fmt: skip
# Words for people, and names of the numbers that people are given.
PEOPLE = {
    "patient", "patients", "person", "subject", "participant", "proband", "member", "beneficiary",
    "enrollee", "client", "resident", "individual", "respondent", "mrn", "ssn", "nhs", "kvnr",
    "patientid", "patientno", "patientnumber", "patientnbr", "personid", "subjectid", "memberid",
    "medicalrecordnumber", "socialsecuritynumber", "patientennummer", "versichertennummer",
    "versicherungsnummer", "krankenversicherungsnummer", "sozialversicherungsnummer",
}  # fmt: skip
# Words for people and places that have many patients.
OTHERS = {
    "provider", "doctor", "physician", "nurse", "clinician", "caregiver", "surgeon", "arzt",
    "hospital", "clinic", "facility", "site", "ward", "krankenhaus", "klinik", "station",
    "insurer", "payer", "payor", "krankenkasse", "employer", "device",
}  # fmt: skip
# Many people share one of these, so it does not tell whose record it is.
SHARED_BY_MANY = {
    "firstname", "lastname", "surname", "forename", "givenname", "familyname", "middlename",
    "maidenname", "vorname", "nachname", "familienname", "geburtsname", "address", "street",
    "streetaddress", "anschrift", "adresse", "straße", "strasse", "hausnummer",
}  # fmt: skip
# By word: what other people may know about a person.
KNOWN_TO_OTHERS = _by_word(
    {
        "age": "age, alter",
        "date of birth": "birth, birthday, birthdate, dob, born, geburt, geburtsdatum, geburtsjahr",
        "sex": "sex, gender, female, male, geschlecht",
        "origin": (
            "race, ethnicity, ethnic, hispanic, nonwhite, nationality, citizen, citizenship, "
            "herkunft, staatsangehörigkeit, nationalität"
        ),
        "place": (
            "zip, zip3, zipcode, postal, postcode, plz, postleitzahl, city, town, ort, "
            "wohnort, stadt, county, landkreis, kreis, state, bundesland, region, regio, "
            "country, land, district, location, hometown, residence, area"
        ),
        "family": (
            "marital, married, marstat, civil, familienstand, children, kinder, family, "
            "relationship, household, haushalt"
        ),
        "education": "education, educ, edu, bildung, schulabschluss, school, degree",
        "occupation": (
            "occupation, profession, job, beruf, workclass, employment, employed, employer, working"
        ),
        "religion": "religion, konfession",
        "language": "lang, language, languages, sprache",
        "appearance": "height, größe, groesse, weight, gewicht, bmi",
        "date of death": "death, deceased, tod, sterbedatum",
        "a visit": (
            "admission date, discharge date, admitted, admission year, admission quarter, "
            "admission month, discharge year, discharge quarter, discharge month, of stay, "
            "los, lengthofstay, verweildauer, liegedauer, aufnahmedatum, entlassungsdatum, "
            "facility, hospital, krankenhaus, station, ward"
        ),
    }
)
# The weights of a survey: "weight" in these names is not the weight of a person.
NOT_MEANT = {
    *("sampling weight", "sampling weights", "survey weight", "person weight", "final weight"),
    *("household weight", "household weights", "sample weight", "sample weights"),
}
# With one of these words, a column counts something: a number of diagnoses is no diagnosis.
COUNTS = {"num", "number", "count", "anzahl", "n"}
# By word: what nobody should learn about a person.
CONFIDENTIAL = _by_word(
    {
        "a diagnosis": (
            "diagnosis, diagnose, diag, disease, illness, krankheit, icd, condition, reason, "
            "complaint, chiefcomplaint, injury, ccs, ccsr, drg, cancer, hiv, inflammation, "
            "nephritis, narrowing, severity, mortality"
        ),
        "a treatment": (
            "procedure, treatment, therapy, behandlung, therapie, medication, medikament, "
            "drug, contraceptive"
        ),
        "money": (
            "income, einkommen, salary, gehalt, lohn, charges, charge, costs, kosten, debts, "
            "savings, assets"
        ),
    }
)


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters; a number at the end of a word stays with it."""
    return [
        word.lower() for word in re.findall(r"[^\W\d_]?[^\W\d_A-ZÄÖÜ]+\d*|[^\W\d_]+\d*|\d+", name)
    ]


def names_an_identifier(name: str) -> bool:
    """Whether a column with this name holds identifiers of people, whatever its values are."""
    words = words_of(name)
    single = set(words) & (IDENTIFYING - WHOLE)
    return bool(single) or "".join(words) in IDENTIFYING or " ".join(words) in IDENTIFYING


def names_a_number(name: str) -> bool:
    """Whether a column with this name numbers things: records, visits, facilities."""
    return bool(set(words_of(name)) & NUMBERED)


def numbers_people(name: str) -> bool:
    """Whether a column with this name tells whose record it is: `subject_id`, `PATIENT`, `mrn`."""
    words = words_of(name)
    whole = "".join(words) in PEOPLE or (len(words) == 1 and words[0] in PEOPLE)
    return whole or (names_a_number(name) and bool(set(words) & PEOPLE))


def is_about_many_people(name: str) -> bool:
    """Whether a column with this name is about somebody else, or the same for many people.

    A doctor, a hospital or an insurer has many patients; many people have a last name or a street.
    """
    words = set(words_of(name))
    is_insurance = "insurance" in words and not (words & NUMBERED or names_an_identifier(name))
    many = words & (OTHERS | SHARED_BY_MANY) or "".join(words_of(name)) in SHARED_BY_MANY
    return bool(many) or is_insurance


def meaning_of(name: str, meanings: dict[str, str]) -> str | None:
    """What the name means according to `KNOWN_TO_OTHERS` or `CONFIDENTIAL`; None if nothing.

    The whole name and pairs of words count before single words, the last word before the others.
    `diag_1`, `diag1` and `diagnoses` mean the same; a number of diagnoses is not a diagnosis.
    """
    words = words_of(name)
    pairs = [" ".join(pair) for pair in pairwise(words)]
    if NOT_MEANT & {*pairs, "".join(words)} or (meanings is CONFIDENTIAL and COUNTS & set(words)):
        return None
    candidates = [
        "".join(words),
        *pairs,
        *(form for word in reversed(words) for form in _forms(word)),
    ]
    return next((meanings[word] for word in candidates if word in meanings), None)


def _forms(word: str) -> Iterator[str]:
    """The word, the word without the number at its end, and its singular."""
    yield word
    plain = word.rstrip("0123456789")
    yield plain
    if plain.endswith("ses"):
        yield f"{plain[:-2]}is"  # diagnoses
    if not plain.endswith("ss"):  # "loss" is not a plural
        yield plain.removesuffix("s")
