"""Drawing by whole numbers."""

import numpy as np
from numpy.random import PCG64

from shoal.data.example.dice import pick, pick_alike, random_order, weight_table


def test_draws_from_the_row_that_is_given():
    weights = weight_table([[1, 0, 0], [0, 0, 5], [0, 7]])
    assert pick(PCG64(1), weights, np.array([0, 1, 2, 1, 0])).tolist() == [0, 2, 1, 2, 0]


def test_draws_each_choice_as_often_as_its_weight_says():
    drawn = np.bincount(pick_alike(PCG64(1), [1, 0, 3], 40_000))
    assert drawn.tolist() == [drawn[0], 0, 40_000 - drawn[0]]
    assert abs(drawn[0] - 10_000) < 400


def test_the_stream_behind_the_draws_is_the_one_that_numpy_promises():
    # First words of PCG64(39676); if these change, the table changes with them.
    assert PCG64(39_676).random_raw(2).tolist() == [2385133327851426733, 3801724567298097263]


def test_an_order_holds_every_number_once():
    drawn = random_order(PCG64(1), 1000)
    assert sorted(drawn.tolist()) == list(range(1000))
    assert drawn.tolist() != list(range(1000))
