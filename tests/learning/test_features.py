"""Values become categories or numbers."""

import numpy as np
import polars as pl
import pytest

from shoal.data.types import STRING, DateType, DecimalType, IntegerType
from shoal.errors import DataError
from shoal.learning.features import encode_texts, feature_of
from shoal.learning.scaling import parse_expression

IDENTITY = parse_expression("x")


def one(values, type, scaling=IDENTITY, **more):
    feature, [codes] = feature_of(
        "age", [pl.Series(values, dtype=pl.String)], type, scaling, **more
    )
    return feature.numbers[codes]


def test_equal_texts_have_equal_codes_in_all_forms():
    labels, [left, right] = encode_texts([pl.Series(["b", "a", None]), pl.Series(["c", "b"])])
    assert labels.to_list() == [None, "a", "b", "c"]
    assert (left.tolist(), right.tolist()) == ([2, 1, 0], [3, 2])


def test_without_missing_values_codes_begin_at_the_first_text():
    labels, [codes] = encode_texts([pl.Series(["b", "a", "b"])])
    assert (labels.to_list(), codes.tolist()) == (["a", "b"], [1, 0, 1])


def test_numbers_and_dates_are_numbers_if_a_scaling_says_so():
    assert one(["3", "10"], IntegerType()).tolist() == [3, 10]
    assert one(["2.5"], DecimalType(), parse_expression("x*2")).tolist() == [5]
    assert one(["02.01.1970"], DateType("%d.%m.%Y")).tolist() == [1]
    assert np.isnan(one(["3", "10"], IntegerType(), None)).all()
    assert np.isnan(one(["3", "10"], STRING)).all()


def test_what_is_no_number_is_a_category():
    found = one(["3", "[20, 30[", None, "*", ">=90"], IntegerType())
    assert np.isnan(found).tolist() == [False, True, True, True, True]


def test_a_range_may_count_as_its_middle():
    found = one(["3", "[20, 30[", "81*", "*", ">=90"], IntegerType(), middles=True)
    assert found[:3].tolist() == [3, 25, 814.5]
    assert np.isnan(found[3:]).all()  # without an end there is no middle


def test_infinity_is_refused_with_counts_only():
    with pytest.raises(DataError) as caught:
        one(["4711", "0", "1"], IntegerType(), parse_expression("1/x"))
    assert "`1/x` is no finite number for 1 of 3 different values" in str(caught.value)
    assert "4711" not in str(caught.value)


def test_a_value_that_no_number_is_made_of_does_not_disturb():
    assert np.isnan(one(["*"], IntegerType(), parse_expression("log(x)"))).all()
