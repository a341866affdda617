import subprocess
import sys
from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pandas.testing import assert_frame_equal

from shoal.data.table import Table
from shoal.errors import DataError


def pandas_frame():
    return pd.DataFrame(
        {
            "age": [34.0, np.nan, 66.0],
            "sex": pd.Categorical(["m", "f", "m"]),
            "seen": pd.to_datetime(["2020-01-02", None, "2020-03-04"]),
            "count": pd.array([1, None, 3], dtype="Int64"),
            "name": ["x", None, "z"],
            "day": [date(2020, 1, 2), date(2020, 1, 3), None],
        },
        index=pd.Index(["r7", "r1", "r9"], name="record"),
    )


def test_pandas_comes_back_as_it_was_when_nothing_changed():
    frame = pandas_frame()
    table = Table.of(frame)
    assert_frame_equal(table.back(table.frame), frame)


def test_pandas_keeps_its_index_and_untouched_columns():
    frame = pandas_frame()
    table = Table.of(frame)
    back = table.back(
        table.frame.with_columns(pl.lit("*").alias("name")).select("name", "sex", "count")
    )
    assert back.index.equals(frame.index)
    assert list(back.columns) == ["name", "sex", "count"]
    assert back["name"].tolist() == ["*"] * 3
    assert back["sex"].dtype == frame["sex"].dtype
    assert back["count"].dtype == "Int64"


def test_the_index_is_never_a_column():
    assert "record" not in Table.of(pandas_frame()).names


def test_pandas_without_some_records_comes_back_with_a_fresh_index():
    table = Table.of(pandas_frame())
    assert table.back(table.frame.head(2)).index.tolist() == [0, 1]


def test_missing_values_of_pandas_are_null():
    table = Table.of(pandas_frame())
    assert [table.frame[name].null_count() for name in table.names] == [1, 0, 1, 1, 1, 1]


def test_an_index_that_repeats_does_not_matter():
    frame = pd.DataFrame({"a": [1, 2]}, index=[5, 5])
    assert_frame_equal(Table.of(frame).back(Table.of(frame).frame), frame)


def test_names_that_are_numbers_become_texts_and_come_back_as_numbers():
    frame = pd.DataFrame({1: ["x"], 2: ["y"]})
    table = Table.of(frame)
    assert table.names == ("1", "2")
    assert_frame_equal(table.back(table.frame), frame)


def test_repeated_names_are_refused():
    with pytest.raises(DataError, match="several columns 'a'"):
        Table.of(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_mixed_columns_are_refused_by_name_without_their_values():
    with pytest.raises(DataError, match="Column 'a' mixes kinds of values") as caught:
        Table.of(pd.DataFrame({"a": [1, "CANARY", [3]], "b": [1, 2, 3]}))
    assert "CANARY" not in str(caught.value)


def test_polars_comes_back_eager_or_lazy_as_it_was():
    frame = pl.DataFrame({"a": [1, 2]})
    assert isinstance(Table.of(frame).back(frame), pl.DataFrame)
    lazy = Table.of(frame.lazy())
    assert lazy.frame.equals(frame)
    assert isinstance(lazy.back(frame), pl.LazyFrame)


def test_arrow_comes_back_as_it_was_when_nothing_changed():
    given = pa.table({"a": pa.array(["x", None]), "b": pa.array([1, 2], pa.int8())})
    table = Table.of(given)
    assert table.back(table.frame).equals(given)


def test_arrow_keeps_untouched_columns():
    given = pa.table({"a": pa.array(["x", None]), "b": pa.array([1, 2], pa.int8())})
    table = Table.of(given)
    back = table.back(table.frame.with_columns(pl.lit("*").alias("a")))
    assert back.column("a").to_pylist() == ["*", "*"]
    assert back.schema.field("b").type == pa.int8()


def test_an_arrow_record_batch_comes_back_as_an_arrow_table():
    given = pa.record_batch({"a": pa.array(["x"])})
    table = Table.of(given)
    assert table.frame.rows() == [("x",)]
    assert isinstance(table.back(table.frame), pa.Table)


def test_reading_a_table_loads_neither_pandas_nor_pyarrow():
    code = (
        "import sys, polars; from shoal.data.files import read; from shoal.data.table import Table;"
        "import shoal.hierarchies; Table.of(polars.DataFrame({'a': ['x']})).texts('a');"
        "assert not {'pandas', 'pyarrow', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
