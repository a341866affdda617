"""Rank swapping from a study to its verified release."""

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import StudyError
from shoal.methods.rank_swapping import rank_swapped

AGES = pl.DataFrame({"age": np.random.default_rng(3).permutation(200)})
AGE = {"role": "quasi-identifier", "type": "integer"}


def swapped(table=AGES, **method):
    study = {"columns": {"age": AGE}, "method": {"name": "rank-swapping", **method}}
    return shoal.anonymize(table, study)


def test_without_ends_the_shown_numbers_are_those_of_the_column_moved_a_little():
    release = swapped(share=0.1, top=0, bottom=0).table
    assert sorted(release["age"]) == sorted(AGES["age"])
    moved = (release["age"] - AGES["age"]).abs()
    assert 0 < moved.max() < 20  # a tenth of 200 ranks
    assert moved.mean() > 3


def test_the_ends_become_their_mean():
    release = swapped(share=0.1, top=0.05, bottom=0.1).table["age"]
    assert (release == 194).sum() >= 10  # the mean of 190 to 199 is 194.5, half to even
    assert (release.sort()[:20] == 10).all()  # the mean of 0 to 19 is 9.5
    assert release.min() == 10


def test_nobody_is_at_both_ends():
    """Both halves of three numbers are two of them, and the middle one belongs to the top."""
    shown = rank_swapped(np.array([1.0, 5.0, 9.0]), 0.5, 0.5, 0.5)
    assert shown.tolist() == [1.0, 7.0, 7.0]
    assert swapped(AGES[:3], top=0.5, bottom=0.5).summary["suppressed_records"] == 0


def test_nothing_is_promised():
    summary = swapped().summary
    assert summary["privacy"] == []
    assert summary["headline"]["title"].startswith("This run made no privacy promise")


def test_ends_that_overlap_are_refused():
    with pytest.raises(StudyError, match="must not be above 1 together"):
        swapped(top=0.6, bottom=0.6)
