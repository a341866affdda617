from pathlib import Path

import pytest

from shoal.data.source import Source, format_of
from shoal.errors import NotYetAvailable, StudyError


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
    }
    assert Source.of(settings).settings() == settings


@pytest.mark.parametrize(
    "data", [{"url": "postgresql://x", "query": "select"}, {"path": "a.xlsx", "sheet": "1"}]
)
def test_databases_and_spreadsheets_come_later(data):
    with pytest.raises(NotYetAvailable, match="not yet available"):
        Source.of(data)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({}, "needs a `path`"),
        ({"path": 3}, "needs a `path`"),
        ({"path": "a", "format": "sas"}, "csv, parquet or arrow"),
        ({"path": "a", "separator": ";;"}, "one character"),
        ({"path": "a", "separator": "\n"}, "one character"),
        ({"path": "a", "separator": "§"}, "one character"),
        ({"path": "a", "quote": "''"}, "one character, or empty"),
        ({"path": "a", "encoding": "utf-9"}, "not an encoding"),
        ({"path": "a", "encoding": "base64"}, "not an encoding"),
        ({"path": "a", "decimal": ";"}, "a point or a comma"),
        ({"path": "a", "separater": ";"}, "Did you mean 'separator'"),
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
        ("a.xlsx", None),
        ("a", None),
        ("a.gz", None),
    ],
)
def test_the_name_of_a_file_promises_its_format(name, format):
    assert format_of(Path(name)) == format
