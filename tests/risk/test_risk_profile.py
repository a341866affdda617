import numpy as np
import pytest

from shoal.risk.risk_profile import EDGES, risk_profile


def test_the_worked_example_of_the_specification():
    profile = risk_profile(np.array([1, 1, 2, 3, 5]))
    found = {edge: share for edge, share in zip(EDGES, profile.shares, strict=True) if share}
    assert found == pytest.approx({0.2: 5 / 12, 0.334: 3 / 12, 0.5: 2 / 12, 1.0: 2 / 12})


def test_the_cumulative_share_ends_at_one_and_never_falls():
    profile = risk_profile(np.array([3, 7, 11, 400, 90_000]))
    assert profile.cumulative[-1] == 1
    assert np.all(np.diff(profile.cumulative) >= 0)


@pytest.mark.parametrize(("size", "edge"), [(7, 0.143), (6, 0.167), (3, 0.334), (100, 0.01)])
def test_a_class_whose_risk_is_rounded_up_to_an_edge_is_below_it(size, edge):
    profile = risk_profile(np.array([size]))
    assert profile.shares[EDGES.index(edge)] == 1


def test_no_record_has_no_risk():
    assert not risk_profile(np.array([], np.int64)).cumulative.any()
