"""The verb `profile`: JSON and a page from a file."""

import json

import pytest

from shoal.errors import DataError
from shoal.service.profile import profile_file, write_html, write_json


@pytest.fixture
def profiled(tmp_path):
    (tmp_path / "t.csv").write_text("age;cost\n" + "".join(f"{n};{n},5\n" for n in range(40)))
    return profile_file(tmp_path / "t.csv")


def test_the_dialect_of_the_file_is_used(profiled):
    assert [column.match.type for column in profiled.profile.columns] == ["integer", "decimal"]


def test_json_is_for_other_programs(profiled, tmp_path):
    write_json(profiled, tmp_path / "p.json")
    found = json.loads((tmp_path / "p.json").read_text())
    assert (found["data"], found["records"], found["format"]) == ("t.csv", 40, 1)


def test_the_page_is_complete_by_itself(profiled, tmp_path):
    write_html(profiled, tmp_path / "p.html")
    page = (tmp_path / "p.html").read_text()
    assert page.lstrip().startswith("<!doctype html>")
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(DataError, match="no file"):
        profile_file(tmp_path / "nothing.csv")
