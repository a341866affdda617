"""Payouts of both players: sums of docs/theory/game.md over classes."""

import numpy as np
import pytest

from shoal.privacy.game import Game
from shoal.risk.payouts import payouts


def test_payouts_add_up_over_the_released_records():
    records = among = np.array([1, 5, 80])
    lost = np.array([0.0, 0.7686217868402407, 0.7686217868402407])
    found = payouts(Game(), records, among, lost)
    assert found.publisher == pytest.approx(900 + 5 * 217.65 + 80 * 277.65, abs=1)
    assert found.adversary == pytest.approx(296 + 5 * 56)
    assert found.attacked_records == 6
    assert found.found == pytest.approx(2)


def test_without_records_nobody_gets_anything():
    nothing = np.zeros(0, np.int64)
    assert set(payouts(Game(), nothing, nothing, np.zeros(0)).plain().values()) == {0}


def test_released_records_of_a_class_hide_among_all_of_the_population():
    found = payouts(Game(), np.array([3]), np.array([60]), np.zeros(1))
    assert found.found == pytest.approx(3 / 60)
    assert found.adversary == pytest.approx(3 * (300 / 60 - 4))
