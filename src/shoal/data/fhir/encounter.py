"""Columns of encounters (https://hl7.org/fhir/R4/encounter.html), with first type and reason."""

from shoal.data.fhir.elements import Columns, at, clock, target, text, words

ENCOUNTER: Columns = {
    "encounter_id": lambda one: text(at(one, "id")),
    "patient_id": lambda one: target(at(one, "subject")),
    "class": lambda one: text(at(one, "class", "code")),
    "type": lambda one: words(at(one, "type", 0)),
    "start": lambda one: clock(at(one, "period", "start")),
    "end": lambda one: clock(at(one, "period", "end")),
    "reason": lambda one: words(at(one, "reasonCode", 0)),
}
