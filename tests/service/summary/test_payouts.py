"""The game in the summary of a run."""

import polars as pl
import pytest

import shoal
from shoal.data.table import Table
from shoal.errors import NoReleaseError
from shoal.pipeline.prepare.check import warnings_about
from shoal.study.study import Study

AGE = {"role": "quasi-identifier", "type": "integer"}
TABLE = pl.DataFrame({"age": [20, 21, 22, 23, 24, 25, 31, 32, 33, 34]})
INTERVALS = {"builder": "intervals", "width": 10, "levels": 2}
STAKES = {"publisher_benefit": 10, "publisher_loss": 20, "adversary_gain": 9, "adversary_cost": 4}


def study(**more):
    return {
        "columns": {"age": {**AGE, "hierarchy": INTERVALS}},
        "privacy": [{"model": "prosecutor-profitability"}],
        "quality": {"model": "publisher-payout"},
        "suppression_limit": 1,
        "game": STAKES,
        **more,
    }


def test_the_summary_tells_what_both_get_before_and_after():
    summary = shoal.anonymize(TABLE, study()).summary
    game = summary["game"]
    assert game["attacker"] == "prosecutor"
    assert game["maximum"] == 100
    assert game["before"] == {
        "publisher": pytest.approx(100 - 10 * 20),
        "adversary": pytest.approx(10 * (9 - 4)),
        "attacked_records": 10,
        "found": pytest.approx(10),
    }
    # What is missed of the maximum is the loss, because nobody is attacked any more.
    assert game["after"]["publisher"] == pytest.approx(100 - summary["loss"])
    assert game["after"]["attacked_records"] == game["after"]["adversary"] == 0


def test_the_payout_after_is_the_maximum_less_the_loss_when_attacks_remain():
    summary = shoal.anonymize(TABLE, study(game={**STAKES, "publisher_loss": 3})).summary
    assert summary["game"]["after"]["found"] == 10
    assert summary["game"]["after"]["publisher"] == pytest.approx(100 - summary["loss"])


def test_local_recoding_is_paid_for_what_is_seen():
    local = study(recoding="local", quality={"model": "loss"})
    game = shoal.anonymize(TABLE, local).summary["game"]
    assert game["after"]["attacked_records"] == 0
    assert 0 < game["after"]["publisher"] <= 100


def test_without_a_game_there_is_nothing_to_tell():
    k = [{"model": "k-anonymity", "k": 2}]
    plain = study(privacy=k, quality={"model": "loss"})
    assert shoal.anonymize(TABLE, plain).summary["game"]["stakes"] == STAKES
    del plain["game"]
    assert "game" not in shoal.anonymize(TABLE, plain).summary


def test_a_journalist_of_the_population_is_named():
    wide = study(
        privacy=[{"model": "journalist-profitability"}],
        quality={"model": "publisher-payout", "attacker": "journalist"},
        subset={"query": "age < 30"},
    )
    summary = shoal.anonymize(TABLE, wide).summary
    assert summary["game"]["attacker"] == "journalist"
    assert summary["game"]["maximum"] == 60


def warnings(**more):
    return " ".join(warnings_about(Study.of(study(**more)), Table.of(TABLE)))


def test_stakes_that_nobody_plays_for_are_told():
    k = [{"model": "k-anonymity", "k": 2}]
    assert "depends on the `game`" in warnings(privacy=k, quality={"model": "loss"})
    assert "game" not in warnings()


def test_a_journalist_without_a_population_is_told():
    journalist = [{"model": "journalist-profitability"}]
    assert "taken for a prosecutor" in warnings(privacy=journalist)
    assert "prosecutor" not in warnings(privacy=journalist, subset={"query": "age < 30"})
    assert "prosecutor" not in warnings()


def test_stakes_by_which_nothing_pays_are_refused_in_words():
    never = {**STAKES, "adversary_cost": 0}
    none = [{"model": "prosecutor-profitability", "attack": "none"}]
    with pytest.raises(NoReleaseError, match="no class of any size"):
        shoal.anonymize(TABLE, study(game=never, privacy=none))


def test_who_only_asks_that_releasing_pays_is_told_that_people_may_be_found():
    allowed, none = (
        {"model": "prosecutor-profitability", "attack": at} for at in ("allowed", "none")
    )
    assert "people may stay unique" in warnings(privacy=[allowed])
    assert "people may stay unique" not in warnings(privacy=[none])
    both = [allowed, {"model": "k-anonymity", "k": 2}]
    assert "people may stay unique" not in warnings(privacy=both)
