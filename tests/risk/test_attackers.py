import numpy as np
import pytest

from shoal.risk.attackers import attackers

SIZES, POPULATION = np.array([1, 1, 2, 3, 5]), np.array([2, 5, 4, 3, 10])


def test_the_worked_example_of_the_specification():
    prosecutor, journalist, marketer = attackers(SIZES, 0.4, POPULATION)
    assert (prosecutor.highest, prosecutor.lowest) == (1, 0.2)
    assert prosecutor.success == pytest.approx(5 / 12)
    assert prosecutor.at_risk == pytest.approx(4 / 12)
    assert (journalist.highest, journalist.lowest) == (0.5, 0.1)
    assert journalist.at_risk == pytest.approx(1 / 12)
    assert journalist.success == pytest.approx(0.225)
    assert marketer.success == pytest.approx(0.225)


def test_without_a_population_all_three_are_the_same():
    prosecutor, journalist, marketer = attackers(SIZES, 0.4)
    assert journalist.success == prosecutor.success == marketer.success
    assert journalist.at_risk == prosecutor.at_risk


def test_a_risk_at_the_threshold_is_not_above_it():
    assert attackers(np.array([5, 5]), 0.2)[0].at_risk == 0
    assert attackers(np.array([4, 5]), 0.2)[0].at_risk == pytest.approx(4 / 9)


def test_records_of_the_highest_and_lowest_risk_are_counted():
    prosecutor, journalist, _ = attackers(SIZES, 0.4, POPULATION)
    assert (prosecutor.records_highest, prosecutor.records_lowest) == (2, 5)
    assert (journalist.records_highest, journalist.records_lowest) == (1, 5)


def test_an_empty_table_risks_nothing():
    for attacker in attackers(np.array([], np.int64), 0.2):
        assert attacker.success == 0


def test_classes_of_the_population_without_a_record_do_not_count():
    assert attackers(np.array([0, 4]), 0.2, np.array([1, 8]))[1].highest == 1 / 8
