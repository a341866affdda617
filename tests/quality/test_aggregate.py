"""How losses of columns become one number: the numbers of docs/theory/losses.md."""

from itertools import permutations

import pytest

from shoal.quality.aggregate import Aggregate, combine, losses_by_size, normalize_weights

LOSSES = [3 / 7, 1 / 7]


@pytest.mark.parametrize(
    ("aggregate", "equal", "weighted"),
    [
        ("sum", 0.571429, 0.5),
        ("maximum", 0.428571, 0.428571),
        ("arithmetic-mean", 0.285714, 0.25),
        ("geometric-mean", 0.277753, 0.237179),
        ("rank", 0.277753, 0.277753),  # for display only: unweighted geometric form
    ],
)
def test_the_worked_numbers_come_out(aggregate, equal, weighted):
    assert combine(Aggregate(aggregate), LOSSES, [1, 1]) == pytest.approx(equal, abs=5e-7)
    assert combine(Aggregate(aggregate), LOSSES, [1, 0.5]) == pytest.approx(weighted, abs=5e-7)


def test_a_ranking_goes_from_the_largest_weighted_loss_down():
    assert losses_by_size(LOSSES, [1, 0.5]) == pytest.approx((0.428571, 0.071429), abs=5e-7)
    assert losses_by_size([0.1, 0.2, 0.3], [3, 1, 0]) == pytest.approx((0.3, 0.2, 0.0))


@pytest.mark.parametrize("aggregate", list(Aggregate))
def test_nothing_lost_is_zero_and_no_column_loses_nothing(aggregate):
    assert combine(aggregate, [0.0, 0.0, 0.0], [1, 1, 1]) == 0
    assert combine(aggregate, [], []) == 0


@pytest.mark.parametrize("aggregate", [Aggregate.MAXIMUM, Aggregate.GEOMETRIC_MEAN])
def test_everything_lost_is_one(aggregate):
    assert combine(aggregate, [1.0] * 5, [1] * 5) == pytest.approx(1, rel=1e-15)


@pytest.mark.parametrize("size", [1, 1e-3, 1e-6, 1e-9, 1e-12])
def test_the_order_of_columns_makes_no_difference_that_could_break_a_tie(size):
    losses = [size * part for part in (0.137, 0.731, 0.311, 0.997)]
    for aggregate in set(Aggregate) - {Aggregate.RANK}:
        found = [combine(aggregate, order, [1] * 4) for order in permutations(losses)]
        assert max(found) - min(found) < 1e-13 * max(found)


@pytest.mark.parametrize(
    ("weights", "scaled"),
    [([1, 0.5], [1, 0.5]), ([0.5, 0.5], [1, 1]), ([4, 1, 0], [1, 0.25, 0]), ([0, 0], [1, 1])],
)
def test_weights_are_divided_by_the_largest(weights, scaled):
    assert normalize_weights(weights) == scaled
