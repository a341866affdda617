"""MDAV from a study to its verified release."""

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import StudyError
from shoal.methods.perturbation.mdav import groups_of

HEIGHTS = pl.DataFrame({"height": [1.52, 1.55, 1.71, 1.73, 1.9, 1.92, 1.93]})
HEIGHT = {"role": "quasi-identifier", "type": "decimal"}


def study(columns, **more):
    return {"columns": columns, "method": {"name": "mdav", "k": 2, **more}}


def test_similar_heights_become_one_range():
    release = shoal.anonymize(HEIGHTS, study({"height": HEIGHT}))
    shown = release.table["height"].to_list()
    assert shown == ["[1.52, 1.55]"] * 2 + ["[1.71, 1.9]"] * 3 + ["[1.92, 1.93]"] * 2
    assert release.summary["privacy"][0]["holds"] is True


def test_weights_say_which_numbers_decide():
    table = pl.DataFrame({"age": [1, 9, 1, 9, 1, 9], "pay": [1, 1, 9, 9, 5, 5]})
    number = {"role": "quasi-identifier", "type": "integer"}

    def ages(weight):
        columns = {"age": {**number, "weight": weight}, "pay": number}
        return set(shoal.anonymize(table, study(columns, k=3)).table["age"])

    assert ages(100.0) == {"1", "9"}
    assert "[1, 9]" in ages(0.01)


@pytest.mark.parametrize(
    ("numbers", "groups"),
    [([3, 7, 4, 6], [0, 1, 0, 1]), ([8, 8, 11, 3, 5], [0, 1, 0, 1, 1])],
)
def test_of_equally_far_records_the_first_begins_though_rounding_differs(numbers, groups):
    """3 and 7 are as far from their mean, and so are 11 and 3; floats say otherwise."""
    assert groups_of(np.array(numbers, np.float64)[:, np.newaxis], 2).tolist() == groups


def test_constraints_hold():
    rng = np.random.default_rng(1)
    table = pl.DataFrame({"age": rng.integers(0, 99, 90), "illness": rng.choice(["a", "b"], 90)})
    columns = {"age": {"role": "quasi-identifier", "type": "integer"}}
    columns["illness"] = {"role": "sensitive"}
    diverse = {"model": "distinct-l-diversity", "column": "illness", "l": 2}
    release = shoal.anonymize(table, study(columns, constraints=[diverse]))
    assert [one["holds"] for one in release.summary["privacy"]] == [True, True]


def test_categories_are_refused():
    table = HEIGHTS.with_columns(sex=pl.Series(list("fmfmfmf")))
    columns = {"height": HEIGHT, "sex": {"role": "quasi-identifier"}}
    with pytest.raises(StudyError, match="mdav groups numbers, but 'sex' are none"):
        shoal.anonymize(table, study(columns))
