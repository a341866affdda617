"""What the columns of FHIR tables mean for privacy; the first two of each identify the table."""

_DATE = "quasi-identifier: date"
_COARSE = "quasi-identifier: suppression"

PATIENT = {
    "birth_date": _DATE,
    "postal_code": "quasi-identifier: masking",
    "patient_id": "identifier",
    "gender": _COARSE,
    "death_date": _DATE,
    "marital_status": _COARSE,
    "race": _COARSE,
    "ethnicity": _COARSE,
    "language": _COARSE,
    "city": _COARSE,
    "state": _COARSE,
    "country": _COARSE,
}
ENCOUNTER = {
    "encounter_id": "identifier",
    "class": _COARSE,
    "patient_id": "identifier",
    "start": _DATE,
    "end": _DATE,
    "type": "sensitive",
    "reason": "sensitive",
}
CONDITION = {
    "condition_id": "identifier",
    "clinical_status": "undecided",
    "patient_id": "identifier",
    "encounter_id": "identifier",
    "onset": _DATE,
    "abatement": _DATE,
    "recorded": _DATE,
    "code": "sensitive",
    "code_system": "undecided",
    "condition": "sensitive",
}
FHIR = (PATIENT, ENCOUNTER, CONDITION)
