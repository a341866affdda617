"""Two columns at a time: what every candidate of a larger table must suppress at least."""

import pytest

from bridge import problem_of
from golden.tables import column
from reference import Question
from shoal.search.exact import pairs
from shoal.search.exact.pairs import suppression_bounds
from shoal.search.exact.tables import tables_of

TOY = (column("toy", "age"), column("toy", "sex"))
WARDS = tuple(column("missing", name) for name in ("age", "sex", "ward"))


def bounds(columns, k):
    problem = problem_of(Question(columns, k, "1"))
    real = [problem.candidate(levels).suppressed_records for levels in problem.lattice]
    return suppression_bounds(tables_of(problem.encoded, problem.lattice), k).tolist(), real


def test_with_two_columns_the_bound_is_what_is_suppressed():
    found, real = bounds(TOY, 2)
    assert found == real == [7, 1, 1, 0, 0, 0]  # docs/theory/losses.md


def test_with_more_columns_the_largest_of_all_pairs_counts():
    found, real = bounds(WARDS, 3)
    assert all(low <= high for low, high in zip(found, real, strict=True))
    assert any(found)


@pytest.mark.parametrize("cells", [1, 2, 6])
def test_a_pair_too_large_to_count_starts_at_higher_levels(cells, monkeypatch):
    _, real = bounds(TOY, 2)
    monkeypatch.setattr(pairs, "CELLS", cells)
    found, _ = bounds(TOY, 2)
    assert all(low <= high for low, high in zip(found, real, strict=True))


def test_one_column_has_no_pairs():
    assert bounds(TOY[:1], 2)[0] == [0, 0, 0]
