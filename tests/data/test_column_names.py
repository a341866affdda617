"""What names of columns say, in English and in German."""

import pytest

from shoal.data.column_names import (
    CONFIDENTIAL,
    KNOWN_TO_OTHERS,
    meaning_of,
    names_a_number,
    names_an_identifier,
    words_of,
)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("patientId", ["patient", "id"]),
        ("PATIENT_ID", ["patient", "id"]),
        ("marital-status", ["marital", "status"]),
        ("zip3", ["zip3"]),
        ("diag_1", ["diag", "1"]),
        ("Größe", ["größe"]),
        ("FIXED.ASSETS", ["fixed", "assets"]),
    ],
)
def test_a_name_is_cut_into_words(name, words):
    assert words_of(name) == words


@pytest.mark.parametrize(
    "name",
    [
        *("ssn", "SSN", "email", "Patient_Name", "firstName", "name", "subject_id", "IP-Address"),
        *("Nachname", "Vorname", "Telefon", "Versichertennummer", "Adresse", "KVNR", "Straße"),
    ],
)
def test_names_of_identifiers_are_known(name):
    assert names_an_identifier(name)


@pytest.mark.parametrize("name", ["drug_name", "state", "age", "gender"])
def test_other_names_are_no_identifiers(name):
    assert not names_an_identifier(name)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("age", "age"),
        ("Alter", "age"),
        ("geburtsdatum", "date of birth"),
        ("native-country", "place"),
        ("PLZ", "place"),
        ("Geschlecht", "sex"),
        ("wife_education", "education"),
        ("Familienstand", "family"),
        ("voltage", None),
        ("manager", None),
    ],
)
def test_what_others_know_is_recognized(name, meaning):
    assert meaning_of(name, KNOWN_TO_OTHERS) == meaning


def test_what_nobody_should_learn_is_recognized():
    assert meaning_of("Diagnose", CONFIDENTIAL) == "a diagnosis"
    assert meaning_of("total_charges", CONFIDENTIAL) == "money"


def test_numbers_of_things_are_recognized():
    assert names_a_number("encounter_id")
    assert names_a_number("Fall-Nr")
    assert not names_a_number("idea")
