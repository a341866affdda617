import polars as pl
import pytest

from shoal.data.schema import column_types
from shoal.data.table import Table
from shoal.errors import DataError

INTEGER = column_types.build({"type": "integer"})


def test_a_table_has_records_and_names():
    table = Table(pl.DataFrame({"age": ["34", "45"], "sex": ["m", "f"]}))
    assert (table.records, table.names) == (2, ("age", "sex"))


def test_a_table_is_its_own_table():
    table = Table(pl.DataFrame({"a": [1]}))
    assert Table.of(table) is table


def test_texts_are_canonical_by_type():
    table = Table(pl.DataFrame({"age": [34.0, None]}))
    assert table.texts("age", INTEGER).to_list() == ["34", None]
    assert table.texts("age").to_list() == ["34.0", None]


def test_a_table_from_a_file_comes_back_as_a_polars_frame():
    frame = pl.DataFrame({"a": ["x"]})
    assert Table(frame).back(frame) is frame


@pytest.mark.parametrize("other", [{"a": [1]}, [1, 2], "adult.csv", None])
def test_other_objects_are_refused(other):
    with pytest.raises(DataError, match="Give a pandas, Polars or Arrow table"):
        Table.of(other)
