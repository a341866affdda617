"""A proposed study runs when everything is decided, and shows no value of a patient."""

import numpy as np
import polars as pl
import pytest

from shoal.data.profile import profile
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import StudyError, UndecidedError
from shoal.service.profile import profile_file, write_study
from shoal.service.proposal import CANDIDATES, MOST, choose_roles, proposal
from shoal.service.verbs import check, run
from shoal.study.study import Study, read_study
from shoal.study.text import parse

RECORDS = 400


def patients(records=RECORDS):
    random = np.random.default_rng(8)
    days = pl.Series(random.integers(-9000, 9000, records)).cast(pl.Date)
    return pl.DataFrame(
        {
            "patient_id": [f"P{number:05}" for number in range(records)],
            "age": random.normal(50, 20, records).clip(0, 99).astype(int).astype(str),
            "sex": random.choice(["f", "m", "?"], records, p=[0.5, 0.4, 0.1]),
            "plz": random.choice(["01067", "01069", "80331", "80333", "50667"], records),
            "geburtsdatum": days.dt.to_string("%d.%m.%Y"),
            "diagnosis": random.choice(["flu", "asthma", "HIV"], records),
            "cost": random.lognormal(8, 1, records).round(2).astype(str),
            "note": ["fine"] * records,
        }
    )


@pytest.fixture
def study_file(tmp_path):
    patients().write_csv(tmp_path / "patients.csv")
    write_study(profile_file(tmp_path / "patients.csv"), tmp_path / "study.yaml")
    return tmp_path / "study.yaml"


def decided(study_file):
    """The study after a person has taken the mark away from its last choice."""
    text = study_file.read_text()
    study_file.write_text(text.replace("# undecided: drop", "undecided: drop"))
    return study_file


def test_the_proposed_study_waits_for_a_person(study_file, tmp_path):
    with pytest.raises(UndecidedError, match="1 column is undecided, and nothing"):
        run(study_file, tmp_path / "run")
    summary = run(decided(study_file), tmp_path / "run")["summary"]
    assert "note" in summary["removed_columns"]
    assert summary["classes"]["min"] >= 5
    assert summary["loss_normalized"] < 1


def test_roles_and_types_are_those_of_the_profile(study_file):
    columns = read_study(study_file).columns
    roles = {name: column.role for name, column in columns.items()}
    assert roles == {
        "patient_id": "identifier",
        **dict.fromkeys(("age", "sex", "plz", "geburtsdatum", "cost"), "quasi-identifier"),
        "diagnosis": "sensitive",
        "note": "undecided",
    }
    assert columns["geburtsdatum"].format == "%d.%m.%Y"
    assert columns["sex"].missing == ("?",)
    assert (columns["age"].type, columns["plz"].type) == ("integer", "string")


def test_what_is_natural_is_explicit(study_file):
    columns = parse(study_file.read_text(), "study")["columns"]
    assert columns["plz"]["hierarchy"] == {"builder": "masking"}
    assert columns["sex"]["hierarchy"] == {"builder": "suppression"}


def test_a_hierarchy_too_long_to_read_is_left_to_the_builder(study_file):
    columns = parse(study_file.read_text(), "study")["columns"]
    assert columns["age"]["hierarchy"]["builder"] == "automatic"


def test_values_that_nearly_everybody_has_alone_are_never_released_as_they_are(study_file):
    assert read_study(study_file).columns["cost"].min_level == 1


def test_every_column_has_a_comment_that_says_why(study_file):
    text = study_file.read_text()
    assert text.count("# identifier: ") + text.count("# quasi-identifier: ") == 6
    assert "# sensitive: nobody should learn it" in text


def test_no_value_of_a_text_column_is_in_the_study(study_file):
    text = study_file.read_text()
    assert not any(value in text for value in ("HIV", "asthma", "80331", "P00007"))


