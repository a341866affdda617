"""What the verifier says of differential privacy: beta and k derived anew, coverage, faults."""

from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.privacy import privacy_models
from shoal.verify import verify_frames
from shoal.verify.promises.sampled import bounds_of_exponential, derive_draw

PROMISE = {"model": "differential-privacy", "epsilon": 1, "delta": 0.1, "degree": "none"}  # k = 8


def test_both_derivations_of_the_specification_agree():
    for epsilon in ("2", "1.5", "1", "0.5", "0.1"):
        for delta in ("1e-3", "1e-4", "1e-5", "1e-6"):
            promise = {**PROMISE, "epsilon": epsilon, "delta": delta}
            ours = privacy_models.build(promise)
            assert derive_draw(promise) == (ours.beta, ours.k)


@settings(max_examples=30, deadline=None)
@given(
    st.decimals("0.05", "4", places=3),
    st.decimals("0.000001", "0.9", places=6),
    st.booleans(),
    st.booleans(),
)
def test_two_derivations_that_share_no_code_agree(epsilon, delta, searched, arx):
    promise = {"model": "differential-privacy", "epsilon": str(epsilon), "delta": str(delta)}
    promise |= {"arx_compatible": arx, "degree": "low"}
    if searched:
        del promise["degree"]
        promise |= {"steps": 3, "search_epsilon": "0.01"}
    ours = privacy_models.build(promise)
    assert derive_draw(promise) == (ours.beta, ours.k)


def test_exponentials_are_enclosed():
    low, high = bounds_of_exponential(Fraction(1))
    e = Fraction("2.71828182845904523536028747135266249775724709369995957496696763")
    assert abs(1 / low - e) < Fraction(1, 10**61)
    assert low < high < low + Fraction(1, 10**100)


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "ward.csv").write_text("a;*\nb;*\nc;*\n")
    return tmp_path


def judged(folder, cells, *, promise=PROMISE, column=None, more=None, **keys):
    """The verdict on a table of 60 records, of which the first so many are released."""
    data = pl.DataFrame({"ward": ["a", "b", "c"] * 20})
    if more:
        data = data.with_columns(pl.Series("more", range(60)).cast(pl.String))
        keys["columns"] = {"more": more}
    columns = {"ward": column or {"role": "quasi-identifier", "hierarchy": "ward.csv"}}
    study = {"privacy": [promise], **keys, "columns": columns | keys.get("columns", {})}
    kept = pl.Series(data["ward"].is_in(cells)) & (pl.int_range(60, eager=True) < 45)
    drawn = pl.int_range(60, eager=True) < 45
    blank = data.select(pl.when(kept).then(pl.all()))
    return verify_frames(study, folder, data, blank, ~kept, drawn)


def by_model(verdict):
    [finding] = [finding for finding in verdict.findings if finding.model is not None]
    return finding


def test_one_release_cannot_show_its_chance(tree):
    verdict = judged(tree, ["a", "b", "c"])
    assert verdict.holds
    assert by_model(verdict).holds == "not_checked"
    assert "with the chance 0.632121" in by_model(verdict).reason
    assert by_model(verdict).measured == 15


def test_a_class_below_k_is_refused(tree):
    k = privacy_models.build({**PROMISE, "delta": 0.001}).k
    assert k > 15
    verdict = judged(tree, ["a"], promise={**PROMISE, "delta": 0.001})
    assert not verdict.holds
    assert f"smaller than {k}" in by_model(verdict).reason


def coverage(verdict):
    [finding] = [finding for finding in verdict.findings if finding.check == "coverage"]
    return finding


@pytest.mark.parametrize("role", ["sensitive", "insensitive"])
def test_a_column_that_is_not_covered_is_refused(tree, role):
    verdict = judged(tree, ["a", "b", "c"], more={"role": role})
    assert coverage(verdict).holds is False
    assert "'more' is released, but differential privacy does not cover it" in (
        coverage(verdict).reason
    )


@pytest.mark.parametrize("hierarchy", [None, {"builder": "suppression"}, {"builder": "masking"}])
def test_a_hierarchy_of_the_values_that_occur_is_refused(tree, hierarchy):
    column = {"role": "quasi-identifier", "hierarchy": hierarchy}
    assert coverage(judged(tree, ["a", "b", "c"], column=column)).holds is False


@pytest.mark.parametrize("output", [{"shuffle": False}, {"suppressed": "blank"}])
def test_order_and_suppressed_records_must_not_be_released(tree, output):
    assert coverage(judged(tree, ["a", "b", "c"], output=output)).holds is False


def test_a_repeatable_draw_is_not_private(tree):
    verdict = judged(tree, ["a", "b", "c"], reproducible=True)
    [finding] = [finding for finding in verdict.findings if finding.check == "randomness"]
    assert "not private" in finding.reason


def test_a_record_that_was_not_drawn_must_not_show_up(tree):
    data = pl.DataFrame({"ward": ["a"] * 60})
    study = {
        "columns": {"ward": {"role": "quasi-identifier", "hierarchy": "ward.csv"}},
        "privacy": [PROMISE],
    }
    drawn = pl.int_range(60, eager=True) < 45
    nobody = pl.Series([False] * 60)
    verdict = verify_frames(study, tree, data, data, nobody, drawn)
    assert not verdict.holds


def test_values_outside_the_hierarchy_are_read_as_missing(tree):
    data = pl.DataFrame({"ward": ["a"] * 30 + ["z"] * 30})
    study = {
        "columns": {"ward": {"role": "quasi-identifier", "hierarchy": "ward.csv"}},
        "privacy": [PROMISE],
    }
    release = data.select(pl.when(pl.col("ward") != "z").then("ward"))
    everybody = pl.Series([True] * 60)
    verdict = verify_frames(study, tree, data, release, ~everybody, everybody)
    assert verdict.holds
    shown = verify_frames(study, tree, data, data, ~everybody, everybody)
    assert not shown.holds
