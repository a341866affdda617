"""Columns of patients (https://hl7.org/fhir/R4/patient.html), from their first address."""

from shoal.data.fhir.elements import Columns, at, day, extension, text, words

PATIENT: Columns = {
    "patient_id": lambda patient: text(at(patient, "id")),
    "gender": lambda patient: text(at(patient, "gender")),
    "birth_date": lambda patient: text(at(patient, "birthDate")),
    "death_date": lambda patient: day(at(patient, "deceasedDateTime")),
    "marital_status": lambda patient: words(at(patient, "maritalStatus")),
    "race": lambda patient: extension(patient, "us-core-race"),
    "ethnicity": lambda patient: extension(patient, "us-core-ethnicity"),
    "language": lambda patient: words(at(patient, "communication", 0, "language")),
    "city": lambda patient: text(at(patient, "address", 0, "city")),
    "state": lambda patient: text(at(patient, "address", 0, "state")),
    "postal_code": lambda patient: text(at(patient, "address", 0, "postalCode")),
    "country": lambda patient: text(at(patient, "address", 0, "country")),
}
