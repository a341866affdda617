"""Columns of conditions (https://hl7.org/fhir/R4/condition.html), from their first coding."""

from shoal.data.fhir.elements import Columns, at, clock, code, target, text, words

CONDITION: Columns = {
    "condition_id": lambda condition: text(at(condition, "id")),
    "patient_id": lambda condition: target(at(condition, "subject")),
    "encounter_id": lambda condition: target(at(condition, "encounter")),
    "code": lambda condition: code(at(condition, "code")),
    "code_system": lambda condition: text(at(condition, "code", "coding", 0, "system")),
    "condition": lambda condition: words(at(condition, "code")),
    "clinical_status": lambda condition: code(at(condition, "clinicalStatus")),
    "onset": lambda condition: clock(at(condition, "onsetDateTime")),
    "abatement": lambda condition: clock(at(condition, "abatementDateTime")),
    "recorded": lambda condition: clock(at(condition, "recordedDate")),
}
