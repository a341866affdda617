from pathlib import Path

import pytest

from shoal.data.source import Source, format_of
from shoal.errors import StudyError


def test_a_path_is_relative_to_the_folder_of_the_study():
    assert Source.of("adult.csv", Path("studies")).path == Path("studies/adult.csv")


def test_an_absolute_path_stays_as_it_is(tmp_path):
    assert Source.of(str(tmp_path / "a.csv"), Path("studies")).path == tmp_path / "a.csv"


def test_all_settings_survive_the_way_to_a_study_and_back():
    settings = {
        "path": "a.txt",
        "format": "csv",
        "separator": ";",
        "quote": "",
        "encoding": "cp1252",
        "decimal": ",",
        "skip": 2,
        "comment": "#",
        "time_zone": "Europe/Berlin",
    }
    assert Source.of(settings).settings() == settings


def test_the_file_of_a_database_is_relative_to_the_folder_of_the_study():
    data = {"url": "sqlite:///a.db", "query": "SELECT 1", "credentials": "a.env"}
    source = Source.of(data, Path("studies"))
    assert source.url == "sqlite:///studies/a.db"
    assert source.credentials == Path("studies/a.env")
    assert source.name == "the database"
    with pytest.raises(StudyError, match="expected the `path`"):
        _ = source.file


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({}, "needs a `path`"),
        ({"path": 3}, "needs a `path`"),
        ({"path": "a", "format": "sas"}, "must be one of csv, parquet, arrow, excel, fhir"),
        ({"path": "a", "separator": ";;"}, "one character"),
        ({"path": "a", "separator": "\n"}, "one character"),
        ({"path": "a", "separator": "§"}, "one character"),
        ({"path": "a", "quote": "''"}, "one character, or empty"),
        ({"path": "a", "encoding": "utf-9"}, "not an encoding"),
        ({"path": "a", "encoding": "base64"}, "not an encoding"),
        ({"path": "a", "decimal": ";"}, "a point or a comma"),
        ({"path": "a", "separater": ";"}, "Did you mean 'separator'"),
        ({"path": "a", "skip": -1}, "number of lines before the header"),
        ({"path": "a", "skip": True}, "number of lines before the header"),
        ({"path": "a", "comment": " "}, "what comment lines begin with"),
        ({"path": "a", "sheet": 0}, "its number from 1"),
        ({"path": "a", "resource": "Claim"}, "one of Patient, Encounter, Condition"),
        ({"path": "a", "time_zone": "Middle/Earth"}, "not a time zone"),
        ({"path": "a", "query": "SELECT 1"}, "`data.query` needs a `url`"),
        ({"path": "a", "credentials": "b"}, "`data.credentials` needs a `url`"),
        ({"url": "sqlite:///a.db"}, "`data.url` needs a `query`"),
        ({"url": "sqlite:///a.db", "query": " "}, "`data.query` must be a text"),
        ({"url": "sqlite:///a.db", "query": "a", "path": "b"}, "`data.path` is about files"),
        ({"url": 7, "query": "a"}, "must be a text such as postgresql"),
    ],
)
def test_wrong_settings_are_refused(wrong, problem):
    with pytest.raises(StudyError) as caught:
        Source.of(wrong)
    assert problem in str(caught.value)


def test_all_wrong_settings_are_told_at_once():
    with pytest.raises(StudyError) as caught:
        Source.of({"path": "a", "separator": "", "decimal": "x", "encoding": "no"})
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.csv", "csv"),
        ("a.CSV.GZ", "csv"),
        ("a.tsv.zst", "csv"),
        ("a.parquet", "parquet"),
        ("a.feather", "arrow"),
        ("a.ipc", "arrow"),
        ("a.xlsx", "excel"),
        ("a.ndjson.gz", "fhir"),
        ("a.sav", None),
        ("a", None),
        ("a.gz", None),
    ],
)
def test_the_name_of_a_file_promises_its_format(name, format):
    assert format_of(Path(name)) == format
