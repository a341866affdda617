"""How columns go together."""

import numpy as np
import pytest

from compared_toy import BEFORE, texts, toy
from shoal.data.types import IntegerType, StringType
from shoal.utility import Known, compare_tables
from shoal.utility.association import associations, cramers_v, pearson

NUMBER, TEXT = Known(IntegerType(), "integer"), Known(StringType(), "string")


def test_pearson_is_that_of_numpy_also_with_weights_and_gaps():
    one, other = np.array([1.0, 2, 4, 8]), np.array([3.0, 1, 7, 5])
    found = pearson([one, other], np.array([1, 2, 1, 3]))
    rows = np.repeat(np.arange(4), [1, 2, 1, 3])
    assert found[0, 1] == pytest.approx(np.corrcoef(one[rows], other[rows])[0, 1])
    gap = np.array([3.0, np.nan, 7, 5])
    found = pearson([one, gap], np.ones(4, np.int64))
    assert found[0, 1] == pytest.approx(np.corrcoef(one[[0, 2, 3]], gap[[0, 2, 3]])[0, 1])


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e12])
def test_a_constant_column_goes_together_with_nothing(scale):
    one = np.array([1.0, 2, 3]) * scale
    found = pearson([one, np.full(3, 0.1) * scale, 7e5 * scale + one], np.ones(3, np.int64))
    assert np.isnan(found[0, 1])
    assert found[0, 2] == pytest.approx(1)


def test_cramers_v_is_one_for_columns_that_determine_each_other_and_zero_for_independent_ones():
    one, counts = np.array([0, 0, 1, 1]), np.ones(4, np.int64)
    assert cramers_v(one, np.array([5, 5, 2, 2]), counts) == pytest.approx(1)
    assert cramers_v(one, np.array([0, 1, 0, 1]), counts) == pytest.approx(0)
    assert cramers_v(one, np.zeros(4, np.int64), counts) is None
    # chi² of [[2, 1], [1, 2]] is 2/3 with n = 6: V = 1/3
    pairs = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 0, 1, 1])
    assert cramers_v(*pairs, np.ones(6, np.int64)) == pytest.approx(1 / 3)


def test_numbers_have_pearson_and_all_other_pairs_cramers_v():
    table = texts({"a": ["1", "2", "3"], "b": ["2", "4", "6"], "c": ["x", "y", "y"]})
    found = associations(compare_tables(table, table, {"a": NUMBER, "b": NUMBER, "c": TEXT}))
    assert found["pearson"] == [{"columns": ["a", "b"], "before": 1.0, "after": 1.0}]
    assert [pair["columns"] for pair in found["cramers_v"]] == [["a", "c"], ["b", "c"]]


def test_suppressed_records_do_not_go_together_with_each_other():
    after = {"age": ["34", "45", "*", "*", "34", "70", "45"], "sex": list("mf**fmm")}
    [pair] = associations(toy(after))["cramers_v"]
    shown = {name: [BEFORE[name][at] for at in (0, 1, 4, 5, 6)] for name in BEFORE}
    alone = compare_tables(texts(shown), texts(shown), {"age": TEXT, "sex": TEXT})
    assert pair["after"] == pytest.approx(associations(alone)["cramers_v"][0]["before"])


def test_the_same_table_goes_together_as_before():
    [pair] = associations(toy(BEFORE))["cramers_v"]
    assert pair["before"] == pair["after"]
