"""No model can be perfect: like stays are billed unlike."""

import numpy as np
import pytest
from numpy.random import PCG64

from shoal.data.example.places import HOSPITALS
from shoal.data.example.reasons import REASONS
from shoal.data.example.stays import draw_charge


@pytest.mark.parametrize("reason", range(len(REASONS)), ids=lambda n: REASONS[n].name)
@pytest.mark.parametrize("days", [1, 5, 120])
def test_every_class_of_charge_is_possible_for_every_stay(reason, days):
    stay = np.ones(4000, np.int64)
    charge = draw_charge(PCG64(1), reason * stay, 0 * stay, days * stay, 0 * stay)
    # One stay in 25 is billed by rules of its own: each class has a chance of at least one percent.
    assert min(np.bincount(charge, minlength=3)) > 20


def test_the_same_stay_costs_more_in_a_dearer_hospital():
    stay = np.ones(4000, np.int64)
    names = [name for name, _, _ in HOSPITALS]
    dear, cheap = (
        draw_charge(PCG64(1), 6 * stay, stay, 3 * stay, names.index(name) * stay).mean()
        for name in ("H051", "H201")
    )
    assert dear > cheap + 0.3
