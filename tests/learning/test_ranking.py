"""Who is better, and how sure that is."""

import numpy as np
import pytest

from shoal.learning.ranking import rank_models


def test_the_best_mean_comes_first_and_equals_share_a_rank():
    found = rank_models({"a": [0.5, 0.5], "b": [0.8, 0.9], "c": [0.5, 0.5]}, 0.5)
    assert [(one["name"], one["rank"]) for one in found] == [("b", 1), ("a", 2), ("c", 2)]
    assert found[0]["rank_interval"] == [1, 1]
    assert found[0]["best_in"] == 1


def test_the_interval_of_a_mean_counts_that_training_parts_overlap():
    # Nadeau & Bengio: (1/n + test/train) s^2; here n = 4, s^2 = 0.01, test/train = 1/3.
    row = [0.5, 0.7, 0.5, 0.7]
    [found] = rank_models({"a": row}, 1 / 3)
    wide = 3.182446 * np.sqrt((1 / 4 + 1 / 3) * np.var(row, ddof=1))
    assert found["interval"] == pytest.approx([0.6 - wide, 0.6 + wide], rel=1e-6)


def test_a_difference_that_is_chance_leaves_the_ranks_open():
    rng = np.random.default_rng(0)
    found = rank_models({name: (0.7 + rng.normal(0, 0.02, 10)).tolist() for name in "abc"}, 0.1)
    assert all(one["rank_interval"][1] - one["rank_interval"][0] >= 1 for one in found)
    clear = rank_models({"a": [0.9] * 10, "b": (0.7 + rng.normal(0, 0.02, 10)).tolist()}, 0.1)
    assert [one["rank_interval"] for one in clear] == [[1, 1], [2, 2]]


def test_one_part_tells_no_interval():
    assert rank_models({"a": [0.5]}, 0.5)[0]["interval"] is None
