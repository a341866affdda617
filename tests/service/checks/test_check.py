import polars as pl
import pytest

from shoal.data.table import Table
from shoal.errors import DataError, StudyError
from shoal.pipeline.prepare.check import removed_columns, warnings_about
from shoal.service import verbs
from shoal.study.study import Study


def test_a_good_study_has_no_warning(toy):
    assert verbs.check(toy / "study.yaml") == []


def test_a_study_without_data_is_refused(keys):
    with pytest.raises(StudyError, match="data: is needed"):
        verbs.check(keys)


def test_a_value_outside_its_hierarchy_is_counted_and_not_quoted(toy):
    (toy / "toy.csv").write_text("age,sex,dis,id\n34,canary,flu,1\n45,f,flu,2\n")
    with pytest.raises(DataError, match="1 of 2 records") as caught:
        verbs.check(toy / "study.yaml")
    assert "canary" not in str(caught.value)


def test_hierarchies_are_checked_even_when_the_table_cannot_be_read(toy):
    (toy / "toy.csv").unlink()
    (toy / "sex.csv").write_text("m;*\nm;*\n")
    with pytest.raises(DataError) as caught:
        verbs.check(toy / "study.yaml")
    assert "toy.csv" in caught.value.problems[0]
    assert "Column 'sex': Hierarchy sex.csv" in caught.value.problems[1]


def warnings(keys, **changes):
    frame = {"age": ["1"], "sex": ["m"], "dis": ["a"], "zip": ["8"]}
    study = Study.of({**keys, **changes})
    return " ".join(warnings_about(study, Table.of(pl.DataFrame(frame))))


def test_columns_that_are_not_named_are_said_to_be_left_out(keys):
    assert "1 column is not named in the study and not released: 'zip'" in warnings(keys)


def test_a_sensitive_column_without_promise_is_told(keys):
    columns = {**keys["columns"], "dis": {"role": "sensitive"}}
    assert "sensitive column 'dis'" in warnings(keys, columns=columns)


@pytest.mark.parametrize("values", [["flu", "flu"], [None, None]])
def test_a_promise_about_a_column_with_one_value_is_told(keys, values):
    frame = pl.DataFrame({"age": ["1", "2"], "dis": pl.Series(values, dtype=pl.String)})
    promise = {"model": "t-closeness", "column": "dis", "t": 0.3}
    columns = {**keys["columns"], "dis": {"role": "sensitive"}}
    study = Study.of({**keys, "columns": columns, "privacy": [*keys["privacy"], promise]})
    told = "Column 'dis' has the same value in all records."
    assert [one for one in warnings_about(study, Table.of(frame)) if one.startswith(told)]
    mixed = frame.with_columns(dis=pl.Series(["flu", "hiv"]))
    assert told not in " ".join(warnings_about(study, Table.of(mixed)))


def test_a_quasi_identifier_without_hierarchy_is_told(keys):
    columns = {**keys["columns"], "sex": {"role": "quasi-identifier"}}
    assert "made automatically from the data for: 'sex'" in warnings(keys, columns=columns)


@pytest.mark.parametrize(
    "quality",
    [
        {"model": "height"},
        {"model": "discernibility", "monotonic": True},
        {"model": "loss", "gs_factor": 0},
    ],
)
def test_a_loss_that_does_not_count_suppression_is_told(keys, quality):
    told = "does not count suppressed records"
    assert told in warnings(keys, quality=quality)
    assert told not in warnings(keys, quality=quality, suppression_limit=0)
    assert told not in warnings(keys, quality={"model": "precision"})


def test_a_run_that_can_be_repeated_is_marked_not_private(keys):
    assert "not private" in warnings(keys, reproducible=True)
    assert "order of the input" in warnings(keys, output={"shuffle": False})


def test_acknowledged_guards_are_told(keys):
    assert "'near-unique:dis'" in warnings(keys, acknowledge=["near-unique:dis"])


def test_removed_columns_are_listed_in_the_order_of_the_table(keys):
    table = Table.of(
        pl.DataFrame({"zip": ["8"], "age": ["1"], "sex": ["m"], "dis": ["a"], "id": [1]})
    )
    assert removed_columns(Study.of(keys), table) == ["zip", "id"]


FIRST = ("Ada", "Max", "Zoë", "Jean-Luc", "Nell", "Ole", "Mia", "Kurt", "Lin", "Per")
LAST = ("Lovelace", "Müller", "O'Neill", "van Dyck", "Curie", "Meitner", "Hopper", "Noether")
NAMES = [f"{first} {last}" for first in FIRST for last in LAST][:79]


def about_column(values, role="insensitive", **more):
    """What is warned about a column."""
    columns = {"note": {"role": role}, "age": {"role": "quasi-identifier"}}
    promise = [{"model": "k-anonymity", "k": 2}]
    study = Study.of({"columns": columns, "privacy": promise, **more})
    table = Table.of(pl.DataFrame({"note": values, "age": ["1"] * len(values)}))
    return [text for text in warnings_about(study, table) if "'note' is released as it is" in text]


def test_many_different_names_in_a_column_that_is_released_are_told():
    values = [NAMES[at % 79] for at in range(100)]
    [told] = about_column(values)
    assert "79 distinct values in 100 records tell many people apart" in told
    assert "look like names of people" in told
    assert not any(name in told for name in NAMES)
    assert about_column(values, acknowledge=["near-unique:note"]) == []


def test_names_that_repeat_often_are_told_in_sensitive_columns_too():
    values = [NAMES[at % 79] for at in range(1000)]
    for role in ("insensitive", "sensitive"):
        [told] = about_column(values, role)
        assert "79 distinct values look like names" in told
        assert "tell many people apart" not in told
    swapped = [", ".join(reversed(name.split(" ", 1))) for name in values]
    assert about_column(swapped)


def test_many_different_values_without_names_are_told_of_insensitive_columns():
    values = [f"v{at % 40}" for at in range(100)]
    assert "40 distinct values in 100 records" in about_column(values)[0]
    assert about_column(values, "sensitive") == []


@pytest.mark.parametrize(
    "values",
    [
        [f"v{at % 29}" for at in range(100)],
        ["Intensive Care", "General Ward"] * 50,
        ["acute bronchitis", "Type 2 diabetes", "I25.1", "12.5"] * 25,
        [f"v{at}" for at in range(19)],
        [None] * 100,
    ],
)
def test_ordinary_columns_are_not_warned_about(values):
    assert about_column(values) == []
