"""Columns of patients (https://hl7.org/fhir/R4/patient.html), from their first address."""

from shoal.data.fhir.elements import Columns, at, day, extension, text, words

PATIENT: Columns = {
    "patient_id": lambda one: text(at(one, "id")),
    "gender": lambda one: text(at(one, "gender")),
    "birth_date": lambda one: text(at(one, "birthDate")),
    "death_date": lambda one: day(at(one, "deceasedDateTime")),
    "marital_status": lambda one: words(at(one, "maritalStatus")),
    "race": lambda one: extension(one, "us-core-race"),
    "ethnicity": lambda one: extension(one, "us-core-ethnicity"),
    "language": lambda one: words(at(one, "communication", 0, "language")),
    "city": lambda one: text(at(one, "address", 0, "city")),
    "state": lambda one: text(at(one, "address", 0, "state")),
    "postal_code": lambda one: text(at(one, "address", 0, "postalCode")),
    "country": lambda one: text(at(one, "address", 0, "country")),
}
