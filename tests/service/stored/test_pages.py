"""People scroll through a table and filter it; no more than a page is ever loaded."""

import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.server import stored
from shoal.server.stored import NotFound

PEOPLE = "name,age\n" + "".join(f"p{at},{at}\n" for at in range(50))


def test_a_page_has_the_records_that_were_asked_for(workspace, keep):
    made = keep(PEOPLE)
    found = stored.page(workspace, "ann", made.id, first=10, count=3)
    assert found == {
        "columns": ["name", "age"],
        "records": 50,
        "first": 10,
        "numbers": [11, 12, 13],
        "lines": [["p10", "10"], ["p11", "11"], ["p12", "12"]],
    }
    assert stored.page(workspace, "ann", made.id, first=1000)["lines"] == []


def test_a_filter_is_a_condition_as_in_a_study(workspace, keep):
    made = keep(PEOPLE)
    found = stored.page(workspace, "ann", made.id, query="age >= 9 and age < 12")
    assert [name for name, _ in found["lines"]] == ["p9", "p10", "p11"]
    assert found["records"] == 3
    assert found["numbers"] == [10, 11, 12]
    later = stored.page(workspace, "ann", made.id, query="age >= 9 and age < 12", first=1, count=1)
    assert (later["numbers"], later["lines"]) == ([11], [["p10", "10"]])
    assert stored.page(workspace, "ann", made.id, query="age > 99")["lines"] == []


def test_a_filter_is_remembered_for_its_own_table_only(workspace, keep):
    one, two = keep(PEOPLE), keep("name,age\nsomebody,10\n")
    counts = [
        stored.page(workspace, "ann", each.id, query="age > 9")["records"] for each in (one, two)
    ]
    assert counts == [40, 1]


@pytest.mark.parametrize(
    "asked",
    [{"count": 1001}, {"first": -1}, {"query": "aeg = 1"}, {"query": "("}, {"query": "x" * 9999}],
)
def test_what_cannot_be_shown_is_refused(workspace, keep, asked):
    with pytest.raises(StudyError):
        stored.page(workspace, "ann", keep(PEOPLE).id, **asked)


def test_nobody_else_scrolls_through_it(workspace, keep):
    made = keep(PEOPLE)
    with pytest.raises(NotFound):
        stored.page(workspace, "bob", made.id)


@pytest.mark.slow
def test_a_million_records_are_scrolled_and_filtered(workspace, keep, tmp_path):
    path = tmp_path / "large.parquet"
    at = pl.int_range(1_000_000, eager=True)
    pl.DataFrame({"id": at.cast(pl.String), "age": at % 90, "ward": at % 7}).write_parquet(path)
    made = keep(path.read_bytes(), name="large.parquet")
    for asked in ({"first": 900_000}, {"query": "age >= 80", "first": 50_000}):
        assert len(stored.page(workspace, "ann", made.id, **asked)["lines"]) == 100
