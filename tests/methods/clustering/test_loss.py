"""GIL and NGIL on the slides of paper 002 and on Campan & Truta's nine patients."""

import numpy as np
import pytest

from methods.clustering.patients import NINE, S1, S2
from methods.clustering.spaces import COUNTRIES, space
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.methods.clustering.loss import Formed

# Paper 002: native countries on four levels above the values.
FOUR = Hierarchy.of(
    [
        ["Austria", "France", "Portugal", "Peru"],
        ["Western Europe"] * 3 + ["South America"],
        ["Europe"] * 3 + ["America"],
        ["West"] * 4,
        ["*"] * 4,
    ],
    "countries",
)


def formed(table, *clusters):
    cluster = np.zeros(table.records, np.int64)
    for number, members in enumerate(clusters):
        cluster[list(members)] = number
    return Formed.of(table, cluster)


def test_ages_from_20_to_30_of_11_to_91_cost_an_eighth():
    table = space({"age": [20, 27, 30, 11, 91]})
    costs = formed(table, (0, 1, 2), (3,), (4,)).costs(table)
    assert costs.ravel().tolist() == pytest.approx([1 / 8, 0, 0])


def test_one_of_four_levels_up_costs_a_quarter():
    table = space(trees={"country": (["Austria", "France", "Portugal", "Peru"], FOUR)})
    assert formed(table, (0, 1, 2), (3,)).costs(table).tolist() == [[1 / 4], [0]]


@pytest.mark.parametrize(
    ("partition", "gil", "ngil"), [(S1, 7.7308, 0.2863), (S2, 14.3077, 0.5299)]
)
def test_nine_patients(partition, gil, ngil):
    table = space(*NINE)
    found = formed(table, *partition)
    assert found.gil(table) == pytest.approx(gil, abs=5e-5)
    assert found.ngil(table) == pytest.approx(ngil, abs=5e-5)
    assert found.ngil_with_weights(table) == pytest.approx(found.ngil(table))


def test_weights_say_how_much_a_column_counts():
    ages, homes = [0, 10], (["Austria", "France"], COUNTRIES)
    table = space({"age": ages}, {"home": homes}, {"age": 3.0, "home": 1.0})
    found = formed(table, (0, 1))
    assert found.by_column(table).tolist() == [1, 1 / 3]
    assert found.ngil_with_weights(table) == pytest.approx(3 / 4 + 1 / 12)
    assert found.ngil(table) == pytest.approx(2 / 3)


def test_a_missing_number_beside_others_costs_the_whole_column():
    table = space({"age": [1, 2, None, None, 11]})
    costs = formed(table, (0, 1), (2, 3), (4,)).costs(table)
    assert costs.ravel().tolist() == pytest.approx([0.1, 0, 0])
    mixed = formed(table, (0, 2), (1, 3, 4)).costs(table)
    assert mixed.ravel().tolist() == [1, 1]


def test_a_column_of_one_number_costs_nothing():
    table = space({"age": [5, 5, 5]})
    assert formed(table, (0, 1, 2)).gil(table) == 0
