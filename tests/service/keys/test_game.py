"""The key `game`: read, refused, handed to the models that depend on it, written back."""

import pytest

from shoal.errors import StudyError
from shoal.pipeline.prepare.population import promises_of
from shoal.privacy.game import Game
from shoal.study.keys.game import plays
from shoal.study.study import Study
from shoal.study.targets import quality_of, with_stakes

KEYS = {
    "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}},
    "privacy": [{"model": "prosecutor-profitability"}, {"model": "k-anonymity", "k": 2}],
    "quality": {"model": "publisher-payout"},
    "game": {"publisher_benefit": 50, "adversary_cost": 0.5},
}


def test_models_and_loss_share_the_stakes_of_the_study():
    study = Study.of(KEYS)
    stakes = Game(publisher_benefit=50, adversary_cost=0.5)
    profit, size = promises_of(study, 1, None, None)
    assert profit.game == quality_of(study).game == stakes
    assert size is study.privacy[1]
    assert study.given()["game"]["adversary_gain"] == 300


def test_a_model_may_have_stakes_of_its_own():
    own = {"model": "prosecutor-profitability", "game": {"publisher_benefit": 7}}
    study = Study.of({**KEYS, "privacy": [own]})
    [profit] = promises_of(study, 1, None, None)
    assert profit.game == Game(publisher_benefit=7)


def test_without_the_key_nothing_changes():
    study = Study.of({key: KEYS[key] for key in KEYS if key != "game"})
    assert with_stakes(study.quality, study) is study.quality
    assert plays(study.quality)
    assert not plays(study.privacy[1])


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ({"publisher_benefit": -1}, "publisher_benefit"),
        ({"benefit": 1}, "benefit"),
        (12, r"expected \{publisher_benefit"),
    ],
)
def test_what_is_no_game_is_refused(game, says):
    with pytest.raises(StudyError, match=says):
        Study.of({**KEYS, "game": game})
