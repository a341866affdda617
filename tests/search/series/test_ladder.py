from itertools import pairwise

import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies import build_hierarchy, builders
from shoal.privacy.k_anonymity import KAnonymity
from shoal.quality.loss import Loss
from shoal.search.problem import Problem
from shoal.search.series.ladder import ladder_through

TEXTS = {
    "age": pl.Series([f"{20 + at % 7}{at % 3}" for at in range(60)]),
    "zip": pl.Series([f"{at % 5}{at % 2}" for at in range(60)]),
}


@pytest.fixture(scope="module")
def problem():
    hierarchies = {
        name: build_hierarchy(builders.build({"builder": "masking"}), texts)
        for name, texts in TEXTS.items()
    }
    encoded = encode(TEXTS, hierarchies)
    top = tuple(column.height for column in encoded.columns)
    return Problem(encoded, Lattice((0, 0), top), (KAnonymity(2),), Loss())


@pytest.mark.parametrize("levels", [(0, 0), (1, 1), (3, 0), (0, 2), (3, 2)])
def test_a_ladder_leads_from_the_top_to_the_bottom_by_single_steps(problem, levels):
    ladder = ladder_through(problem, levels)
    assert ladder[0] == problem.lattice.maximum
    assert ladder[-1] == problem.lattice.minimum
    assert levels in ladder
    for higher, lower in pairwise(ladder):
        steps = [high - low for high, low in zip(higher, lower, strict=True)]
        assert sorted(steps) == [0, 1]
