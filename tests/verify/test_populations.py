"""The verifier's own answers about populations and whole tables: against the engine's, and lies."""

import copy
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.groups import PRIVACY
from shoal.data.regions import REGIONS
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy import privacy_models
from shoal.privacy.average_risk import size_of as engine_size_of
from shoal.privacy.sample_size import Estimator, smallest_sample_class
from shoal.privacy.uniqueness.estimate import estimate
from shoal.verify import populations, verify_frames
from shoal.verify.promises.around import Around
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.estimates import NoEstimate, Sizes, estimate_uniques
from shoal.verify.promises.findings import check_promise
from shoal.verify.promises.populations import smallest_class
from shoal.verify.promises.tables import TABLES, size_of

HISTOGRAM = ([1, 2, 3, 4, 5, 8, 12], [30, 8, 4, 2, 1, 1, 1])
class_sizes = st.lists(st.integers(1, 9), min_size=1, max_size=30).map(np.array)


@pytest.mark.parametrize("name", TABLES)
def test_engine_and_verifier_agree_on_whole_tables(name):
    @given(PRIVACY[name], class_sizes)
    def law(settings, sizes):
        promise = {"model": name, **settings}
        theirs = check_promise(promise, Classes(sizes, {}, Around(int(sizes.sum()), 60)))
        ours = privacy_models.build(promise).holds(sizes)
        if promise.get("estimator") not in ("snb", "dankar"):
            assert theirs.holds is ours
        elif ours:  # of some tiny tables only one way of solving finds the equations' root
            assert theirs.holds

    law()


@pytest.mark.parametrize("name", ["k-map", "delta-presence"])
def test_engine_and_verifier_agree_on_populations(name):
    @given(PRIVACY[name], st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1))
    def law(settings, pairs):
        sizes = np.array([size for size, _ in pairs])
        population = np.array([size + more for size, more in pairs])
        promise = {"model": name, **settings}
        around = Around(int(sizes.sum()), int(population.sum()), population)
        theirs = check_promise(promise, Classes(sizes, {}, around))
        ours = privacy_models.build(promise)
        classes = EquivalenceClasses(sizes, sizes, population=population)
        assert theirs.holds is not bool(ours.violations(classes).any())

    law()


@given(
    st.integers(2, 60),
    st.sampled_from([0.001, 0.1, 0.37, 1.0]),
    st.sampled_from([0.0, 0.001, 0.05, 0.5, 1.0]),
    st.sampled_from(["poisson", "zero-truncated-poisson"]),
    st.booleans(),
)
def test_estimated_sizes_agree(k, fraction, significance, estimator, arx):
    promise = {"significance": significance, "arx_compatible": arx}
    form = Estimator.of(estimator, arx_compatible=arx)
    ours = smallest_sample_class(k, fraction, significance, form)
    assert smallest_class(promise, k, estimator, k * Fraction(str(fraction))) == ours


@pytest.mark.parametrize("estimator", ["zayatz", "pitman", "snb", "dankar"])
@pytest.mark.parametrize("population", [100, 364, 1820, 317_238_626])
def test_estimates_written_apart_agree(estimator, population):
    sizes = np.repeat(*HISTOGRAM)
    ours = estimate(SizeHistogram.of(sizes), population, estimator).uniques
    if ours is None:  # so small a sample has no slide negative binomial
        assert (estimator, population) == ("snb", 317_238_626)
        with pytest.raises(NoEstimate):
            estimate_uniques(Sizes.of(sizes), population, estimator)
    else:
        assert estimate_uniques(Sizes.of(sizes), population, estimator) == pytest.approx(
            ours, rel=1e-7
        )


def test_a_model_without_solution_is_no_estimate():
    with pytest.raises(NoEstimate):
        estimate_uniques(Sizes.of(np.repeat([1, 2, 3, 4], [4, 3, 2, 1])), 1000, "pitman")


@pytest.mark.parametrize("risk", ["0.2", "0.33", "0.3", "0.34", "0.09", "0.05", "0.333", "1"])
def test_risks_stand_for_the_same_sizes(risk):
    assert size_of(Fraction(risk)) == engine_size_of(float(risk))


