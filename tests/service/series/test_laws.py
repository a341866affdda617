"""A series keeps its promises together, as an attack by definition sees it."""

import numpy as np
import pytest
from benchmarks.joint_attack import attack

import shoal
from service.series.yearly import KEYS, shown, tables
from shoal.errors import NoReleaseError
from shoal.search.series import recoding


def series(folder, seed, *, given=True, years=4):
    """The releases of a series, as everybody who has them sees them."""
    found, before = [], {}
    for table in tables(seed, years):
        release = shoal.anonymize(table, KEYS | before, workspace=folder)
        if given:
            release.give()
        before = {"continues": release.summary["ledger"]["id"]}
        found.append(shown(table, release))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_series_is_given_and_tells_nobody_apart(tmp_path, seed):
    releases = series(tmp_path, seed)
    for last in range(2, len(releases) + 1):
        found = attack(releases[:last], k=3, l=2)
        assert (found.candidates, found.values, found.differences) == (0, 0, 0)
    assert all(len(one) > 100 for one in releases)


@pytest.mark.parametrize("seed", range(3))
def test_releases_that_do_not_continue_are_found(tmp_path, seed):
    """The attack finds somebody where there is somebody to find."""
    every = [shown(one, shoal.anonymize(one, KEYS)) for one in tables(seed)]
    found = attack(every, k=3, l=2)
    assert found.differences > 0


@pytest.mark.parametrize(
    "lie",
    [
        {"people_to_show_together": lambda told, classes, rung, kept: kept},
        {"cheapest_cut": lambda told, rungs, *_: lie_of_the_first_rung(told, rungs)},
    ],
    ids=["nobody looks at all releases", "everybody as before"],
)
def test_a_planted_lie_is_refused_when_it_is_given(tmp_path, monkeypatch, lie):
    for name, planted in lie.items():
        monkeypatch.setattr(recoding, name, planted)
    if "cheapest_cut" in lie:
        monkeypatch.setattr(
            recoding, "people_to_show_together", lambda told, classes, rung, kept: kept
        )
    with pytest.raises(NoReleaseError, match=r"tell more together|in the way"):
        several(tmp_path)


def several(folder):
    for seed in range(6):
        series(folder / str(seed), seed)


def lie_of_the_first_rung(told, rungs):
    """Everybody at the levels of the first release, as if nothing had happened."""
    rung = np.full(len(told.links), int(told.earlier[0].rungs.max()))
    classes = rungs.classes(rung)
    return rung, ~told.promised.is_in_broken_group(classes, told.own)
