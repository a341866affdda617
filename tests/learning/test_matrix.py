"""Features become matrices, every combination of values once."""

import numpy as np
import polars as pl

from shoal.learning.features import UNSEEN, Feature, Features
from shoal.learning.matrix import MOST_CODES, codes_matrix, design_of, indicators, weighted_lines
from shoal.learning.model import Layout

SEX = Feature("sex", pl.Series(["f", "m"]), np.full(2, np.nan))
AGE = Feature("age", pl.Series(["*", "20", "40"]), np.array([np.nan, 20, 40]))


def codes(*values):
    return np.array(values, np.int32)


def test_each_value_is_an_indicator_and_each_number_itself():
    matrix, categorical = indicators([SEX, AGE], [codes(0, 1, UNSEEN), codes(2, 0, 1)], 3)
    assert matrix.toarray().tolist() == [[1, 0, 40, 0], [0, 1, 0, 1], [0, 0, 20, 0]]
    assert categorical.tolist() == [True, True, False, True]


def test_a_column_of_numbers_and_labels_keeps_both_as_codes():
    matrix, categorical = codes_matrix([SEX, AGE], [codes(0, 1, 1, UNSEEN), codes(2, 0, 1, 1)], 4)
    assert categorical.tolist() == [False, True, False, True]
    nan = np.nan
    wanted = [[0, 1, 40, nan], [0, 0, nan, 0], [0, 0, 20, nan], [0, nan, 20, nan]]
    assert np.array_equal(matrix, wanted, equal_nan=True)


def test_rare_values_beyond_what_boosting_can_tell_apart_are_unknown():
    size = MOST_CODES + 5
    many = Feature("zip", pl.Series(map(str, range(size))), np.full(size, np.nan))
    given = np.concatenate([np.arange(size), np.arange(5, size)]).astype(np.int32)
    matrix, _ = codes_matrix([many], [given], len(given))
    assert np.isnan(matrix[:5, 1]).all()  # the five that occur once
    assert np.nanmax(matrix[:, 1]) == MOST_CODES - 1
    assert not np.isnan(matrix[5:, 1]).any()


def test_without_features_all_records_look_alike():
    nothing = Features((), (), (), np.ones(4, np.bool_))
    for layout in Layout:
        design = design_of(nothing, layout)
        assert design.matrix.shape == (1, 1)
        assert design.training.tolist() == design.testing.tolist() == [0, 0, 0, 0]


def test_equal_records_are_one_line():
    side = (codes(0, 1, 0, 1), codes(1, 2, 1, 0))
    design = design_of(Features((SEX, AGE), side, side, np.ones(4, np.bool_)), Layout.INDICATORS)
    assert design.matrix.shape == (3, 4)
    assert design.training[0] == design.training[2] != design.training[1]
    lines = design.matrix.toarray()[design.training]
    assert lines.tolist() == [[1, 0, 20, 0], [0, 1, 40, 0], [1, 0, 20, 0], [0, 1, 0, 1]]


def test_learned_and_asked_forms_have_lines_of_their_own():
    features = Features((AGE,), (codes(0, 0),), (codes(1, UNSEEN),), np.ones(2, np.bool_))
    design = design_of(features, Layout.INDICATORS)
    lines = design.matrix.toarray()
    assert lines[design.training].tolist() == [[0, 1], [0, 1]]
    assert lines[design.testing].tolist() == [[20, 0], [0, 0]]


def test_lines_are_counted_with_each_class():
    lines, labels, counts = weighted_lines(codes(0, 0, 0, 1), codes(1, 0, 1, 1), 2)
    assert list(zip(lines.tolist(), labels.tolist(), counts.tolist(), strict=True)) == [
        (0, 0, 1), (0, 1, 2), (1, 1, 1)
    ]  # fmt: skip
