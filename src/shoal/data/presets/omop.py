"""The OMOP Common Data Model 5.4 (https://ohdsi.github.io/CommonDataModel/cdm54.html).

Its tables come as CSV and are read as any other; this file says what their columns mean for
privacy. Numbers of concepts are codes, not quantities. `*_source_value` holds what the hospital
wrote, so it is not released, except the diagnosis itself. The first two columns identify the table.
"""

_DATE = "quasi-identifier: date"
_COARSE = "quasi-identifier: suppression"

PERSON = {
    "person_id": "identifier",
    "gender_concept_id": _COARSE,
    "year_of_birth": "quasi-identifier: year",
    "month_of_birth": _COARSE,
    "day_of_birth": _COARSE,
    "birth_datetime": _DATE,
    "race_concept_id": _COARSE,
    "ethnicity_concept_id": _COARSE,
    "location_id": _COARSE,
    "provider_id": "identifier",
    "care_site_id": _COARSE,
    "person_source_value": "identifier",
    "gender_source_value": "identifier",
    "gender_source_concept_id": "identifier",
    "race_source_value": "identifier",
    "race_source_concept_id": "identifier",
    "ethnicity_source_value": "identifier",
    "ethnicity_source_concept_id": "identifier",
}
VISIT_OCCURRENCE = {
    "visit_occurrence_id": "identifier",
    "visit_concept_id": _COARSE,
    "person_id": "identifier",
    "visit_start_date": _DATE,
    "visit_start_datetime": _DATE,
    "visit_end_date": _DATE,
    "visit_end_datetime": _DATE,
    "visit_type_concept_id": "undecided",
    "provider_id": "identifier",
    "care_site_id": _COARSE,
    "visit_source_value": "identifier",
    "visit_source_concept_id": "identifier",
    "admitted_from_concept_id": _COARSE,
    "admitted_from_source_value": "identifier",
    "discharged_to_concept_id": _COARSE,
    "discharged_to_source_value": "identifier",
    "preceding_visit_occurrence_id": "identifier",
}
CONDITION_OCCURRENCE = {
    "condition_occurrence_id": "identifier",
    "condition_concept_id": "sensitive",
    "person_id": "identifier",
    "condition_start_date": _DATE,
    "condition_start_datetime": _DATE,
    "condition_end_date": _DATE,
    "condition_end_datetime": _DATE,
    "condition_type_concept_id": "undecided",
    "condition_status_concept_id": "undecided",
    "stop_reason": "sensitive",
    "provider_id": "identifier",
    "visit_occurrence_id": "identifier",
    "visit_detail_id": "identifier",
    "condition_source_value": "sensitive",
    "condition_source_concept_id": "identifier",
    "condition_status_source_value": "identifier",
}
OMOP = (PERSON, VISIT_OCCURRENCE, CONDITION_OCCURRENCE)