def test_regions_are_the_same():
    assert populations.REGIONS == REGIONS


AGES = ["21", "22", "31", "32", "33", "41", "42", "43", "44", "51"]
WARD = pl.DataFrame({"age": AGES, "site": list("nnnsnnnsss")})
AGE = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
STUDY = {"columns": {"age": AGE}, "subset": {"column": "site", "equals": "n"}}
DECADES = ["2*", "2*", "3*", None, "3*", "4*", "4*", None, None, None]


def verdict(promise, shown=DECADES, **more):
    study = copy.deepcopy(STUDY) | {"privacy": [promise], **more}
    mask = pl.Series([cell is None for cell in shown])
    return verify_frames(study, None, WARD, pl.DataFrame({"age": shown}), mask)


def holds(promise, **more):
    found = verdict(promise, **more)
    [answer] = found.privacy
    return answer["holds"]


def test_a_released_subset_is_recognized():
    found = verdict({"model": "k-anonymity", "k": 2})
    assert found.holds
    assert found.complete
    [subset] = [finding for finding in found.findings if finding.check == "subset"]
    assert subset.measured == {"inside": 6}


def test_a_record_outside_the_subset_must_not_be_released():
    lie = [*DECADES[:7], "4*", *DECADES[8:]]
    found = verdict({"model": "k-anonymity", "k": 2}, lie)
    assert [finding.check for finding in found.failures] == ["subset"]
    assert "outside the research subset" in found.failures[0].reason


def test_a_record_of_the_subset_that_is_missing_counts_as_suppressed():
    found = verdict({"model": "k-anonymity", "k": 2}, [None, None, *DECADES[2:]])
    assert "suppression" in [finding.check for finding in found.failures]


def test_the_population_of_each_class_is_counted():
    # 2*: 2 of 2, 3*: 2 of 3, 4*: 2 of 4.
    assert holds({"model": "k-map", "k": 2}) is True
    assert holds({"model": "k-map", "k": 3}) is False
    assert holds({"model": "delta-presence", "delta_min": 0.0, "delta_max": 1.0}) is True
    assert holds({"model": "delta-presence", "delta_min": 0.0, "delta_max": 0.9}) is False


def test_a_population_class_without_records_is_noticed():
    # Nobody of the fifties is in the subset.
    assert holds({"model": "delta-presence", "delta_min": 0.1, "delta_max": 1.0}) is False


def test_a_random_sample_is_known_only_to_the_run_that_drew_it():
    study = STUDY | {"privacy": [{"model": "k-anonymity", "k": 2}], "subset": {"sample": 0.6}}
    shown = pl.DataFrame({"age": DECADES})
    mask = pl.Series([cell is None for cell in DECADES])
    told = verify_frames(study, None, WARD, shown, mask, WARD["site"] == "n")
    assert told.holds
    assert told.complete
    later = verify_frames(study, None, WARD, shown, mask)
    assert later.holds
    assert not later.complete


def test_the_study_tells_the_size_of_the_population():
    promise = {"model": "k-map", "k": 5, "estimator": "poisson", "significance": 0.05}
    assert holds(promise, population={"size": 6000}) is True  # k' = 1
    assert holds(promise, population={"size": 6}) is False  # all of the population
    assert holds(promise, population={"fraction": 0.001}) is True
    assert holds(promise, population={"region": "USA"}) is True
    assert holds(promise) is False  # ten in the ward: f = 0.6


def test_people_of_the_population_are_counted_once():
    ward = WARD.with_columns(pl.Series("patient", list("aabbcddeef")))
    study = STUDY | {
        "columns": {"age": AGE, "patient": {"role": "identifier"}},
        "person": "patient",
        "privacy": [{"model": "k-map", "k": 2}],
        "suppression_limit": 1,
    }
    mask = pl.Series([cell is None for cell in DECADES])
    found = verify_frames(study, None, ward, pl.DataFrame({"age": DECADES}), mask)
    [answer] = found.privacy
    assert (answer["holds"], answer["measured"]) == (False, 1)  # the twenties are one patient
