"""Constraints on clusters: those that break one are merged until none does."""

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import NoReleaseError, StudyError

RNG = np.random.default_rng(7)
PEOPLE = pl.DataFrame(
    {
        "age": RNG.integers(20, 90, 300),
        "sex": RNG.choice(["f", "m"], 300),
        "illness": RNG.choice(["flu", "gout", "burn", "cold"], 300, p=[0.7, 0.1, 0.1, 0.1]),
    }
)


def study(*constraints, k=4):
    return {
        "columns": {
            "age": {"role": "quasi-identifier", "type": "integer"},
            "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "illness": {"role": "sensitive"},
        },
        "method": {"name": "sangreea", "k": k, "constraints": list(constraints)},
    }


def in_clusters(release):
    """The illnesses of each cluster."""
    return [set(part["illness"]) for _, part in release.table.group_by("age", "sex")]


DIVERSE = {"model": "distinct-l-diversity", "column": "illness", "l": 3}
CLOSE = {"model": "t-closeness", "column": "illness", "t": 0.15, "distance": "equal"}


def test_without_a_constraint_clusters_share_one_illness():
    """What follows would be true anyway otherwise."""
    assert min(map(len, in_clusters(shoal.anonymize(PEOPLE, study())))) == 1


def test_every_cluster_is_diverse():
    release = shoal.anonymize(PEOPLE, study(DIVERSE))
    assert min(map(len, in_clusters(release))) >= 3
    assert release.summary["classes"]["min"] >= 4
    names = [(one["model"], one["holds"]) for one in release.summary["privacy"]]
    assert names == [("distinct-l-diversity", True), ("sangreea", True)]
    assert release.summary["warnings"] == []


@pytest.mark.parametrize(
    "constraint",
    [
        CLOSE,
        {"model": "entropy-l-diversity", "column": "illness", "l": 2},
        {"model": "recursive-l-diversity", "column": "illness", "c": 4, "l": 2},
        {"model": "basic-beta-likeness", "column": "illness", "beta": 1},
    ],
)
def test_other_promises_hold_as_well(constraint):
    release = shoal.anonymize(PEOPLE, study(constraint))
    assert [one["holds"] for one in release.summary["privacy"]] == [True, True]
    assert release.summary["classes"]["count"] > 3


def test_a_promise_that_even_the_whole_table_breaks_gives_no_release():
    with pytest.raises(
        NoReleaseError,
        match=r"no cluster can keep .distinct-l-diversity. of .illness.*l = 5.*have 4",
    ):
        shoal.anonymize(PEOPLE, study({**DIVERSE, "l": 5}))


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ({"model": "k-anonymity", "k": 2}, "'k-anonymity' is not a promise about the sensitive"),
        ({"model": "sample-uniqueness", "threshold": 0.1}, "not a promise about the sensitive"),
        ({**DIVERSE, "column": "illnes"}, "method.constraints: .*'illnes'.*Did you mean 'illness'"),
        ({**DIVERSE, "column": "sex"}, "method.constraints: a promise is about the column 'sex'"),
        ("diverse", "expected a list of"),
    ],
)
def test_what_cannot_constrain_clusters_is_refused(constraint, message):
    with pytest.raises(StudyError, match=message):
        shoal.anonymize(PEOPLE, study(constraint))
