from decimal import Decimal, localcontext
from math import comb, log

import numpy as np
import pytest

from shoal.risk.individual import (
    expected_reidentifications,
    household_risk,
    individual_risk,
    threshold_for_rate,
)


def risk(count: int, share: float) -> float:
    return float(individual_risk(np.array([float(count)]), np.array([count / share]))[0])


@pytest.mark.parametrize(
    ("count", "share", "expected"),
    [(1, 0.1, 0.255843), (2, 0.1, 0.082684), (3, 0.1, 0.046368), (5, 0.3, 0.068948)],
)
def test_the_worked_values_of_the_specification(count, share, expected):
    assert risk(count, share) == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(("count", "share"), [(1, 0.4), (4, 0.25), (25, 0.2), (60, 0.5)])
def test_it_is_the_mean_of_one_over_a_negative_binomial_count(count, share):
    mean = sum(
        comb(j - 1, count - 1) * share**count * (1 - share) ** (j - count) / j
        for j in range(count, 1500)
    )
    assert risk(count, share) == pytest.approx(mean, rel=1e-9)


def test_a_unique_record_of_a_small_sample_has_the_closed_form():
    p = 1e-6
    assert risk(1, p) == pytest.approx(p / (1 - p) * log(1 / p))


@pytest.mark.parametrize("count", [1, 2, 7, 19, 20])
@pytest.mark.parametrize("share", ["1e-9", "0.001", "0.3", "0.499", "0.501", "0.9"])
def test_all_digits_are_right(count, share):
    """The integral of s^(f-1) / (p + q s), with sixty digits."""
    population = count / float(share)
    p = Decimal(count / population)
    with localcontext(prec=60):
        found = -p.ln() / (1 - p)
        for f in range(1, count):
            found = (Decimal(1) / f - p * found) / (1 - p)
        expected = float(p * found)
    given = individual_risk(np.array([float(count)]), np.array([population]))
    assert given[0] == pytest.approx(expected, rel=1e-14)


def test_many_records_of_a_huge_population_are_no_trouble():
    assert risk(1000, 0.001) == pytest.approx(0.001 / 999, rel=1e-2)


def test_a_sample_of_everybody_has_the_risk_of_its_classes():
    counts = np.array([1.0, 2.0, 50.0])
    assert individual_risk(counts, counts) == pytest.approx(1 / counts)


def test_a_household_is_found_with_any_of_its_members():
    found = household_risk(np.array([0.5, 0.5, 0.1]), np.array([7, 7, 9]))
    assert found == pytest.approx([0.75, 0.75, 0.1])
    assert household_risk(np.array([1.0, 0.2]), np.array([1, 1])) == pytest.approx([1, 1])


def test_the_expected_number_of_reidentifications_is_the_sum():
    assert expected_reidentifications(np.array([0.25, 0.75])) == 1


def test_capping_at_the_threshold_keeps_the_mean_risk_below_the_rate():
    risks = np.array([0.1, 0.1, 0.2, 0.9])
    threshold = threshold_for_rate(risks, 0.2)
    assert threshold == 0.2
    assert np.minimum(risks, threshold).mean() < 0.2
    assert np.minimum(risks, 0.9).mean() >= 0.2
    assert threshold_for_rate(risks, 0.05) == 0
