import polars as pl
import pytest

from shoal.data.checks import check_table
from shoal.data.schema import ColumnOptions, column_types
from shoal.data.table import Table
from shoal.errors import DataError


def options(name, missing=(), **parameters):
    return ColumnOptions(column_types.build({"type": name, **parameters}), missing)


def table(**columns):
    return Table(pl.DataFrame(columns))


def test_declared_texts_become_missing():
    found = check_table(
        table(a=["?", "1", None], b=["?", "x", "y"]), {"a": options("integer", ("?",))}
    )
    assert found.frame["a"].to_list() == [None, "1", None]
    assert found.frame["b"].to_list() == ["?", "x", "y"]


def test_typed_values_can_be_missing_by_their_text():
    found = check_table(table(age=[34, 99, None]), {"age": options("integer", ("99",))})
    assert found.frame["age"].to_list() == [34, None, None]


def test_all_problems_of_all_columns_are_told_at_once_with_counts():
    bad = table(a=["1", "x", "y"], b=["1.5", "NaN", "z"], c=["k", "l", "m"])
    declared = {"a": options("integer"), "b": options("decimal"), "c": options("string")}
    with pytest.raises(DataError) as caught:
        check_table(bad, declared)
    assert [problem.split(".")[0] for problem in caught.value.problems] == [
        "Column 'a': 2 of 3 values are not integers",
        "Column 'b': 1 of 3 values are not finite",
        "Column 'b': 1 of 3 values are not numbers",
    ]


def test_no_problem_quotes_a_value():
    with pytest.raises(DataError) as caught:
        check_table(table(a=["CANARY"]), {"a": options("integer")})
    assert "CANARY" not in str(caught.value)


def test_absent_columns_are_told_with_a_suggestion():
    with pytest.raises(
        DataError, match=r"There is no column 'agee' in the data.+Did you mean 'age'"
    ):
        check_table(table(age=["1"]), {"agee": options("string")})


def test_a_decimal_comma_becomes_a_point_in_declared_decimals_only():
    found = check_table(
        table(a=["36,6", None], b=["36,6", "x"]),
        {"a": options("decimal"), "b": options("string")},
        ",",
    )
    assert found.frame.rows() == [("36.6", "36,6"), (None, "x")]


def test_a_point_among_decimal_commas_is_no_thousand_times_smaller_number():
    with pytest.raises(DataError, match="1 of 2 values have a point where a decimal comma"):
        check_table(table(a=["1.234", "36,6"]), {"a": options("decimal")}, ",")


def test_lists_are_refused():
    with pytest.raises(DataError, match="holds lists or bytes"):
        check_table(table(a=[["x"], ["y"]]), {"a": options("string")})


def test_undeclared_columns_are_not_touched():
    original = table(a=["1"], b=[["x"]])
    assert check_table(original, {}).frame.equals(original.frame)
