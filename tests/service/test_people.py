"""The identifier that repeats tells whose record it is; other columns do not alarm anybody."""

import polars as pl
import pytest

from shoal.data.table import Table
from shoal.pipeline.prepare.people import find_person_column_in

ALONE = [str(number) for number in range(12)]
TWICE = [str(number // 2) for number in range(12)]
OFTEN = [str(number % 2) for number in range(12)]


def found(columns, **roles):
    repeated = find_person_column_in(Table.of(pl.DataFrame(columns)), roles)
    return None if repeated is None else repeated.name


def test_an_identifier_that_repeats_is_found_with_its_figures():
    repeated = find_person_column_in(
        Table.of(pl.DataFrame({"case": TWICE})), {"case": "identifier"}
    )
    assert (repeated.name, repeated.values, repeated.known) == ("case", 6, 12)


def test_an_identifier_without_repeats_is_not():
    assert found({"case": ALONE}, case="identifier") is None
    assert found({"case": [None] * 12, "x": TWICE}, case="identifier", x="sensitive") is None


def test_missing_values_are_no_repeats():
    assert found({"case": [*ALONE[:6], *[None] * 6]}, case="identifier") is None


def test_numbers_of_people_come_before_numbers_of_visits():
    roles = {"visit_id": "identifier", "patient_nbr": "identifier"}
    assert found({"visit_id": TWICE, "patient_nbr": OFTEN}, **roles) == "patient_nbr"


@pytest.mark.parametrize("name", ["subject_id", "PATIENT", "patientId", "mrn", "member_no"])
def test_a_number_of_people_that_the_study_does_not_name_counts(name):
    assert found({name: TWICE}) == name
    assert found({name: TWICE}, **{name: "undecided"}) == name


@pytest.mark.parametrize("name", ["patient_age", "ward_id", "subjective", "person_weight", "code"])
def test_other_columns_that_the_study_does_not_name_do_not(name):
    assert found({name: TWICE}) is None


@pytest.mark.parametrize(
    "name", ["provider_id", "insurance", "insurer", "last_name", "LastName", "hospital_id"]
)
def test_what_many_people_share_tells_nobody_apart(name):
    assert found({name: TWICE}, **{name: "identifier"}) is None


@pytest.mark.parametrize("name", ["insurance_number", "name", "email", "case"])
def test_other_identifiers_do(name):
    assert found({name: TWICE}, **{name: "identifier"}) == name


def test_where_every_record_has_a_person_of_its_own_records_are_people():
    roles = {"patient_id": "identifier", "phone": "identifier"}
    assert found({"patient_id": ALONE, "phone": TWICE}, **roles) is None
    assert (
        found({"visit_id": ALONE, "phone": TWICE}, **roles | {"visit_id": "identifier"}) == "phone"
    )
