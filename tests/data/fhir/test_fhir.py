import gzip
import json

import polars as pl
import pytest

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.verify.tables import fhir as verifier

PATIENT = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"family": "Secret"}],
    "gender": "female",
    "birthDate": "1850-02",
    "deceasedDateTime": "2020-06-30T23:30:00-08:00",
    "maritalStatus": {"coding": [{"code": "M", "display": "Married"}]},
    "address": [{"city": "Redmond", "postalCode": "98052"}, {"city": "Elsewhere"}],
    "communication": [{"language": {"text": "Spanish"}}],
    "extension": [
        {
            "url": "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race",
            "extension": [{"url": "ombCategory", "valueCoding": {"display": "Asian"}}],
        }
    ],
}
CONDITION = {
    "resourceType": "Condition",
    "id": "c1",
    "subject": {"reference": "Patient/p1"},
    "encounter": {"reference": "urn:uuid:e1"},
    "code": {"coding": [{"system": "http://snomed.info/sct", "code": "1", "display": "Flu"}]},
    "clinicalStatus": {"coding": [{"code": "active"}]},
    "onsetDateTime": "2010-04-27T02:24:38.5-07:00",
}
BUNDLE = {"resourceType": "Bundle", "entry": [{"resource": PATIENT}, {"fullUrl": "x"}]}


def both(path, resource):
    """The table as Shoal and as the verifier read it."""
    source = resolve_source(Source.of({"path": str(path), "resource": resource}))
    return read(source).frame, verifier.read_fhir(path, source.resource)


def test_a_patient_becomes_a_record_without_names(tmp_path):
    (tmp_path / "b.json").write_text(json.dumps(BUNDLE))
    frame, again = both(tmp_path / "b.json", None)
    assert frame.row(0, named=True) == {
        "patient_id": "p1",
        "gender": "female",
        "birth_date": "1850-02",
        "death_date": "2020-06-30",
        "marital_status": "Married",
        "race": "Asian",
        "ethnicity": None,
        "language": "Spanish",
        "city": "Redmond",
        "state": None,
        "postal_code": "98052",
        "country": None,
    }
    assert again.equals(frame)


def test_moments_stay_on_the_clock_of_the_place(tmp_path):
    (tmp_path / "c.ndjson").write_text(f"{json.dumps(CONDITION)}\n\n{json.dumps(PATIENT)}\n")
    frame, again = both(tmp_path / "c.ndjson", "Condition")
    assert frame["onset"].item() == "2010-04-27T02:24:38"
    assert frame.select("patient_id", "encounter_id").row(0) == ("p1", "e1")
    assert again.equals(frame)


def test_compressed_files_and_bundles_of_bundles_are_read(tmp_path):
    nested = {"resourceType": "Bundle", "entry": [{"resource": BUNDLE}, {"resource": CONDITION}]}
    (tmp_path / "n.json.gz").write_bytes(gzip.compress(json.dumps(nested).encode()))
    frame, again = both(tmp_path / "n.json.gz", None)
    assert frame.height == 1
    assert again.equals(frame)


def test_a_folder_holds_one_table(tmp_path):
    (tmp_path / "1.json").write_text(json.dumps(BUNDLE))
    (tmp_path / "2.ndjson").write_text(json.dumps(PATIENT | {"id": "p2"}))
    (tmp_path / "note.txt").write_text("not FHIR")
    frame, again = both(tmp_path, None)
    assert frame["patient_id"].to_list() == ["p1", "p2"]
    assert again.equals(frame)


def test_without_patients_the_only_kind_is_read(tmp_path):
    (tmp_path / "c.ndjson").write_text(json.dumps(CONDITION))
    assert resolve_source(Source.of(tmp_path / "c.ndjson")).resource == "Condition"


def test_of_several_kinds_the_study_has_to_choose(tmp_path):
    encounter = {"resourceType": "Encounter", "id": "e1"}
    (tmp_path / "c.ndjson").write_text(f"{json.dumps(CONDITION)}\n{json.dumps(encounter)}")
    with pytest.raises(StudyError, match="one of Condition, Encounter"):
        resolve_source(Source.of(tmp_path / "c.ndjson"))


@pytest.mark.parametrize(
    "content", ["", "{", "[1]", "3", '{"a": "Secret"}', '{"resourceType": "Bundle", "entry": [1]}']
)
def test_other_files_are_refused_without_quoting_them(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(DataError, match=r"a\.json") as caught:
        read(Source.of(tmp_path / "a.json"))
    assert "Secret" not in str(caught.value)


def test_a_kind_that_is_not_there_is_told(tmp_path):
    (tmp_path / "b.json").write_text(json.dumps(BUNDLE))
    with pytest.raises(DataError, match="has no Encounter"):
        read(Source.of({"path": str(tmp_path / "b.json"), "resource": "Encounter"}))
    (tmp_path / "e.json").write_text('{"resourceType": "Observation"}')
    with pytest.raises(DataError, match="no FHIR resource of a known kind"):
        read(Source.of(tmp_path / "e.json"))


def test_a_folder_without_files_is_refused(tmp_path):
    with pytest.raises(DataError, match="has no FHIR files"):
        read(Source.of(tmp_path))


@pytest.mark.needs("data")
@pytest.mark.parametrize("resource", ["Patient", "Encounter", "Condition"])
def test_two_readings_of_the_shared_bundles_agree(shared_data, resource):
    frame, again = both(shared_data / "fhir", resource)
    assert frame.height == {"Patient": 4, "Encounter": 62, "Condition": 23}[resource]
    assert again.equals(frame)


@pytest.mark.needs("data")
def test_the_shared_bundles_hold_what_their_published_tables_say(shared_data):
    patients = read(Source.of(shared_data / "fhir")).frame
    published = read(Source.of(shared_data / "fhir" / "synthea_patients.csv")).frame
    common = published.filter(pl.col("patient_id").is_in(patients["patient_id"].implode()))
    assert patients.select(published.columns).sort("patient_id").equals(common.sort("patient_id"))


@pytest.mark.needs("data")
def test_the_encounters_hold_what_the_published_table_says_on_the_local_clock(shared_data):
    folder = shared_data / "fhir"
    found = read(Source.of({"path": str(folder), "resource": "Encounter"})).frame
    published = read(Source.of(folder / "synthea_encounters.csv")).frame
    clock = pl.col("start", "end").str.slice(0, 19)
    common = published.with_columns(clock).join(found.select("encounter_id"), on="encounter_id")
    assert found.select(published.columns).sort("encounter_id").equals(common.sort("encounter_id"))
