import hashlib

import polars as pl
import pytest

from shoal.data.table import Table
from shoal.pipeline.prepare.guards import FUTURE_BIRTH as BIRTH
from shoal.pipeline.prepare.guards import GUARDS, REPEATS, REPLACED, guard_errors
from shoal.pipeline.ways.choice import way_of
from shoal.study.across_keys import GUARDS as NAMES
from shoal.study.study import Study


def set_off(values, *, name="note", role="insensitive", acknowledge=()):
    """The guards that a column sets off."""
    columns = {name: {"role": role}, "age": {"role": "quasi-identifier"}}
    privacy = [{"model": "k-anonymity", "k": 2}]
    study = Study.of({"columns": columns, "privacy": privacy, "acknowledge": list(acknowledge)})
    table = Table.of(pl.DataFrame({name: values, "age": ["1"] * len(values)}))
    return [
        str(error).partition("(")[2].partition(")")[0]
        for error in guard_errors(way_of(study), table)
    ]


def test_the_guards_a_study_may_name_are_those_there_are():
    assert (*GUARDS, *REPLACED, REPEATS, BIRTH) == NAMES


@pytest.mark.parametrize("role", ["sensitive", "insensitive"])
def test_a_column_that_tells_nearly_everybody_apart_is_refused(role):
    assert set_off([f"v{n}" for n in range(30)], role=role) == ["near-unique"]


def test_few_records_or_repeated_values_set_nothing_off():
    assert set_off([f"v{n}" for n in range(19)]) == []
    assert set_off([f"v{n % 20}" for n in range(30)]) == []
    assert set_off([None] * 30) == []


@pytest.mark.parametrize("name", ["ssn", "patient_ssn", "MRN", "patientId", "Email", "last_name"])
def test_a_column_named_like_an_identifier_is_refused(name):
    assert set_off(["a", "b"] * 3, name=name) == ["looks-like-identifier"]


@pytest.mark.parametrize("name", ["diagnosis", "hospital_name", "idle", "phonetics", "sex", "age2"])
def test_ordinary_names_set_nothing_off(name):
    assert set_off(["a", "b"] * 3, name=name) == []


@pytest.mark.parametrize(
    "value",
    ["jane@example.org", "123-45-6789", "+49 89 1234567", "https://example.org/p/7", "10.0.0.7"],
)
def test_values_in_the_form_of_an_identifier_are_refused(value):
    assert set_off([value] * 9 + ["unknown"]) == ["looks-like-identifier"]


@pytest.mark.parametrize("value", ["12.5", "2020-01-31", "120/80", "I25.1", "3-4", "M", "12345"])
def test_ordinary_values_set_nothing_off(value):
    assert set_off([value] * 10) == []


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "sha256", "sha512"])
def test_hashes_are_refused_even_when_they_repeat(algorithm):
    digests = [hashlib.new(algorithm, str(n).encode()).hexdigest() for n in range(3)]
    assert set_off(digests * 4) == ["looks-like-hash"]


def test_an_acknowledged_guard_is_silent_for_its_column_only():
    values = [f"v{n}" for n in range(30)]
    assert set_off(values, acknowledge=["near-unique:note"]) == []
    assert set_off(values, acknowledge=["near-unique:age"]) == ["near-unique"]


def test_a_guard_never_quotes_a_value():
    columns = {"note": {"role": "sensitive"}, "age": {"role": "quasi-identifier"}}
    study = Study.of({"columns": columns, "privacy": [{"model": "k-anonymity", "k": 2}]})
    table = Table.of(pl.DataFrame({"note": [f"canary{n}@x.org" for n in range(30)], "age": "1"}))
    assert "canary" not in " ".join(str(error) for error in guard_errors(way_of(study), table))


def repeating(values, identifiers, *acknowledge):
    columns = {"mrn": {"role": "identifier"}, "note": {"role": "insensitive"}}
    columns["age"] = {"role": "quasi-identifier"}
    privacy = [{"model": "k-anonymity", "k": 2}]
    study = Study.of({"columns": columns, "privacy": privacy, "acknowledge": list(acknowledge)})
    table = Table.of(pl.DataFrame({"mrn": identifiers, "note": values, "age": "1"}))
    return [str(error) for error in guard_errors(way_of(study), table)]


def test_a_column_that_repeats_an_identifier_is_refused():
    people = [f"p{n // 5}" for n in range(100)]
    [told] = repeating(people, people)
    assert "repeats-identifier): 100 records repeat their 'mrn' here" in told
    mixed = [person if n % 3 else "none" for n, person in enumerate(people)]
    assert len(repeating(mixed, people)) == 1
    assert repeating(people, people, "repeats-identifier:note") == []


def test_numbers_that_agree_by_chance_set_nothing_off():
    identifiers = [str(n) for n in range(200)]
    assert repeating([str(n % 7) for n in range(200)], identifiers) == []
    few = [str(n % 10) for n in range(200)]
    assert repeating(few, few[::-1]) == []
    assert repeating([None] * 50, [None] * 50) == []
