"""Case studies: what they ask, what their pages show, and what the paper's figures demand."""

from dataclasses import replace

import numpy as np
import pytest
from studies.acute_forest import Forest, places
from studies.acute_inflammation import LEFT_OUT, PAPER_15, REMOVED, page, risk_profile, roc_picture
from studies.acute_settings import (
    BLADDER,
    CHOSEN,
    OTHERS,
    SIZES,
    TABLE,
    TARGETS,
    Reading,
    Result,
    result,
    study_keys,
)
from studies.acute_skills import PAPER_SKILL, READINGS, SMILE, USUAL, Skill, seen_of, skills
from studies.pictures import LEFT, SIDE, TOP, Drawn, Panel, picture
from studies.places import Places, asked

MEASURES = "missing", "generalization_intensity", "granularity", "non_uniform_entropy"


@pytest.mark.needs("data")
def test_at_k_15_the_columns_of_figure_7_are_removed_and_the_others_keep_its_shares(shared_data):
    found = result(shared_data / TABLE, 15, targets=(BLADDER,), trees=20)
    assert found.removed == REMOVED == ["lumbar_pain", "micturition_pains", "burning_of_urethra"]
    assert found.summary["suppressed_records"] == LEFT_OUT
    measured = found.summary["utility"]["columns"]
    for name in PAPER_15.keys() - {"temperature"}:
        ours = [measured[name][key] for key in (*MEASURES, "squared_error")]
        assert ours == pytest.approx(PAPER_15[name], abs=1e-5)
    assert max(found.risks[0]) == 1
    assert max(found.risks[1]) == pytest.approx(1 / 19)
    assert found.scores[BLADDER]["relative_auc"] == pytest.approx(1)


@pytest.mark.needs("data")
@pytest.mark.parametrize(("aggregate", "same"), [("interval", True), ("mean", False)])
def test_only_intervals_have_the_squared_error_of_figure_7(shared_data, aggregate, same):
    found = result(shared_data / TABLE, 15, Reading(aggregate=aggregate), (BLADDER,), trees=1)
    error = found.summary["utility"]["columns"]["temperature"]["squared_error"]
    assert (error == pytest.approx(PAPER_15["temperature"][-1], abs=1e-6)) is same


@pytest.mark.slow
@pytest.mark.needs("data")
@pytest.mark.parametrize("k", SIZES)
def test_models_predict_as_well_as_from_the_input_up_to_k_15_and_worse_beyond(shared_data, k):
    found = result(shared_data / TABLE, k)
    area = found.scores[BLADDER]["relative_auc"]
    assert area == pytest.approx(1) if k <= 15 else area < 0.9
    assert found.scores[BLADDER]["brier_skill"] is not None


def test_all_eight_columns_are_transformed_and_no_diagnosis_is_a_feature():
    keys = study_keys(15)
    assert {column["role"] for column in keys["columns"].values()} == {"quasi-identifier"}
    assert keys["quality"] == {"model": "classification", "targets": [*TARGETS]}
    assert not set(TARGETS) & set(keys["evaluate"]["features"])


def test_readings_differ_in_what_they_say_and_ask():
    readings = [CHOSEN, *OTHERS]
    assert len({reading.words for reading in readings}) == len(readings)
    assert len({str(study_keys(15, reading)) for reading in readings}) == len(readings)


def invented(k):
    """A result whose numbers are easy to find on a page."""
    side = {"roc": [[0.0, 0.0], [0.25, 0.75], [1.0, 1.0]]}
    sides = dict.fromkeys(("baseline", "original", "released"), side)
    scores = {
        "relative_auc": 0.5 + k / 1000,
        "brier_skill": -k / 8,
        "relative_accuracy": 0.75,
        "original": {"brier": 0.5},
        "released": {"brier": 0.625},
        "by_class": [{"class": "no"}, {"class": "yes", **sides}],
    }
    shares = dict.fromkeys((*MEASURES, "squared_error"), 0.125)
    summary = {
        "levels": {"nausea": 1, "lumbar_pain": 0},
        "suppressed_records": k + 1,
        "utility": {"columns": dict.fromkeys(PAPER_15, shares)},
    }
    return Result(k, summary, dict.fromkeys(TARGETS, scores), ([1.0, 0.5, 0.5], [0.25]), 1.25)


def test_the_page_has_the_papers_figures_beside_ours():
    results = [invented(k) for k in SIZES]
    text = page(
        results, {OTHERS[0]: results}, ("| all | readings |\n", dict.fromkeys(SIZES, 0.875)), 31.0
    )
    line = "| 20 | 52.00% | 87.72% | -2.50 | -1.25 | 75.00% | 0.500 | 0.625 | 21 | nausea |"
    assert line in text
    assert "| temperature | 12.50% / 8.33% |" in text
    assert (
        "intervals as labels | 50.50% | 51.00% | 51.50% | 52.00% | 52.50% | no | 12.50% |" in text
    )
    assert "from 100.0% to 25.00%" in text
    assert "at most 1.2 seconds" in text
    assert "| all | readings |" in text
    assert "together 31 seconds" in text
    assert "like the paper's: 88%, 88%, 88%, 88%, 88%." in text


