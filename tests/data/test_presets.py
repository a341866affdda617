"""Known tables come with a proposal for a study, and the proposal passes all checks."""

import json

import polars as pl
import pytest

from shoal.data.files import read
from shoal.data.presets import preset
from shoal.data.source import Source
from shoal.service import verbs
from shoal.study.study import Study

PERSON = pl.DataFrame(
    {
        "PERSON_ID": ["1", "2", "3", "4"],
        "GENDER_CONCEPT_ID": ["8507", "8532", "8507", "8532"],
        "YEAR_OF_BIRTH": ["1950", "1951", "1952", "1953"],
        "MONTH_OF_BIRTH": ["1", "2", "3", "4"],
        "BIRTH_DATETIME": ["1950-01-01 00:00:00"] * 4,
        "PERSON_SOURCE_VALUE": ["a", "b", "c", "d"],
        "LOCATION_ID": [None] * 4,
        "favorite_color": ["red"] * 4,
    },
    schema_overrides={"LOCATION_ID": pl.String},
)
VISITS = pl.DataFrame(
    {
        "visit_occurrence_id": ["1", "2", "3", "4"],
        "person_id": ["1", "1", "2", "3"],
        "visit_concept_id": ["9201", "9202", "9201", "9202"],
        "visit_start_date": ["20200101", "20200102", "20200103", "20200104"],
    }
)
CONDITIONS = pl.DataFrame(
    {
        "condition_occurrence_id": ["1", "2"],
        "person_id": ["1", "1"],
        "condition_concept_id": ["4112343", "4112343"],
        "condition_start_date": ["2020-01-01", "2020-01-02"],
    }
)


def test_a_person_of_omop_gets_roles_and_hierarchies_under_its_own_names():
    columns = preset(PERSON)
    assert columns["PERSON_ID"] == {"role": "identifier"}
    assert columns["PERSON_SOURCE_VALUE"] == {"role": "identifier"}
    assert columns["GENDER_CONCEPT_ID"]["hierarchy"] == {"builder": "suppression"}
    assert columns["YEAR_OF_BIRTH"]["type"] == "integer"
    assert columns["BIRTH_DATETIME"]["format"] == "%Y-%m-%d %H:%M:%S"


def test_unknown_and_empty_columns_are_left_out():
    assert not {"favorite_color", "LOCATION_ID"} & set(preset(PERSON))


def test_dates_are_told_by_the_format_that_all_of_them_have():
    assert preset(VISITS)["visit_start_date"]["format"] == "%Y%m%d"
    partial = VISITS.with_columns(visit_start_date=pl.Series(["2020", "2020-01", None, "2020"]))
    keys = preset(partial)["visit_start_date"]
    assert keys == {"role": "quasi-identifier", "hierarchy": {"builder": "automatic"}}


def test_a_diagnosis_is_sensitive():
    assert preset(CONDITIONS)["condition_concept_id"] == {"role": "sensitive"}


def test_other_tables_have_no_preset():
    assert preset(pl.DataFrame({"age": [1], "person_id": [2]})) is None


@pytest.mark.parametrize(
    "table", [PERSON, VISITS, CONDITIONS], ids=["person", "visit", "condition"]
)
def test_a_preset_of_omop_passes_all_checks(tmp_path, table):
    table.write_csv(tmp_path / "table.csv")
    keys = {
        "data": str(tmp_path / "table.csv"),
        "columns": preset(read(Source.of(tmp_path / "table.csv")).frame),
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "undecided": "drop",
        "person": False,
    }
    assert verbs.check(Study.of(keys)) is not None


RESOURCES = {
    "Patient": {
        "gender": "male",
        "birthDate": "1950-0{}-01",
        "address": [{"postalCode": "9800{}"}],
    },
    "Encounter": {"class": {"code": "AMB"}, "period": {"start": "2020-01-0{}T10:00:00+01:00"}},
    "Condition": {
        "code": {"coding": [{"code": "1"}]},
        "clinicalStatus": {"coding": [{"code": "active"}]},
        "recordedDate": "2020-01-0{}",
    },
}


@pytest.mark.parametrize("resource", RESOURCES)
def test_a_preset_of_fhir_passes_all_checks_and_runs(tmp_path, resource):
    text = json.dumps(RESOURCES[resource])
    lines = (
        json.dumps(
            {"resourceType": resource, "id": str(n), **json.loads(text.replace("{}", str(n)))}
        )
        for n in range(1, 7)
    )
    (tmp_path / "r.ndjson").write_text("\n".join(lines))
    data = {"path": str(tmp_path / "r.ndjson"), "format": "fhir", "resource": resource}
    columns = preset(read(Source.of(data)).frame)
    keys = {"data": data, "columns": columns, "privacy": [{"model": "k-anonymity", "k": 3}]}
    keys["undecided"] = "drop"
    assert verbs.check(Study.of(keys)) is not None
    # The run needs no dates: that the verifier builds them again is not the question here.
    undated = {name: column for name, column in columns.items() if "type" not in column}
    if resource == "Condition":
        undated["clinical_status"] = {"role": "quasi-identifier"}
    report = verbs.run(Study.of({**keys, "columns": undated}), tmp_path / "run")
    assert report["summary"]["classes"]["min"] >= 3
    assert verbs.verify_run(tmp_path / "run").holds
