"""Columns of encounters (https://hl7.org/fhir/R4/encounter.html), with first type and reason."""

from shoal.data.fhir.elements import Columns, at, clock, target, text, words

ENCOUNTER: Columns = {
    "encounter_id": lambda encounter: text(at(encounter, "id")),
    "patient_id": lambda encounter: target(at(encounter, "subject")),
    "class": lambda encounter: text(at(encounter, "class", "code")),
    "type": lambda encounter: words(at(encounter, "type", 0)),
    "start": lambda encounter: clock(at(encounter, "period", "start")),
    "end": lambda encounter: clock(at(encounter, "period", "end")),
    "reason": lambda encounter: words(at(encounter, "reasonCode", 0)),
}
