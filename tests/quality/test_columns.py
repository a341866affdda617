"""Losses with one part per column: weights and aggregates of docs/theory/losses.md."""

import pytest

from golden.tables import column
from quality.toy import problem_of
from shoal.quality.aggregate import Aggregate
from shoal.quality.columns import combine_columns, score_of, weights_of


@pytest.mark.parametrize(
    ("aggregate", "equal", "weighted"),
    [
        ("sum", 0.571429, 0.5),
        ("maximum", 0.428571, 0.428571),
        ("arithmetic-mean", 0.285714, 0.25),
        ("geometric-mean", 0.277753, 0.237179),
    ],
)
def test_the_worked_numbers_come_out(aggregate, equal, weighted):
    parts, aggregate = [3 / 7, 1 / 7], Aggregate(aggregate)
    encoded = problem_of("loss").encoded
    assert score_of(encoded, aggregate, parts).loss == pytest.approx(equal, abs=5e-7)
    columns = column("toy", "age", weight="1"), column("toy", "sex", weight="0.5")
    encoded = problem_of("loss", columns=columns).encoded
    assert weights_of(encoded) == [1, 0.5]
    assert score_of(encoded, aggregate, parts).loss == pytest.approx(weighted, abs=5e-7)
    assert combine_columns(encoded, aggregate, parts) == score_of(encoded, aggregate, parts).loss


def test_a_rank_is_compared_from_the_largest_part_down():
    columns = column("toy", "age", weight="1"), column("toy", "sex", weight="0.5")
    encoded = problem_of("loss", columns=columns).encoded
    found = score_of(encoded, Aggregate.RANK, [1 / 7, 3 / 7])
    assert found.rank == pytest.approx((3 / 14, 1 / 7))
    assert found.by_column == {"age": 1 / 7, "sex": 3 / 7}
