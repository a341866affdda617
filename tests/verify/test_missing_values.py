"""A missing value makes nothing diverse: neither for the engine nor for the verifier."""

import polars as pl
import pytest

from shoal import anonymize
from shoal.errors import NoReleaseError
from shoal.verify import verify_frames

DIVERSITY = {
    "distinct-l-diversity": {"l": 2},
    "entropy-l-diversity": {"l": 1.5},
    "recursive-l-diversity": {"c": 4, "l": 2},
}


def study(model, person=None):
    columns = {
        "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "ill": {"role": "sensitive"},
    }
    if person:
        columns[person] = {"role": "identifier"}
    promise = {"model": model, "column": "ill", **DIVERSITY[model]}
    found = {"columns": columns, "privacy": [promise], "suppression_limit": 0}
    return {**found, "person": person} if person else found


def table(*ill):
    return pl.DataFrame({"ward": ["a"] * len(ill), "ill": pl.Series(ill, dtype=pl.String)})


def promise_of(verdict):
    return next(finding for finding in verdict.findings if finding.model in DIVERSITY)


@pytest.mark.parametrize("model", DIVERSITY)
@pytest.mark.parametrize("ill", [["HIV", "HIV", "HIV", None], [None, None], ["HIV", None]])
def test_hiv_and_missing_values_are_not_diverse(model, ill, tmp_path):
    with pytest.raises(NoReleaseError):
        anonymize(table(*ill), study(model))
    verdict = verify_frames(study(model), tmp_path, table(*ill), table(*ill))
    assert promise_of(verdict).holds is False


@pytest.mark.parametrize("model", DIVERSITY)
def test_known_values_are_as_diverse_with_a_missing_one_as_without(model, tmp_path):
    both = table("HIV", "flu", "HIV", "flu", None, None, None)
    release = anonymize(both, study(model))
    assert release.suppressed.sum() == 0
    assert promise_of(verify_frames(study(model), tmp_path, both, both)).holds is True


def test_an_estimate_of_nothing_is_that_of_one_value():
    promise = {"model": "entropy-l-diversity", "column": "ill", "l": 1, "estimator": "grassberger"}
    asked = {**study("entropy-l-diversity"), "privacy": [promise]}
    assert anonymize(table(None, None), asked).suppressed.sum() == 0


def test_people_without_a_known_value_are_counted_neither(tmp_path):
    known = study("distinct-l-diversity", person="who")
    ill = table("HIV", "HIV", None, None).with_columns(who=pl.Series(["a", "b", "c", "d"]))
    with pytest.raises(NoReleaseError):
        anonymize(ill, known)
    verdict = verify_frames(known, tmp_path, ill, ill.drop("who"))
    assert promise_of(verdict).holds is False
