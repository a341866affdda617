from datetime import date, datetime, time

import polars as pl
import pytest

from shoal.data.cells import column_of, frame_of, text_of
from shoal.errors import DataError
from shoal.verify.tables import dynamic

DAY, NOON = date(2020, 2, 29), datetime(2020, 2, 29, 12)

COLUMNS = {
    "integers": ([1, None, -3], pl.Int64(), [1, None, -3]),
    "whole floats, as in workbooks": ([1.0, "", 3.0], pl.Int64(), [1, None, 3]),
    "decimals": ([1.0, 2.5], pl.Float64(), [1.0, 2.5]),
    "integers and decimals": ([1, 2.5], pl.Float64(), [1.0, 2.5]),
    "integers that a float would change": ([2**53 + 1, 0.5], pl.String(), [str(2**53 + 1), "0.5"]),
    "integers of more than 64 bits": ([2**70], pl.String(), [str(2**70)]),
    "not a number": ([float("inf"), 1.0], pl.Float64(), [float("inf"), 1.0]),
    "truths": ([True, False, None], pl.Boolean(), [True, False, None]),
    "days": ([DAY, ""], pl.Date(), [DAY, None]),
    "days and moments": ([DAY, NOON], pl.Datetime("us"), [datetime(2020, 2, 29), NOON]),
    "texts": (["007", ""], pl.String(), ["007", None]),
    "numbers and texts": ([7.0, "x", 2.5], pl.String(), ["7", "x", "2.5"]),
    "truths and numbers": ([True, 1.0], pl.String(), ["true", "1"]),
    "days and texts": ([DAY, "unknown"], pl.String(), ["2020-02-29", "unknown"]),
    "times": ([time(3, 4, 5)], pl.String(), ["03:04:05"]),
    "nothing": ([None, ""], pl.String(), [None, None]),
}  # fmt: skip


@pytest.mark.parametrize("case", COLUMNS)
def test_a_column_has_the_type_that_all_its_cells_share(case):
    cells, kind, values = COLUMNS[case]
    column = column_of("x", cells)
    assert column.dtype == kind
    assert column.to_list() == values


@pytest.mark.parametrize("case", COLUMNS)
def test_the_verifier_types_cells_alike(case):
    cells, kind, values = COLUMNS[case]
    column = dynamic.frame_of_cells(["x"], [[cell] for cell in cells])["x"]
    assert column.dtype == kind
    assert column.to_list() == values


def test_all_problems_with_cells_are_told_by_column_and_count():
    with pytest.raises(DataError) as caught:
        frame_of(["a", "b"], [[b"secret", None], [DAY, time(0)]])
    assert len(caught.value.problems) == 2
    assert "'a' holds bytes in 1 record" in str(caught.value)
    assert "'b': 1 of 2 cells are times of day among dates" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_large_whole_float_is_written_without_exponent():
    assert text_of(1e15) == "1000000000000000"
