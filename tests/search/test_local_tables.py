"""Promises about the whole table under local recoding."""

from decimal import Decimal

import numpy as np
import polars as pl
import pytest

from shoal.engine.classes import classes_of
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.errors import NoReleaseError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem, strategies
from shoal.search.local_recoding import recodings
from shoal.search.local_tables import recode_locally

DIGITS = [f"{number:02}" for number in range(40)]
ZIP = Hierarchy.of([DIGITS, [f"{text[0]}*" for text in DIGITS], ["**"] * 40], "zip")
SEX = Hierarchy.of([["f", "m"], ["*", "*"]], "sex")


def asked(*privacy, limit="0", top=(2, 1), person=None):
    dice = np.random.default_rng(5)
    texts = {
        "zip": pl.Series([DIGITS[at] for at in (dice.random(200) ** 2 * 40).astype(int)]),
        "sex": pl.Series(["fm"[at] for at in dice.integers(0, 2, 200)]),
    }
    encoded = encode(texts, {"zip": ZIP, "sex": SEX}, person=person)
    promises = tuple(map(privacy_models.build, privacy))
    loss = quality_models.build({"model": "loss"})
    return Problem(encoded, Lattice((0, 0), top), promises, loss, Decimal(limit))


def found(problem):
    recoding = recodings.build({"mode": "local"})
    strategy = strategies.build({"strategy": "optimal"})
    return recode_locally(recoding, problem, strategy, ignore_progress)


def seen(recoded, outcome):
    classes = classes_of(recoded.encoded, group(recoded.encoded, (1, 1)))
    assert not outcome.suppressed.any()
    return classes.sizes


AVERAGE = {"model": "average-risk", "threshold": 0.1, "share_at_risk": 0.05, "highest": 0.25}


def test_the_average_risk_is_kept_by_larger_classes():
    sizes = seen(*found(asked(AVERAGE)))
    assert len(sizes) / sizes.sum() <= 0.1
    assert sizes[sizes < 4].sum() / sizes.sum() <= 0.05


def test_classes_are_no_larger_than_the_table_needs():
    alone, together = found(asked({"model": "k-anonymity", "k": 2})), found(asked(AVERAGE))
    enough = found(asked({"model": "k-anonymity", "k": 10}))
    assert alone[1].loss < together[1].loss < enough[1].loss


def test_a_table_promise_that_holds_anyway_changes_nothing():
    k = {"model": "k-anonymity", "k": 3}
    plain, both = found(asked(k)), found(asked(k, {"model": "sample-uniqueness", "threshold": 0.5}))
    assert both[1].loss == plain[1].loss
    assert both[0].privacy[1] == privacy_models.build(
        {"model": "sample-uniqueness", "threshold": 0.5}
    )


def test_people_are_counted_where_the_study_counts_them():
    twice = pl.Series([str(at // 2) for at in range(200)])
    sizes = seen(*found(asked(AVERAGE, person=twice)))
    assert len(sizes) / sizes.sum() <= 0.1


def test_what_no_size_keeps_is_no_release():
    with pytest.raises(NoReleaseError):
        found(asked(AVERAGE, top=(0, 0)))
