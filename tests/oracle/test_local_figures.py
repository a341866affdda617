"""What local recoding reaches on Adult and FARS: loss by definition."""

import polars as pl
import pytest
from benchmarks.datasets import ADULT_8, ADULT_9, FARS, adult, fars
from benchmarks.local import DIVERSE, OCCUPATION_8, SPREAD, Asked
from benchmarks.local_audit import audited

from shoal.engine.transform import transform
from shoal.progress import ignore_progress
from shoal.search import strategies
from shoal.search.local_recoding import Local

pytestmark = pytest.mark.oracle

# Table, columns, k, further promises, effort, the loss to reach; benchmarks/local.py has times.
FIGURES = {
    "adult8-quick": (adult, ADULT_8, 5, (), 0, 0.0285),
    "adult8": (adult, ADULT_8, 5, (), 1, 0.0278),
    "adult8-k10": (adult, ADULT_8, 10, (), 1, 0.0428),
    "adult8-k100": (adult, ADULT_8, 100, (), 1, 0.128),
    "occupation": (adult, OCCUPATION_8, 5, (), 1, 0.0488),
    "adult9": (adult, ADULT_9, 5, (), 1, 0.0523),
    "fars": (fars, FARS, 5, (), 0, 0.037),
    "l3": (adult, ADULT_8, 5, (DIVERSE,), 1, 0.032),
    "t0.3": (adult, ADULT_8, 5, (SPREAD,), 1, 0.26),
}


@pytest.mark.parametrize("name", FIGURES)
def test_no_more_is_lost_than_is_promised(name):
    data, columns, k, more, effort, most = FIGURES[name]
    one = Asked(name, data(columns), k, more)
    problem, strategy = one.problem(), strategies.build({"strategy": "optimal"})
    recoded, outcome = Local(effort=effort).run(problem, strategy, ignore_progress)
    release = transform(recoded.encoded, outcome.levels, outcome.suppressed)
    sensitive = one.dataset.frame[more[0]["column"]] if more else None
    found = audited(
        one.dataset.frame, pl.DataFrame(release), dict(one.dataset.hierarchies), sensitive
    )
    assert not outcome.suppressed.any()
    assert found.smallest >= k
    assert found.loss == pytest.approx(outcome.loss, rel=1e-9)
    assert outcome.loss - outcome.gap <= found.loss <= most
    if DIVERSE in more:
        assert found.values >= 3
    if SPREAD in more:
        assert found.distance <= 0.3 + 1e-9