def test_the_path_of_the_data_holds_from_the_study(study_file, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    place = tmp_path / "elsewhere" / "study.yaml"
    write_study(profile_file(tmp_path / "patients.csv"), place)
    assert check(decided(place)) is not None


def test_a_study_that_exists_is_not_replaced_unless_forced(study_file, tmp_path):
    profiled = profile_file(tmp_path / "patients.csv")
    with pytest.raises(StudyError, match="--force"):
        write_study(profiled, study_file)
    write_study(profiled, study_file, force=True)


def table_of(**columns):
    return Table.of(pl.DataFrame(columns))


def test_where_no_name_tells_anything_every_column_may_be_known():
    table = table_of(a=["1", "2"] * 30, b=["x", "y", "z"] * 20)
    kept, _ = choose_roles(profile(table))
    assert [str(column.suggested.role) for column in kept] == ["quasi-identifier"] * 2


def test_too_many_quasi_identifiers_are_left_out_and_listed(tmp_path):
    random = np.random.default_rng(2)
    names = [f"age_{number}" for number in range(14)]
    table = table_of(**{name: random.integers(0, 90, 300).astype(str) for name in names})
    seen = profile(table)
    kept, left_out = choose_roles(seen)
    assert (len(kept), len(left_out)) == (MOST, 4)
    text = proposal(seen, table, Source(tmp_path / "x.csv"), tmp_path)
    assert "left out, since 10 quasi-identifiers are enough: " in text


def test_the_lattice_of_a_proposal_can_be_searched(tmp_path):
    random = np.random.default_rng(2)
    names = [f"age_{number}" for number in range(9)]
    table = table_of(**{name: random.integers(0, 90, 300).astype(str) for name in names})
    text = proposal(profile(table), table, Source(tmp_path / "x.csv"), tmp_path)
    table.frame.write_csv(tmp_path / "x.csv")
    study = Study.of(parse(text, "study"), tmp_path)
    assert run(study, tmp_path / "run")["summary"]["lattice_size"] <= CANDIDATES


def test_a_table_of_identifiers_only_cannot_be_released():
    with pytest.raises(StudyError, match="No column can be released"):
        choose_roles(profile(table_of(name=["a", "b"] * 20, email=["c", "d"] * 20)))


def test_strange_names_of_columns_are_written_so_that_they_are_read_back(tmp_path):
    names = ["a: b", "- x", "#y", "no", "12", "ä 'q' \"", "{z}", "*w"]
    table = table_of(**{name: ["1", "2", "3"] * 20 for name in names})
    text = proposal(profile(table), table, Source(tmp_path / "x.csv"), tmp_path)
    assert list(Study.of(parse(text, "study"), tmp_path).columns) == names


def test_a_column_that_repeats_an_identifier_is_one_too(tmp_path):
    numbers = [f"P{at:05}" for at in range(200)]
    copies = ["none" if at % 5 else number for at, number in enumerate(numbers)]
    table = pl.DataFrame(
        {"patient_id": numbers, "age": [str(20 + at % 50) for at in range(200)], "note": copies}
    )
    table.write_csv(tmp_path / "table.csv")
    write_study(profile_file(tmp_path / "table.csv"), tmp_path / "study.yaml")
    study = read_study(tmp_path / "study.yaml")
    assert study.columns["note"].role == "identifier"
    check(study)


def visits(records=300):
    random = np.random.default_rng(3)
    return pl.DataFrame(
        {
            "subject_id": random.integers(0, 90, records).astype(str),
            "stay_id": [str(40_000 + number) for number in range(records)],
            "age": random.integers(20, 60, records).astype(str),
            "diagnosis": random.choice(["flu", "asthma", "HIV"], records),
        }
    )


def test_where_an_identifier_repeats_people_are_counted(tmp_path):
    visits().write_csv(tmp_path / "visits.csv")
    write_study(profile_file(tmp_path / "visits.csv"), tmp_path / "study.yaml")
    study = read_study(tmp_path / "study.yaml")
    assert study.person == "subject_id"
    assert "values in 300 records" in (tmp_path / "study.yaml").read_text()
    people = run(study, tmp_path / "run")["summary"]["people"]
    assert (people["counted"], people["classes_below_k"]) == ("people", 0)


def test_where_none_does_nothing_is_said_about_people(study_file):
    assert "person" not in parse(study_file.read_text(), "study")
