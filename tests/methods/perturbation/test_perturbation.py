"""Perturbation: what each way keeps on average, exactly where it promises so."""

import numpy as np
import polars as pl
import pytest

from shoal.errors import NoReleaseError, StudyError
from shoal.methods.perturbation.draws import normal, system_draw
from shoal.methods.perturbation.mdav import microaggregated
from shoal.methods.perturbation.measures import disclosed, lost
from shoal.methods.perturbation.noise import with_noise
from shoal.methods.perturbation.pram import invariant_matrix, post_randomized
from shoal.methods.rank_swapping import rank_swapped


def seeded(seed=1):
    return np.random.default_rng(seed).random


@pytest.fixture
def numbers():
    rng = np.random.default_rng(2)
    first = rng.normal(50, 10, 4000)
    return np.column_stack([first, 2 * first + rng.normal(0, 5, 4000)])


def test_the_systems_draws_are_uniform_and_never_the_same():
    one, other = system_draw(20_000), system_draw(20_000)
    assert 0 <= one.min() < one.max() < 1
    assert abs(one.mean() - 0.5) < 0.02
    assert not np.array_equal(one, other)
    assert abs(normal(20_000, system_draw).std() - 1) < 0.05


# PRAM


def keeps_the_shares(matrix_of):
    rng = np.random.default_rng(3)
    for size in range(1, 9):
        shares = rng.dirichlet(np.ones(size))
        matrix = matrix_of(shares)
        if not np.allclose(matrix.sum(axis=1), 1) or not np.allclose(shares @ matrix, shares):
            return False
    return True


def test_invariant_pram_keeps_the_shares_of_all_values():
    assert keeps_the_shares(lambda shares: invariant_matrix(shares, 0.5, 0.9, seeded()))


def test_the_law_of_invariance_catches_a_plain_matrix():
    def plain(shares):
        size = len(shares)
        return 0.8 * np.eye(size) + 0.2 / size

    assert not keeps_the_shares(plain)


def test_pram_changes_as_many_values_as_expected_and_leaves_missing_ones():
    column = pl.Series("ward", ["a", "b", "b", None, "c"] * 4000)
    done = post_randomized(column, 0.5, 1.0, seeded())
    assert done.column.is_null().equals(column.is_null())
    here = column.is_not_null()
    changed = (done.column != column).filter(here).mean()
    assert changed == pytest.approx(done.expected_changes, abs=0.01)
    before, after = (one.drop_nulls().value_counts().sort("ward") for one in (column, done.column))
    assert np.allclose(before["count"], after["count"], rtol=0.05)
    shown_a = done.column.filter(here) == "a"
    truly = (column.filter(here) == "a").filter(shown_a).mean()
    assert truly == pytest.approx(done.confidence[0], abs=0.02)


def test_pram_without_strength_changes_nothing():
    column = pl.Series("ward", ["a", "b", None])
    done = post_randomized(column, 0.5, 0.0)
    assert done.column.equals(column)
    assert done.expected_changes == 0
    assert post_randomized(pl.Series("ward", [None, None], pl.String)).column.null_count() == 2
    with pytest.raises(StudyError, match="`least` must be above 0"):
        post_randomized(column, 0.0)


# Noise


def test_additive_noise_has_its_share_of_the_standard_deviation(numbers):
    added = with_noise(numbers, 0.5, draw=seeded()) - numbers
    assert np.allclose(added.std(axis=0), 0.5 * numbers.std(axis=0), rtol=0.05)
    assert abs(np.corrcoef(added.T)[0, 1]) < 0.05


def test_correlated_noise_keeps_the_correlation(numbers):
    added = with_noise(numbers, 0.25, "correlated", draw=seeded()) - numbers
    assert np.allclose(np.cov(added.T), 0.25 * np.cov(numbers.T), rtol=0.1)


def test_noise_that_keeps_variances_does(numbers):
    shown = with_noise(numbers, 0.6, "keeping-variance", draw=seeded())
    assert np.allclose(shown.std(axis=0), numbers.std(axis=0), rtol=0.05)
    assert np.allclose(shown.mean(axis=0), numbers.mean(axis=0), rtol=0.02)


def test_noise_leaves_missing_numbers_missing():
    numbers = np.array([[1.0, 2.0], [np.nan, 3.0], [4.0, 9.0]])
    for kind in ("additive", "correlated", "keeping-variance"):
        assert np.isnan(with_noise(numbers, 0.1, kind)).tolist() == np.isnan(numbers).tolist()
    with pytest.raises(StudyError, match="must not be negative"):
        with_noise(numbers, -1)


# Rank swapping


def test_swapped_numbers_are_the_same_numbers_of_similar_rank():
    numbers = np.random.default_rng(4).permutation(200).astype(float)
    swapped = rank_swapped(numbers, 0.1, 0, 0, seeded())
    assert sorted(swapped) == sorted(numbers)
    assert 0 < np.abs(swapped - numbers).max() < 20
    assert (swapped != numbers).mean() > 0.8


def test_the_ends_are_replaced_by_their_mean():
    numbers = np.array([1.0, 2, 3, 4, 5, 6, 7, 8, np.nan, 9, 10])
    swapped = rank_swapped(numbers, 0, 0.2, 0.3)
    assert swapped[:10].tolist()[:3] == [2, 2, 2]
    assert swapped[[9, 10]].tolist() == [9.5, 9.5]
    assert np.isnan(swapped[8])
    with pytest.raises(StudyError, match="at most 1"):
        rank_swapped(numbers, 0.1, 0.6, 0.6)


# MDAV


def test_mdav_on_seven_numbers():
    means, groups = microaggregated(np.array([[1.0], [2], [10], [11], [20], [21], [22]]), 2)
    together = {frozenset(np.flatnonzero(groups == one).tolist()) for one in set(groups.tolist())}
    assert together == {frozenset({0, 1}), frozenset({5, 6}), frozenset({2, 3, 4})}
    assert means[:2].ravel().tolist() == [1.5, 1.5]


@pytest.mark.parametrize("k", [2, 3, 7])
def test_mdav_groups_hold_k_to_twice_k_records_and_keep_the_means(numbers, k):
    for records in (k, 2 * k - 1, 2 * k, 3 * k - 1, 3 * k, 301):
        means, groups = microaggregated(numbers[:records], k)
        sizes = np.bincount(groups)
        assert k <= sizes.min() <= sizes.max() < 2 * k
        assert np.allclose(means.mean(axis=0), numbers[:records].mean(axis=0))
    with pytest.raises(NoReleaseError, match="no group can hold"):
        microaggregated(numbers[: k - 1], k)


# Measures


def test_nothing_changed_is_nothing_lost_and_everything_disclosed(numbers):
    assert lost(numbers, numbers).tolist() == [0, 0]
    assert disclosed(numbers, numbers) == 1


def test_more_noise_loses_more_and_discloses_less(numbers):
    little, much = (with_noise(numbers, amount, draw=seeded()) for amount in (0.05, 1.0))
    assert (lost(numbers, little) < lost(numbers, much)).all()
    assert disclosed(numbers, little) > disclosed(numbers, much)
    # Another record is √2 standard deviations away: 2/√π of it for normal numbers.
    other = np.random.default_rng(5).permutation(numbers)
    assert np.allclose(lost(numbers, other), 0.8, atol=0.02)


def test_a_missing_number_is_not_disclosed():
    before = np.array([[1.0], [np.nan], [5.0]])
    assert disclosed(before, before) == pytest.approx(2 / 3)
