"""ARX's risk figures on Adult and FARS: attackers, profile, uniqueness, identifying columns.

Its estimator SNB is wrong (see the shared README), so SNB, and Dankar's choice where SNB matters,
are left out. In a release it takes records at the top of every column for suppressed.
"""

from typing import Any

import numpy as np
import polars as pl
import pytest

from oracle.answers import by_name, every_answer, frame_of, hierarchy_in
from shoal.data.regions import REGIONS
from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy.uniqueness.estimate import estimate
from shoal.risk.attackers import attackers
from shoal.risk.column_subsets import column_subsets
from shoal.risk.risk_profile import risk_profile

pytestmark = pytest.mark.oracle
RISKS = [answer for answer in every_answer() if answer["section"] == "risk"]
inputs = pytest.mark.parametrize(
    "answer", by_name(a for a in RISKS if a["config"].get("task") == "risk_input")
)
outputs = pytest.mark.parametrize(
    "answer", by_name(a for a in RISKS if "risk_output" in a["result"])
)


def tuples_of(frame: pl.DataFrame) -> tuple[Any, Any]:
    """The distinct tuples as numbers, and their records."""
    codes = frame.select(pl.all().rank("dense").cast(pl.Int32) - 1)
    counted = codes.group_by(codes.columns).len("n")
    return counted.drop("n").to_numpy(), counted["n"].to_numpy().astype(np.int64)


def input_sizes(answer):
    config = answer["config"]
    return tuples_of(frame_of(config["dataset"]).select(config["quasi_identifiers"]))[1]


def output_sizes(answer):
    """Class sizes at ARX's levels, without what it suppressed or takes for suppressed."""
    config, levels = answer["config"], answer["result"]["levels"]
    names = config["quasi_identifiers"]
    frame = frame_of(config["dataset"]).select(names)
    shown = []
    for name, level in zip(answer["result"]["attributes"], levels, strict=True):
        hierarchy = hierarchy_in(config["dataset"], name)
        shown.append(pl.Series(name, hierarchy.codes[level][hierarchy.rows(frame[name])]))
    sizes = tuples_of(pl.DataFrame(shown))[1]
    k = config["privacy_models"][0]["k"]
    return sizes[sizes >= k]


def differences(sizes, risk):
    """Every figure of ARX that is not ours."""
    profile = risk_profile(sizes)
    one = attackers(sizes, 0.2)[0]
    ours = {
        "highest_risk": one.highest,
        "lowest_risk": one.lowest,
        "average_risk": one.success,
        "records_affected_by_highest": one.records_highest,
        "records_affected_by_lowest": one.records_lowest,
        "sample_unique_records": int((sizes == 1).sum()),
        "num_classes": sizes.size,
        "dist_thresholds": list(profile.edges),
        "dist_fraction": profile.shares.tolist(),
        "dist_cumulative": profile.cumulative.tolist(),
    }
    for threshold in (0.05, 0.1, 0.2):
        ours[f"summary_threshold_{threshold}"] = summary(sizes, threshold)
    return {name for name, found in ours.items() if found != pytest.approx(risk[name])}


def summary(sizes, threshold):
    prosecutor, journalist, marketer = attackers(sizes, threshold)
    single = {
        f"{one.name}_{name}": value
        for one in (prosecutor, journalist)
        for name, value in (
            ("records_at_risk", one.at_risk),
            ("highest", one.highest),
            ("success_rate", one.success),
        )
    }
    return single | {"marketer_success_rate": marketer.success}


@inputs
def test_the_risk_of_the_input_is_the_same(answer):
    assert differences(input_sizes(answer), answer["result"]["risk"]) == set()


@outputs
def test_the_risk_of_the_release_is_the_same(answer):
    assert differences(output_sizes(answer), answer["result"]["risk_output"]) == set()


@inputs
def test_the_same_people_are_estimated_to_be_unique(answer):
    name = answer["config"]["population"]
    population = REGIONS.get(name) or int(name)
    classes = SizeHistogram.of(input_sizes(answer))
    for estimator in ("pitman", "zayatz"):
        theirs = answer["result"]["risk"]["population_uniqueness"][estimator.upper()]
        ours = estimate(classes, population, estimator).uniques
        assert (ours is not None) == theirs["available"]
        assert (ours or 0) == pytest.approx(theirs["num"], rel=1e-6)


def test_every_set_of_columns_tells_as_many_people_apart():
    (answer,) = [a for a in RISKS if a["config"].get("task") == "attr_risk"]
    names = answer["config"]["quasi_identifiers"]
    found = column_subsets(names, *tuples_of(frame_of("adult").select(names)))
    ours = {
        frozenset(found.names(int(mask))): (distinction, separation)
        for mask, distinction, separation in zip(
            found.masks, found.distinction, found.separation, strict=True
        )
    }
    theirs = answer["result"]["attribute_risks"]
    assert len(theirs) == len(ours) == 255
    for row in theirs:
        assert ours[frozenset(row["ids"])] == pytest.approx((row["distinction"], row["separation"]))


def test_a_wrong_class_would_be_noticed():
    answer = next(a for a in RISKS if a["config"].get("task") == "risk_input")
    sizes = input_sizes(answer)
    sizes[np.argmin(sizes)] += 1
    assert differences(sizes, answer["result"]["risk"])
