"""The case study about contraceptive methods: what it asks, what its page shows."""

import pytest
from studies.contraceptive_method import page, payout_picture, readings_table, roc_picture
from studies.contraceptive_settings import (
    FEATURES,
    NO_USE,
    STAKES,
    TABLE,
    TARGET,
    Result,
    result,
    study_keys,
)


@pytest.mark.slow
@pytest.mark.needs("data")
def test_models_keep_nine_tenths_of_what_can_be_learned(shared_data):
    found = [result(shared_data / TABLE, stake) for stake in STAKES]
    assert found[0].no_use["original"]["auc"] == pytest.approx(0.7182, abs=0.01)
    auc = [one.scores["relative_auc"] for one in found]
    assert sum(auc) / len(auc) >= 0.9
    assert min(auc) >= 0.7733
    for one in found:
        game = one.summary["game"]
        assert game["after"]["publisher"] >= game["before"]["publisher"]
        assert [promise["holds"] for promise in one.summary["privacy"]] == [True]


@pytest.mark.needs("data")
def test_where_nobody_attacks_the_table_is_released_as_it_is(shared_data):
    found = result(shared_data / TABLE, 0)
    assert found.scores["relative_auc"] == pytest.approx(1)
    assert found.summary["suppressed_records"] == 0
    assert found.summary["game"]["after"]["publisher"] == 1473 * 1200
    assert found.risks[0] == found.risks[1]


def test_the_stakes_are_the_papers():
    game = study_keys(1500)["game"]
    assert game["publisher_loss"] == game["adversary_gain"] == 1500
    assert (game["publisher_benefit"], game["adversary_cost"]) == (1200, 4)
    assert study_keys(0)["columns"][TARGET] == {"role": "insensitive"}
    assert TARGET not in FEATURES


def invented(stake):
    """A result whose numbers are easy to find on a page."""
    side = {"roc": [[0.0, 0.0], [0.25, 0.75], [1.0, 1.0]]}
    sides = {
        name: {**side, "auc": auc}
        for name, auc in {"baseline": 0.5, "original": 0.75, "released": 0.7}.items()
    }
    scores = {
        "relative_auc": 1 - stake / 10_000,
        "relative_accuracy": 0.75,
        "brier_skill": -stake / 100_000,
        "original": {"auc": 0.625},
        "by_class": [{"class": "2"}, {"class": NO_USE, **sides}],
    }
    payouts = {"publisher": -stake, "adversary": stake, "found": 7}
    summary = {
        "suppressed_records": 12,
        "classes": {"count": 345},
        "risk": {"after": {"average": 0.125}},
        "game": {"maximum": 1_767_600.0, "before": payouts, "after": payouts},
    }
    return Result(stake, summary, scores, ([1.0, 0.5, 0.5], [0.25]), 1.25)


def test_the_page_has_the_papers_figures_beside_ours():
    found = [invented(stake) for stake in STAKES]
    text = page(found, {"another": found})
    line = "| 2000 | 80.00% | 80.00% | -0.020 | 75.00% | 12 | 345 | 12.5% | 1.2 |"
    assert line in text
    assert "| relative AUC, mean | 90.00% | 90.35% |" in text
    assert "| 500 | 1,767,600 | -500 | -500 | 500 | 500 | 7 | 7 |" in text
    assert "is 75.00% for women who use no method" in text
    assert "at most 1.2 seconds" in text
    assert "$" in text


def test_readings_stand_stake_by_stake():
    text = readings_table({"other": [invented(stake) for stake in STAKES]})
    assert "| other | 100.0% | 95.0% | 90.0% | 85.0% | 80.0% | 90.0% | -0.01 |" in text


def test_pictures_have_a_panel_for_each_stake_and_player():
    found = [invented(stake) for stake in STAKES]
    assert roc_picture(found).count("true positive rate</text>") == len(STAKES)
    drawn = payout_picture(found)
    assert "payout of the publisher" in drawn
    assert "payout of the adversary" in drawn
