"""Paper 004 as a study: distances by their definition, checks in three ways, and its page."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from studies import closeness_checks
from studies.closeness_checks import WAYS, Clocked, clocked_checks, distances_of
from studies.closeness_tables import PAPER, TABLES, Paper, Protected, adult, ihis
from studies.ordered_closeness import (
    FASTER,
    FIGURE_1_DISTANCES,
    LIMITS,
    PRUNED,
    Run,
    distances,
    figure_1,
    page,
    profile,
    run,
    times,
)
from studies.pictures import HEIGHT, WIDTH, picture
from studies.places import Places

from shoal.privacy import t_closeness


@pytest.fixture
def small():
    """Charges that depend on the ward and a little on the sex."""
    random = np.random.default_rng(2)
    ward, sex = random.choice(["a", "b", "c"], 300), random.choice(["f", "m"], 300)
    days = random.integers(1, 5, 300) + (ward == "c") + 2 * (sex == "m")
    frame = pl.DataFrame({"ward": ward, "sex": sex, "days": days.astype(str), "unused": ward})
    plain = {"builder": "suppression"}
    return Protected(
        "SPD", "a small table", frame, {"ward": plain, "sex": plain}, "days", "integer"
    )


def test_constants_are_those_that_the_paper_prints():
    assert FIGURE_1_DISTANCES == (1 / 4, 1 / 6)
    assert figure_1() == pytest.approx(FIGURE_1_DISTANCES)
    assert {name: told.values for name, told in PAPER.items()} == {
        "ADULT": 7, "FARS": 20, "CUP": 81, "ATUS": 7, "IHIS": 10, "SPD": 101,
    }  # fmt: skip
    assert PAPER["IHIS"] == Paper(1_193_504, 10)
    assert PRUNED == (0.69, 0.99)
    assert (max(LIMITS), min(LIMITS), FASTER) == (0.5, 0.1, 2)


@pytest.mark.needs("data")
def test_adult_and_fars_have_the_papers_records_and_values_and_stand_ins_about_its_values(
    shared_data, tmp_path
):
    found = {
        one.name: one for one in (make(Places(shared_data, tmp_path, tmp_path)) for make in TABLES)
    }
    assert found.keys() == PAPER.keys()
    for name in ("ADULT", "FARS"):
        assert Paper(len(found[name].frame), len(found[name].order)) == PAPER[name]
    assert {name: len(one.order) for name, one in found.items()} == {
        "ADULT": 7, "FARS": 20, "CUP": 75, "ATUS": 7, "IHIS": 10, "SPD": 98,
    }  # fmt: skip
    assert found["ADULT"].ordered == "marital-status"


def test_a_run_checks_every_candidate_in_all_ways_and_tells_every_class(small):
    found = run(small, 0.1)
    assert found.candidates == 4
    assert found.clocked.checks == 6 + 3 + 2 + 1  # classes of the four candidates
    assert all(found.clocked.seconds[way] > 0 for way in WAYS)
    assert found.distances.max() == pytest.approx(found.measured)
    assert found.distances.max() <= 0.1
    assert found.sizes.sum() >= 0.95 * 300
    assert found.relative("plain") == 1


def test_ways_that_do_not_agree_are_caught_and_the_usual_check_comes_back(small, monkeypatch):
    usual = t_closeness.classes_beyond
    lie = lambda histogram, classes, limit: np.ones(classes, np.bool_)  # noqa: E731
    monkeypatch.setattr(closeness_checks, "check_plainly", lie)
    with pytest.raises(AssertionError, match="do not agree"):
        run(small, 0.5)
    assert t_closeness.classes_beyond is usual
    with clocked_checks():
        assert t_closeness.classes_beyond is not usual


def test_values_that_a_class_does_not_have_count_too():
    before = pl.Series(["1", "2", "3", "9"])
    released = pl.DataFrame({"ward": ["*", "*"], "days": ["1", "1"]})
    [found], [size] = distances_of(released, ["ward"], before, ["1", "2", "3", "9"])
    assert (found, size) == (pytest.approx((3 / 4 + 2 / 4 + 1 / 4) / 3), 2)


def invented(t):
    clocked = Clocked({"plain": 2.0, "paper 004": 1.0, "Shoal": 0.5}, 12, 1000, 750)
    return Run(t, 12, 2.0, clocked, 0.125, np.array([t / 4, t / 2, t]), np.array([5, 5, 9]), t)


def test_the_page_has_times_relative_to_the_plain_way_and_all_distances(small):
    done = [(small, [invented(t) for t in LIMITS])]
    text = page(done, 180.0)
    assert "| SPD | not told | 101 | a small table | 300 | 7 | 2 | 12 |" in text
    assert "| SPD | 0.3 | 1,000 | 75% | 4.00 | 50% | 0.75 | 0.62 | 0.50 | 0.25 | 0.125 |" in text
    assert "| SPD | 0.1 | 3 | 0.025 | 0.038 | 0.050 | 0.075 | 0.100 | 0.100 |" in text
    assert "0.2500 and 0.1667" in " ".join(text.split())
    assert "took 3 minutes" in " ".join(text.split())
    [panel] = times(done)
    assert panel.drawn[1].points[0] == (0.1, 0.75)
    [panel] = distances(done)
    assert [part.name for part in panel.drawn] == ["t = 0.5", "t = 0.3", "t = 0.1"]


def test_a_profile_rises_to_1_at_the_largest_distance_however_few_points_it_has():
    found = profile(np.linspace(0, 0.3, 5000), points=10)
    assert len(found) == 11
    assert found[0] == (0, 0)
    assert found[-1] == pytest.approx((0.3, 1))


def test_panels_in_two_lines_stand_below_each_other(small):
    panels = times([(small, [invented(t) for t in LIMITS])]) * 3
    drawn = picture("t", panels, across=2)
    assert f'viewBox="0 0 {2 * WIDTH} {2 * HEIGHT + 24}"' in drawn
    assert f"translate(0 {HEIGHT})" in drawn


@pytest.mark.needs("data")
@pytest.mark.parametrize("make", [adult, ihis])
def test_reported_distances_are_the_largest_of_all_classes(shared_data, tmp_path, make):
    one = make(Places(shared_data, tmp_path, tmp_path))
    three = dict([*one.columns.items()][:3])
    found = run(replace(one, frame=one.frame.head(500), columns=three), 0.2)
    assert found.distances.max() == pytest.approx(found.measured)
