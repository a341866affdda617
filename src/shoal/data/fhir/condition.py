"""Columns of conditions (https://hl7.org/fhir/R4/condition.html), from their first coding."""

from shoal.data.fhir.elements import Columns, at, clock, code, target, text, words

CONDITION: Columns = {
    "condition_id": lambda one: text(at(one, "id")),
    "patient_id": lambda one: target(at(one, "subject")),
    "encounter_id": lambda one: target(at(one, "encounter")),
    "code": lambda one: code(at(one, "code")),
    "code_system": lambda one: text(at(one, "code", "coding", 0, "system")),
    "condition": lambda one: words(at(one, "code")),
    "clinical_status": lambda one: code(at(one, "clinicalStatus")),
    "onset": lambda one: clock(at(one, "onsetDateTime")),
    "abatement": lambda one: clock(at(one, "abatementDateTime")),
    "recorded": lambda one: clock(at(one, "recordedDate")),
}
