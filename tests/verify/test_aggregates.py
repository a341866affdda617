"""Aggregates of a written release: the honest one passes, every lie about a class is caught."""

import polars as pl
import pytest

from shoal.verify import verify

KEY = {"role": "quasi-identifier", "hierarchy": "ward.csv"}
# Ages by ward; ward c is smaller than k = 3 and suppressed, ward d shows the same mean as a.
AGES = {"a": (76, 66, 74), "b": (64, 69, 55, None), "c": (72,), "d": (71, 72, 73)}
HONEST = {
    "mean": {"a": "72", "b": "62.666666666666664", "d": "72"},
    "geometric-mean": {"a": "71.8689084091", "b": "62.3966740884", "d": "71.9954335676"},
    "median": {"a": "74", "b": "64", "d": "72"},
    "mode": {"a": "66", "b": "55", "d": "71"},
    "interval": {"a": "[66, 76]", "b": "[55, 69]", "d": "[71, 73]"},
    "set": {"a": "{66, 74, 76}", "b": "{55, 64, 69}", "d": "{71, 72, 73}"},
}


def study(tmp_path, **aggregate):
    rows = [(ward, age) for ward, ages in AGES.items() for age in ages]
    pl.DataFrame(rows, ("ward", "age"), orient="row").write_csv(tmp_path / "data.csv")
    (tmp_path / "ward.csv").write_text("a;*\nb;*\nc;*\nd;*\n")
    age = {"role": "quasi-identifier", "type": "integer", "aggregate": aggregate}
    return {
        "data": {"path": "data.csv", "separator": ","},
        "columns": {"ward": KEY, "age": age},
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "suppression_limit": 0.1,
        "output": {"shuffle": False},
    }


def verdict(tmp_path, keys, shown):
    rows = [
        (ward, text)
        for ward, ages in AGES.items()
        for _, text in zip(ages, shown.get(ward, ()), strict=False)
    ]
    pl.DataFrame(rows, ("ward", "age"), orient="row").write_csv(tmp_path / "draft.csv")
    return verify(keys, tmp_path, tmp_path / "draft.csv")


def all_alike(texts):
    """Every member of a class shows the same text."""
    return {ward: (text,) * len(AGES[ward]) for ward, text in texts.items()}


@pytest.mark.parametrize("function", HONEST)
def test_an_honest_release_passes_completely(tmp_path, function):
    found = verdict(tmp_path, study(tmp_path, function=function), all_alike(HONEST[function]))
    assert found.failures == ()
    assert found.complete


@pytest.mark.parametrize("function", HONEST)
@pytest.mark.parametrize("ward", ["a", "b", "d"])
def test_another_aggregate_is_caught(tmp_path, function, ward):
    other = {"a": "b", "b": "a", "d": "b"}[ward]
    lie = {**HONEST[function], ward: HONEST[function][other]}
    found = verdict(tmp_path, study(tmp_path, function=function), all_alike(lie))
    assert {finding.check for finding in found.failures} >= {"records", "aggregates"}


def test_a_mean_that_is_off_by_little_is_caught(tmp_path):
    lie = {**HONEST["mean"], "b": "62.66666666666666"}
    assert not verdict(tmp_path, study(tmp_path, function="mean"), all_alike(lie)).holds


def test_a_single_cell_that_shows_its_own_value_is_caught(tmp_path):
    shown = {**all_alike(HONEST["mean"]), "a": ("72", "72", "74")}
    found = verdict(tmp_path, study(tmp_path, function="mean"), shown)
    assert not found.holds
    assert "72" not in "".join(finding.reason for finding in found.failures)


def test_classes_are_counted_with_their_aggregates(tmp_path):
    shown = {**all_alike(HONEST["mean"]), "a": ("72", "72", "74")}
    found = verdict(tmp_path, study(tmp_path, function="mean"), shown)
    assert [entry["holds"] for entry in found.privacy] == [False]


def test_missing_values_count_as_the_study_says(tmp_path):
    keys = study(tmp_path, function="mean", missing="zero", decimals=1)
    texts = {"a": "72.0", "b": "47.0", "d": "72.0"}
    assert verdict(tmp_path, keys, all_alike(texts)).holds
    assert not verdict(tmp_path, keys, all_alike({**texts, "b": "62.7"})).holds


def test_an_unknown_function_is_not_approved(tmp_path):
    found = verdict(tmp_path, study(tmp_path, function="guess"), all_alike(HONEST["mean"]))
    assert not found.complete


def test_aggregates_of_classes_that_are_not_written_are_not_checked(tmp_path):
    keys = study(tmp_path, function="mean")
    keys["output"] = {"columns": ["age"], "shuffle": False}
    pl.DataFrame({"age": ["72"] * 6}).write_csv(tmp_path / "draft.csv")
    found = verify(keys, tmp_path, tmp_path / "draft.csv")
    [finding] = [finding for finding in found.findings if finding.check == "aggregates"]
    assert finding.holds == "not_checked"


# With clustering the label is not released: the verifier finds the level by itself.

YOUNG, OLD = (55, 64, 66, 69), (71, 72, 73, 74, 76)
CLUSTERS = "".join([*(f"{age};<70;*\n" for age in YOUNG), *(f"{age};>=70;*\n" for age in OLD)])


def clustered(tmp_path, **bounds):
    keys = study(tmp_path, function="mean", clustering=True, decimals=1)
    (tmp_path / "age.csv").write_text(CLUSTERS)
    keys["columns"]["age"] |= {"hierarchy": "age.csv", "missing": ["-"], **bounds}
    keys["columns"]["ward"] = {**KEY, "min_level": 1}
    rows = [("x", 64), ("x", 66), ("x", 69), ("x", 71), ("x", 73), ("x", 76), ("x", 72)]
    pl.DataFrame(rows, ("ward", "age"), orient="row").write_csv(tmp_path / "data.csv")
    (tmp_path / "ward.csv").write_text("x;*\n")
    return keys


def with_ages(tmp_path, keys, ages):
    pl.DataFrame({"ward": ["*"] * len(ages), "age": ages}).write_csv(tmp_path / "draft.csv")
    return verify(keys, tmp_path, tmp_path / "draft.csv")


def test_the_level_that_formed_the_clusters_is_found(tmp_path):
    keys = clustered(tmp_path)
    found = with_ages(tmp_path, keys, ["66.3"] * 3 + ["73.0"] * 4)
    assert found.failures == ()
    [cells] = [finding for finding in found.findings if finding.check == "cells"]
    assert cells.measured == {"ward": 1, "age": 1}
    everybody = with_ages(tmp_path, keys, ["70.1"] * 7)
    assert everybody.failures == ()


def test_clusters_outside_the_allowed_levels_are_caught(tmp_path):
    keys = clustered(tmp_path, max_level=1)
    assert not with_ages(tmp_path, keys, ["70.1"] * 7).holds


def test_clusters_that_no_level_explains_are_caught(tmp_path):
    assert not with_ages(tmp_path, clustered(tmp_path), ["65.0"] * 3 + ["73.0"] * 4).holds


def test_a_part_of_a_cluster_is_caught(tmp_path):
    keys = {**clustered(tmp_path), "suppression_limit": 0.5}
    assert with_ages(tmp_path, keys, ["73.0"] * 4).holds
    assert not with_ages(tmp_path, keys, ["73.0"] * 3).holds
