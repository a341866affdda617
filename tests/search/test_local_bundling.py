"""Bundles of columns: fewer columns, but the same cells at the same cost."""

from dataclasses import replace

import numpy as np
import pytest

from search.test_local_recoding import drawn
from shoal.search.local import bundling
from shoal.search.local.bundling import bundle_columns
from shoal.search.local.cells import costs_at
from shoal.search.local.charges import charges_of
from shoal.search.local.side import Side


def seen(columns, low=0):
    problem = drawn({"model": "k-anonymity", "k": 5}, columns=columns)
    lattice = replace(problem.lattice, minimum=(low,) * columns)
    problem = replace(problem, lattice=lattice)
    side = Side(problem, charges_of(problem), problem.encoded)
    return side.cells, side.nodes


def groups(cells, levels):
    """The cell of each tuple, numbered in the order of first tuples."""
    words = cells.words[cells.start[np.arange(len(levels)), levels] + cells.leaves]
    first, of = np.unique(words, axis=0, return_index=True, return_inverse=True)[1:]
    return first[of.reshape(-1)]


def are_the_same(plain, bundles):
    for one, other in zip(plain[1].levels, bundles[1].levels, strict=True):
        assert np.array_equal(groups(plain[0], one), groups(bundles[0], other))
        costs, same = (
            costs_at(cells, np.broadcast_to(levels, cells.leaves.shape))
            for cells, levels in ((plain[0], one), (bundles[0], other))
        )
        assert costs == pytest.approx(same, abs=1e-12)


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_bundled_columns_have_the_same_cells_at_the_same_cost(columns, low):
    plain = seen(columns, low)
    found = bundle_columns(*plain)
    assert found[0].leaves.shape[1] == (columns + 1) // 2
    are_the_same(plain, found)


def test_columns_with_too_many_values_stay_alone(monkeypatch):
    monkeypatch.setattr(bundling, "MOST", 100)
    plain = seen(3)
    found = bundle_columns(*plain)
    assert found[0].leaves.shape[1] == 3
    are_the_same(plain, found)


def test_cells_that_are_not_the_same_are_noticed():
    plain = seen(2)
    cells, nodes = bundle_columns(*plain)
    with pytest.raises(AssertionError):
        are_the_same(plain, (cells, nodes._replace(levels=nodes.levels[::-1])))
    with pytest.raises(AssertionError):
        are_the_same(plain, (cells._replace(costs=cells.costs + 1e-3), nodes))
    with pytest.raises(AssertionError):
        are_the_same(plain, (cells._replace(words=cells.words // 2**60), nodes))
