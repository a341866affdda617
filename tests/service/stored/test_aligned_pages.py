"""Records side by side are read page by page, by their steward alone."""

import json

import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.server.stored import NotFound
from shoal.server.stored.aligned_pages import aligned_page
from shoal.server.stored.job_files import files_of
from shoal.server.stored.job_rows import add_job, mark_done, take_next

LINES = pl.DataFrame(
    {
        "number": [1, 2, 3, 4],
        "state": [0, 1, 0, 2],
        "class": [2, None, 1, None],
        "size": [5, None, 7, None],
        "b0": ["ann", "bob", "cyd", "dan"],
        "b1": ["31", "34", None, "38"],
        "a0": ["3x", None, None, None],
    }
)
RESULT = {
    "columns": ["name", "age"],
    "released_columns": ["age"],
    "records": 4,
    "suppressed": 1,
    "outside": 1,
}


@pytest.fixture
def job(workspace):
    add_job(workspace, "ann", "align", {}, 60, 50)
    id = take_next(workspace, 1).id
    folder = files_of(workspace, id)
    folder.mkdir(parents=True)
    LINES.write_ipc(folder / "by_table.arrow", compression="uncompressed")
    ordered = LINES.sort("class", "state", "number", nulls_last=True)
    ordered.write_ipc(folder / "by_class.arrow", compression="uncompressed")
    with workspace.transaction() as connection:
        mark_done(connection, id, json.dumps(RESULT))
    return id


def test_both_sides_have_the_same_lines_and_say_what_changed(workspace, job):
    before = aligned_page(workspace, "ann", job, "table", "input")
    after = aligned_page(workspace, "ann", job, "table", "release")
    assert before["numbers"] == after["numbers"] == [1, 2, 3, 4]
    assert before["columns"] == after["columns"] == ["class", "name", "age"]
    assert before["lines"][0] == ["2 (5)", "ann", "31"]
    assert after["lines"][0] == ["2 (5)", "–", "3x"]
    assert before["marks"] == after["marks"] == ["", "suppressed", "", "outside"]
    # A missing value stays missing; who is not released has changed in no cell.
    assert before["changed"] == after["changed"] == [[1, 2], [], [1], []]
    assert after["lines"][1] == ["suppressed", "–", "–"]
    assert after["lines"][2] == ["1 (7)", "–", None]


def test_classes_stand_together_in_turns_of_shading(workspace, job):
    found = aligned_page(workspace, "ann", job, "class", "release")
    assert found["numbers"] == [3, 1, 2, 4]
    assert found["marks"] == ["band", "", "suppressed", "outside"]


def test_suppressed_records_are_shown_alone(workspace, job):
    found = aligned_page(workspace, "ann", job, "suppressed", "input")
    assert (found["records"], found["numbers"]) == (1, [2])
    assert found["lines"] == [["suppressed", "bob", "34"]]
    assert aligned_page(workspace, "ann", job, "suppressed", first=1)["lines"] == []


def test_a_page_ends_where_it_was_asked_to(workspace, job):
    assert aligned_page(workspace, "ann", job, first=1, count=2)["numbers"] == [2, 3]
    with pytest.raises(StudyError):
        aligned_page(workspace, "ann", job, count=1001)


def test_nobody_else_sees_them_and_no_other_job_has_them(workspace, job):
    with pytest.raises(NotFound):
        aligned_page(workspace, "bob", job)
    other = add_job(workspace, "ann", "attack", {}, 60, 50)
    with pytest.raises(NotFound):
        aligned_page(workspace, "ann", other.id)