def test_the_curves_of_a_picture_are_those_of_the_class_yes():
    drawn = roc_picture([invented(5)])
    x, y = LEFT + SIDE / 4, TOP + SIDE / 4
    assert drawn.count(f"{x:.1f},{y:.1f}") == 3
    assert "k = 5" in drawn


def test_a_risk_profile_rises_at_each_risk_by_the_share_of_its_records():
    profile = risk_profile([0.5, 0.5, 0.25, 1.0])
    steps = [(0.0, 0.0), (0.25, 0.0), (0.25, 0.25), (0.5, 0.25), (0.5, 0.75), (1.0, 0.75), (1.0, 1)]
    assert profile == [*steps, (1.0, 1.0)]


def test_a_picture_places_points_within_the_ends_of_its_axes_and_escapes_names():
    cloud = Drawn("a < b", "after", [(10, 4)], joined=False, size=2)
    drawn = picture("t", [Panel("p", "x", "y", [cloud], x=(0, 20), y=(0, 4))])
    assert f'd="M{LEFT + SIDE / 2:.1f},{TOP:.1f}h0"' in drawn
    assert 'stroke-width="4" stroke-linecap="round"' in drawn
    assert "a &lt; b" in drawn


def test_a_missing_table_is_told_with_its_public_home(tmp_path):
    with pytest.raises(SystemExit, match="UCI Machine Learning Repository"):
        Places(tmp_path, tmp_path, tmp_path).table(TABLE)


def test_all_studies_are_done_unless_some_are_named(capsys):
    assert asked(("one", "two"), [])[1] == ["one", "two"]
    assert asked(("one", "two"), ["two"])[1] == ["two"]
    with pytest.raises(SystemExit):
        asked(("one", "two"), ["three"])
    assert "no study three; known: one, two" in capsys.readouterr().err


def test_the_skills_of_the_paper_are_those_that_it_prints():
    assert PAPER_SKILL == {5: 0.0, 10: 0.08, 15: -0.78, 20: -1.25, 25: -4.05}
    assert len({reading.words for reading in READINGS}) == len(READINGS)
    assert len({(one.forest, one.score, one.by_place) for one in READINGS}) == len(READINGS)


@pytest.fixture
def one_useful_column():
    """Forty records; the first of six columns tells the class, the others are all the same."""
    labels = np.arange(40) % 2 == 0
    known = np.zeros((40, 6))
    known[labels, 0] = 1
    return known, labels


def test_a_forest_that_insists_finds_the_column_that_tells_and_one_that_gives_up_is_less_sure(
    one_useful_column,
):
    known, labels = one_useful_column
    sure = Forest().confidences(known, labels, known, 0)
    unsure = Forest(insists=False).confidences(known, labels, known, 0)
    assert sure == pytest.approx(labels.astype(float))
    # Two of six columns are drawn: one of three trees sees the useful one, the others say a half.
    assert unsure[labels] == pytest.approx(1 / 2 + 1 / 6, abs=0.08)
    assert unsure[~labels] == pytest.approx(1 / 2 - 1 / 6, abs=0.08)


def test_leaves_are_smoothed_trees_vote_and_weigh_as_the_rules_say(one_useful_column):
    known, labels = one_useful_column
    smooth = Forest(smooth=True).confidences(known, labels, known, 0)
    assert smooth[labels] == pytest.approx(21 / 22)  # 20 of 20, and one more of each class
    shy = Forest(insists=False)
    voted = replace(shy, votes=True).confidences(known, labels, known, 0)
    assert voted[labels] == pytest.approx(1 / 3, abs=0.16)
    weighted = replace(shy, weighted=True).confidences(known, labels, known, 0)
    assert (weighted[labels] > shy.confidences(known, labels, known, 0)[labels]).all()


def test_cuts_between_neighbors_of_different_classes_depend_on_the_order_of_equal_values():
    known = np.array([[0.0]] * 12 + [[1.0]] * 12)
    labels = np.array([True] * 6 + [False] * 6 + [True] * 12)  # in file order: classes differ
    rules = Forest(columns=1, between=True, ties="file order", leaf=1)
    found = rules.confidences(known, labels, known, 0)
    back = replace(rules, ties="reverse order").confidences(known, labels, known, 0)
    assert found[-1] > 0.9 > back[-1] == pytest.approx(3 / 4, abs=0.02)


def test_places_follow_the_order_in_which_values_occur_first():
    assert places(np.array([7, 3, 7, 9, 3], np.int32)).tolist() == [0, 1, 0, 2, 1]


@pytest.mark.needs("data")
def test_the_rules_of_the_papers_program_give_skills_of_the_papers_size(shared_data):
    seen = {25: seen_of(shared_data / TABLE, 25)}
    [usual], [smile] = (skills(seen, Skill("", forest), 0) for forest in (USUAL, SMILE))
    assert usual < -15
    assert smile == pytest.approx(PAPER_SKILL[25], abs=1)
