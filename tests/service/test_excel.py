"""A study from a workbook into a workbook, and into every other format."""

from datetime import date

import polars as pl
import pytest

from shoal.data.files import read
from shoal.data.files.excel import write_excel
from shoal.data.source import Source
from shoal.errors import StudyError
from shoal.service import verbs

TABLE = pl.DataFrame(
    {
        "age": [34, 45, 66, 70, 34, 70, 45],
        "sex": ["m", "f", "m", "f", "f", "m", "m"],
        "day": [date(2020, 2, 29), date(1901, 1, 1), None, *[date(2020, 1, 1)] * 4],
        "cost": [1.5, 0.1, 2.0, 3.0, 4.0, None, 5.25],
    }
)
STUDY = """data: stays.xlsx
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: age.csv}
  sex: {role: quasi-identifier, hierarchy: sex.csv}
  day: {role: insensitive, type: date}
  cost: {role: insensitive, type: decimal}
privacy: [{model: k-anonymity, k: 2}]
suppression_limit: 0.2
"""


@pytest.fixture
def study(toy):
    write_excel(TABLE, toy / "stays.xlsx")
    return toy / "study.yaml"


@pytest.mark.parametrize("format", ["excel", "csv", "parquet", "arrow"])
def test_a_workbook_becomes_a_verified_release_of_any_format(toy, study, format):
    study.write_text(STUDY + f"output: {{format: {format}}}\n")
    report = verbs.run(study, toy / "run")
    assert report["summary"]["suppressed_records"] == 1
    assert verbs.verify_run(toy / "run").holds


def test_a_released_workbook_keeps_types(toy, study):
    study.write_text(STUDY + "output: {format: excel}\n")
    verbs.run(study, toy / "run")
    released = read(Source.of(toy / "run" / "draft.xlsx")).frame
    assert released.schema == {
        **{"age": pl.String, "sex": pl.String, "day": pl.Date, "cost": pl.Float64}
    }
    assert released.height == 6


def test_verifying_again_sees_a_changed_workbook(toy, study):
    study.write_text(STUDY + "output: {format: excel}\n")
    verbs.run(study, toy / "run")
    released = read(Source.of(toy / "run" / "draft.xlsx")).frame
    write_excel(released.with_columns(cost=pl.lit(9.5)), toy / "run" / "draft.xlsx")
    assert not verbs.verify_run(toy / "run").holds


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        ("{table: a}", "`output.table` needs a `url`"),
        ("{credentials: a}", "`output.credentials` needs a `url`"),
        ("{url: 'sqlite:///a.db'}", "`output.url` needs a `table`"),
        ("{url: 'sqlite:///a.db', table: 'a; DROP TABLE b'}", "in plain letters"),
        ("{url: 'postgresql://me:hunter2@h/d', table: a}", "`output.url` holds a password"),
        ("{url: 'sqlite:///a.db', table: a, format: csv}", "`output.format` is about files"),
    ],
)
def test_a_release_has_one_place(toy, study, output, problem):
    study.write_text(STUDY + f"output: {output}\n")
    with pytest.raises(StudyError) as caught:
        verbs.check(study)
    assert problem in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert "DROP" not in str(caught.value)


def test_a_password_in_the_data_key_is_refused_and_not_repeated(toy, study):
    url = "postgresql://me:hunter2@h/d"
    study.write_text(STUDY.replace("stays.xlsx", f"{{url: '{url}', query: SELECT 1}}"))
    with pytest.raises(StudyError, match=r"`data.url` holds a password") as caught:
        verbs.check(study)
    assert "hunter2" not in str(caught.value)
