"""Suggested roles: the first rule that applies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data.column_names import CONFIDENTIAL, KNOWN_TO_OTHERS, NUMBERED
from shoal.data.presets.fhir import FHIR
from shoal.data.presets.omop import OMOP
from shoal.data.roles import Facts, SuggestedRole, suggest
from shoal.data.schema import Role
from shoal.data.suspicion import Suspicion

UNIQUE = Suspicion("near-unique", "nearly all differ")
HASH = Suspicion("looks-like-hash", "hashes")


def facts(name="x", type="string", distinct=10, *suspicions, alone=0, numbered=False, dated=False):
    return Facts(name, type, 100, distinct, suspicions, alone, numbered, dated)


@pytest.mark.parametrize(
    ("seen", "role"),
    [
        (facts("age", "integer"), "quasi-identifier"),
        (facts("Geschlecht"), "quasi-identifier"),
        (facts("diagnosis"), "sensitive"),
        (facts("color"), "undecided"),
        (facts("color", "string", 95, UNIQUE), "identifier"),
        (facts("cost", "decimal", 95, UNIQUE), "quasi-identifier"),
        (facts("case", "integer", 95, UNIQUE, numbered=True), "identifier"),
        (facts("case_id", "integer", 95, UNIQUE), "identifier"),
        (facts("visit", "date", 95, UNIQUE, dated=True), "quasi-identifier"),
        (facts("visit", "string", 95, UNIQUE, dated=True), "quasi-identifier"),
        (facts("x", "string", 10, HASH), "identifier"),
        (facts("level", "decimal", 60, alone=40), "quasi-identifier"),
        (facts("income", "integer", 95, UNIQUE), "quasi-identifier"),
        (facts("encounter_nr", "integer", 60), "identifier"),
        (facts("admission_type_id", "integer", 8), "undecided"),
        (facts("age", "integer", 1), "undecided"),
        (facts("age", "integer", 0), "undecided"),
        (facts("participant_id", "integer", 9), "identifier"),
        (facts("INCOME", "integer", 95, UNIQUE, numbered=True), "quasi-identifier"),
    ],
)
def test_the_role_fits_what_was_seen(seen, role):
    assert suggest(seen).role == role


def test_every_suggestion_has_a_reason_and_says_if_nothing_was_recognized():
    assert suggest(facts("age")).certain
    assert not suggest(facts("color")).certain
    assert "decide" in suggest(facts("color")).reason


SAME = [
    ("time_in_hospital", "length_of_stay", "LOS", "Verweildauer"),
    ("height", "weight", "BMI"),
    ("diag_1", "diag1", "diagnosis", "Diagnoses", "icd10"),
    ("medication", "medications"),
    ("education", "EDUC1", "edu"),
    ("employed", "wife_now_working", "employment"),
    ("admission_date", "discharge_year", "admission_quarter"),
    ("capital-gain", "capital-loss"),
    ("sampling_weight", "household_weights", "person_weight"),
    ("num_procedures", "number_diagnoses", "num_medications"),
    ("hours-per-week", "hrs_work"),
]


@pytest.mark.parametrize("names", SAME, ids=lambda names: names[0])
def test_columns_that_mean_the_same_get_the_same_suggestion(names):
    found = {suggest(facts(name)) for name in names}
    assert len(found) == 1


@given(
    st.sampled_from(sorted({*KNOWN_TO_OTHERS, *CONFIDENTIAL, *NUMBERED, "color"})),
    st.sampled_from(["string", "integer", "decimal", "date", "boolean"]),
    st.integers(0, 100),
    st.lists(st.sampled_from([UNIQUE, HASH]), unique=True),
    st.booleans(),
    st.booleans(),
)
def test_no_column_is_ever_suggested_to_be_harmless(
    name, type, distinct, suspicions, numbered, dated
):
    seen = facts(name, type, distinct, *suspicions, numbered=numbered, dated=dated)
    assert suggest(seen).role is not Role.INSENSITIVE


def test_the_law_catches_a_rule_that_calls_a_column_harmless(monkeypatch):
    lie = SuggestedRole(Role.INSENSITIVE, "a lie")
    rule = lambda seen: lie if seen.distinct < 50 else None  # noqa: E731  (short and planted)
    monkeypatch.setattr("shoal.data.roles.RULES", (rule,))
    with pytest.raises(AssertionError):
        test_no_column_is_ever_suggested_to_be_harmless()


def test_no_known_table_has_columns_that_nobody_but_us_calls_harmless():
    meanings = {meaning for table in (*FHIR, *OMOP) for meaning in table.values()}
    assert "insensitive" not in meanings
    assert "undecided" in meanings
