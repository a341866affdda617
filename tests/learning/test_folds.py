"""The parts of a table are the same for all models (docs/theory/learning.md, steps 1 and 2)."""

import numpy as np
import pytest

from shoal.errors import DataError
from shoal.learning.folds import folds_of


def sizes(folds):
    return [int(folds.test_records(at).sum()) for at in range(folds.count)]


@pytest.mark.parametrize(
    ("records", "count", "found"),
    [(9, 3, [3, 3, 3]), (11, 3, [3, 3, 5]), (4, 10, [1, 1, 1, 1]), (2, 10, [1, 1])],
)
def test_parts_are_of_equal_size_and_the_last_takes_the_remainder(records, count, found):
    assert sizes(folds_of(records, count, seed=0)) == found


def test_every_record_is_in_one_part_and_learned_from_in_all_others():
    folds = folds_of(10, 3, seed=1)
    assert np.sum([folds.test_records(at) for at in range(3)], axis=0).tolist() == [1] * 10
    assert np.sum([folds.training_records(at) for at in range(3)], axis=0).tolist() == [2] * 10


def test_the_seed_decides_the_order():
    same, other = folds_of(100, 3, seed=1), folds_of(100, 3, seed=2)
    assert (folds_of(100, 3, seed=1).fold == same.fold).all()
    assert (other.fold != same.fold).any()
    assert (np.diff(same.fold) != 0).sum() > 10  # shuffled


def test_at_most_so_many_records_take_part():
    folds = folds_of(100, 3, seed=0, most=10)
    assert sizes(folds) == [3, 3, 4]
    assert np.count_nonzero(folds.fold < 0) == 90
    assert not folds.training_records(0)[folds.fold < 0].any()


@pytest.mark.parametrize("records", [0, 1])
def test_one_record_cannot_be_learned_from_and_predicted(records):
    with pytest.raises(DataError, match=f"{records} of at least 2 records"):
        folds_of(records, 3, seed=0)
