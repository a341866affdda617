"""What the name of a column says about it, in English and in German.

A name is cut into words (`patientId`, `patient_id`, `PATIENT ID` are two words each); a word list
holds words and, where one word alone would say too little, pairs of words.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

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
NUMBERED = {
    "id", "ids", "identifier", "key", "uid", "nbr", "no", "number", "nr", "nummer", "kennung",
    "schlüssel", "schluessel", "index", "node", "record", "serial",
}  # fmt: skip
# Numbers of these are given to people, or tell what else is counted.
PEOPLE = {
    "patient", "patients", "person", "subject", "participant", "proband", "member", "beneficiary",
    "enrollee", "client", "resident", "individual", "respondent", "mrn", "ssn", "nhs", "kvnr",
    "patientid", "patientno", "patientnumber", "patientnbr", "personid", "subjectid", "memberid",
    "medicalrecordnumber", "socialsecuritynumber", "patientennummer", "versichertennummer",
    "versicherungsnummer", "krankenversicherungsnummer", "sozialversicherungsnummer",
}  # fmt: skip
OTHERS = {
    "provider", "doctor", "physician", "nurse", "clinician", "caregiver", "surgeon", "arzt",
    "hospital", "clinic", "facility", "site", "ward", "krankenhaus", "klinik", "station",
    "insurer", "payer", "payor", "krankenkasse", "employer", "device",
}  # fmt: skip
# Different people have the same, so it does not tell whose record it is.
SHARED_BY_MANY = {
    "firstname", "lastname", "surname", "forename", "givenname", "familyname", "middlename",
    "maidenname", "vorname", "nachname", "familienname", "geburtsname", "address", "street",
    "streetaddress", "anschrift", "adresse", "straße", "strasse", "hausnummer",
}  # fmt: skip
KNOWN_TO_OTHERS = {
    "age": "age", "alter": "age", "birth": "date of birth", "birthday": "date of birth",
    "birthdate": "date of birth", "dob": "date of birth", "born": "date of birth",
    "geburt": "date of birth", "geburtsdatum": "date of birth", "geburtsjahr": "date of birth",
    "sex": "sex", "gender": "sex", "female": "sex", "male": "sex", "geschlecht": "sex",
    "race": "origin", "ethnicity": "origin", "ethnic": "origin", "hispanic": "origin",
    "nonwhite": "origin", "nationality": "origin", "citizen": "origin", "citizenship": "origin",
    "herkunft": "origin", "staatsangehörigkeit": "origin", "nationalität": "origin",
    "zip": "place", "zip3": "place", "zipcode": "place", "postal": "place", "postcode": "place",
    "plz": "place", "postleitzahl": "place", "city": "place", "town": "place", "ort": "place",
    "wohnort": "place", "stadt": "place", "county": "place", "landkreis": "place",
    "kreis": "place", "state": "place", "bundesland": "place", "region": "place",
    "regio": "place", "country": "place", "land": "place", "district": "place",
    "location": "place", "hometown": "place", "residence": "place", "area": "place",
    "marital": "family", "married": "family", "marstat": "family", "civil": "family",
    "familienstand": "family", "children": "family", "kinder": "family", "family": "family",
    "relationship": "family", "household": "family", "haushalt": "family",
    "education": "education", "educ": "education", "edu": "education", "bildung": "education",
    "schulabschluss": "education", "school": "education", "degree": "education",
    "occupation": "occupation", "profession": "occupation", "job": "occupation",
    "beruf": "occupation", "workclass": "occupation", "employment": "occupation",
    "employed": "occupation", "employer": "occupation", "religion": "religion",
    "konfession": "religion", "lang": "language", "language": "language",
    "languages": "language", "sprache": "language", "height": "appearance",
    "größe": "appearance", "groesse": "appearance", "weight": "appearance",
    "gewicht": "appearance", "bmi": "appearance", "death": "date of death",
    "deceased": "date of death", "tod": "date of death", "sterbedatum": "date of death",
    "admission date": "a visit", "discharge date": "a visit", "admitted": "a visit",
    "admission year": "a visit", "admission quarter": "a visit", "admission month": "a visit",
    "discharge year": "a visit", "discharge quarter": "a visit", "discharge month": "a visit",
    "of stay": "a visit", "los": "a visit", "lengthofstay": "a visit", "verweildauer": "a visit",
    "liegedauer": "a visit", "working": "occupation",
    "aufnahmedatum": "a visit", "entlassungsdatum": "a visit", "facility": "a visit",
    "hospital": "a visit", "krankenhaus": "a visit", "station": "a visit", "ward": "a visit",
}  # fmt: skip
# What a name does not mean, though one of its words would: weights of a survey, counts of things.
NOT_MEANT = {
    *("sampling weight", "sampling weights", "survey weight", "person weight", "final weight"),
    *("household weight", "household weights", "sample weight", "sample weights"),
}
COUNTS = {"num", "number", "count", "anzahl", "n"}
CONFIDENTIAL = {
    "diagnosis": "a diagnosis", "diagnose": "a diagnosis", "diag": "a diagnosis",
    "disease": "a diagnosis", "illness": "a diagnosis", "krankheit": "a diagnosis",
    "icd": "a diagnosis", "condition": "a diagnosis", "reason": "a diagnosis",
    "complaint": "a diagnosis", "chiefcomplaint": "a diagnosis", "injury": "a diagnosis",
    "ccs": "a diagnosis", "ccsr": "a diagnosis", "drg": "a diagnosis", "cancer": "a diagnosis",
    "hiv": "a diagnosis", "inflammation": "a diagnosis", "nephritis": "a diagnosis",
    "narrowing": "a diagnosis", "severity": "a diagnosis", "mortality": "a diagnosis",
    "procedure": "a treatment", "treatment": "a treatment", "therapy": "a treatment",
    "behandlung": "a treatment", "therapie": "a treatment", "medication": "a treatment",
    "medikament": "a treatment", "drug": "a treatment", "contraceptive": "a treatment",
    "income": "money", "einkommen": "money", "salary": "money", "gehalt": "money",
    "lohn": "money", "charges": "money", "charge": "money", "costs": "money", "kosten": "money",
    "debts": "money", "savings": "money", "assets": "money",
}  # fmt: skip


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters."""
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


def tells_nobody_apart(name: str) -> bool:
    """Whether a column with this name is about somebody else, or the same for many people.

    A doctor, a hospital or an insurer has many patients; many people have a last name or a street.
    """
    words = set(words_of(name))
    is_insurance = "insurance" in words and not (words & NUMBERED or names_an_identifier(name))
    many = words & (OTHERS | SHARED_BY_MANY) or "".join(words_of(name)) in SHARED_BY_MANY
    return bool(many) or is_insurance


def meaning_of(name: str, meanings: dict[str, str]) -> str | None:
    """What the name says in one of the lists above; its last words count most.

    `diag_1`, `diag1` and `diagnoses` say the same; a number of diagnoses is no diagnosis.
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
    """A word, without the number at its end, and in the singular."""
    yield word
    plain = word.rstrip("0123456789")
    yield plain
    if plain.endswith("ses"):
        yield f"{plain[:-2]}is"  # diagnoses
    if not plain.endswith("ss"):  # a loss is no plural
        yield plain.removesuffix("s")
