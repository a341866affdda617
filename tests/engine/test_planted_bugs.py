"""Bugs planted in the engine: the independent check refuses the release and nothing is written."""

from unittest.mock import PropertyMock, patch

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.engine.candidate import Candidate
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedColumn
from shoal.engine.transform import transform
from shoal.privacy.k_anonymity import KAnonymity

FILES = {
    "age.csv": "34;<50;*\n45;<50;*\n66;>=50;*\n70;>=50;*\n",
    "sex.csv": "m;*\nf;*\n",
    "toy.csv": "age,sex\n34,m\n45,f\n66,m\n70,f\n34,f\n70,m\n45,m\n",
}
STUDY = {
    "data": "toy.csv",
    "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": "age.csv"},
        "sex": {"role": "quasi-identifier", "hierarchy": "sex.csv"},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
    "suppression_limit": 0.2,
}


@pytest.fixture
def study(tmp_path):
    """The toy table of docs/theory/classes.md as a study in a folder."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return shoal.Study.of(STUDY, tmp_path)


def k_is_one_too_small():
    """A class of one person passes as a class of two."""
    return [
        patch.object(KAnonymity, "violations", lambda self, classes: classes.sizes < self.k - 1),
        patch.object(KAnonymity, "minimum_size", property(lambda self: self.k - 1)),
    ]


def labels_are_swapped():
    """Integers become the texts of other integers."""

    def swapped(encoded, levels, suppressed):
        released = transform(encoded, levels, suppressed)
        labels = {"<50": ">=50", ">=50": "<50"}
        return {name: column.cast(pl.String).replace(labels) for name, column in released.items()}

    return [patch("shoal.pipeline.release.apply.transform", swapped)]


def records_are_shifted():
    """Every record gets the age of its neighbor."""

    def shifted(encoded, levels, suppressed):
        released = transform(encoded, levels, suppressed)
        ages = released["age"]
        return {**released, "age": pl.concat([ages[1:], ages[:1]])}

    return [patch("shoal.pipeline.release.apply.transform", shifted)]


def the_roll_up_merges_too_much():
    """Raising a column makes all its codes one: the search sees larger classes than there are."""

    def merged(self, low, high):
        return np.zeros(self.sizes[low], np.int32)

    return [patch.object(EncodedColumn, "step", merged)]


def the_grouping_merges_two_classes():
    """Two different tuples are taken for one."""

    def merging(keys, counts):
        keys = keys.copy()
        keys[keys == keys.max()] = keys.min()
        return distinct(keys, counts)

    return [patch("shoal.engine.grouping.distinct", merging)]


def nobody_is_suppressed():
    """The mask of suppressed records is dropped."""
    none = PropertyMock(side_effect=lambda: np.zeros(7, bool))
    return [patch.object(Candidate, "suppressed_tuples", none)]


def the_wrong_ones_are_suppressed():
    """The mask is inverted."""
    honest = Candidate.suppressed_tuples.func
    inverted = property(lambda self: ~honest(self))
    return [patch.object(Candidate, "suppressed_tuples", inverted)]


BUGS = [
    k_is_one_too_small,
    labels_are_swapped,
    records_are_shifted,
    the_grouping_merges_two_classes,
    nobody_is_suppressed,
    the_wrong_ones_are_suppressed,
]


def test_without_a_bug_the_release_is_written(study, tmp_path):
    report = shoal.run(study, tmp_path / "run")
    assert report["summary"]["suppressed_records"] == 1
    assert (tmp_path / "run" / "draft.csv").exists()


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_planted_bug_is_caught_and_nothing_is_written(bug, study, tmp_path):
    with planted(bug), pytest.raises(shoal.VerificationError, match="nothing was kept"):
        shoal.run(study, tmp_path / "run")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_planted_bug_is_caught_in_memory(bug, study, tmp_path):
    table = pl.read_csv(tmp_path / "toy.csv", infer_schema=False)
    assert shoal.anonymize(table, study).summary["suppressed_records"] == 1
    with planted(bug), pytest.raises(shoal.VerificationError):
        shoal.anonymize(table, study)


def test_a_roll_up_that_merges_too_much_is_caught(study, tmp_path):
    # It promises (1, 0) without suppression; really one record must go, and none may.
    strict = shoal.Study.of({**STUDY, "suppression_limit": 0}, tmp_path)
    assert shoal.run(strict, tmp_path / "honest")["summary"]["levels"] == {"age": 2, "sex": 0}
    with planted(the_roll_up_merges_too_much), pytest.raises(shoal.VerificationError):
        shoal.run(strict, tmp_path / "run")
    assert not (tmp_path / "run").exists()


class planted:
    """All patches of a bug at once."""

    def __init__(self, bug):
        self.patches = bug()

    def __enter__(self):
        for change in self.patches:
            change.start()

    def __exit__(self, *_):
        for change in self.patches:
            change.stop()
