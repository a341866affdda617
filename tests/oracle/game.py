"""Problems of the independent tool about publishers and adversaries, in our words."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from bridge import answer_of
from oracle.answers import OTHER, every_answer, posed
from oracle.losses import NAMES, settings_of
from oracle.populations import LISTED, TENTH, encoded_table
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Outcome, Problem

PROMISES = {
    "k_anonymity": {"model": "k-anonymity"},
    "profitability_prosecutor": {"model": "prosecutor-profitability"},
    "profitability_prosecutor_no_attack": {"model": "prosecutor-profitability", "attack": "none"},
    "profitability_journalist": {"model": "journalist-profitability"},
    "profitability_journalist_no_attack": {"model": "journalist-profitability", "attack": "none"},
    "inclusion_of_subset_only": None,  # only says that there is a subset
}
PAYOUTS = {
    "publisher_payout_prosecutor": "prosecutor",
    "publisher_payout_journalist": "journalist",
}


def answers() -> list[dict[str, Any]]:
    """Problems that are about the stakes of a game."""
    return [answer for answer in every_answer() if _is_ours(answer["config"])]


def _is_ours(config: Mapping[str, Any]) -> bool:
    types = [promise["type"] for promise in config.get("privacy_models", ())]
    loss = config.get("quality_model", {}).get("type")
    about = any("profitability" in name for name in types) or loss in PAYOUTS
    if config.get("research_subset") not in (None, TENTH) and not LISTED.exists():
        return False
    known = set(types) <= set(PROMISES) and loss in {*NAMES, *PAYOUTS, "loss"}
    return bool(about and known and not any(map(config.get, [*OTHER, "task"])))


def problem_of(config: Mapping[str, Any]) -> Problem:
    """The question as the engine takes it."""
    game, columns = config.get("cost_benefit"), tuple(config["quasi_identifiers"])
    wide = config.get("research_subset")
    table = encoded_table(config["dataset"], columns, (), wide, wide is not None)
    promises = [_promise(promise, game) for promise in config["privacy_models"]]
    privacy = (privacy_models.build(promise) for promise in promises if promise)
    return posed(table, privacy, quality_models.build(_loss(config, game)), config)


@cache
def solved(identifier: str) -> tuple[Problem, Outcome]:
    """Our answer to a problem, found once."""
    [answer] = [answer for answer in answers() if answer["id"] == identifier]
    problem = problem_of(answer["config"])
    return problem, answer_of(problem, "optimal")


def _promise(theirs: Mapping[str, Any], game: Mapping[str, Any]) -> dict[str, Any] | None:
    settings = PROMISES[theirs["type"]]
    if settings is None or theirs["type"] == "k_anonymity":
        return None if settings is None else {**settings, "k": theirs["k"]}
    return {**settings, "game": game}


def _loss(config: Mapping[str, Any], game: Mapping[str, Any]) -> dict[str, Any]:
    theirs = config["quality_model"]
    if theirs["type"] not in PAYOUTS:
        named = {**theirs, "type": theirs["type"]}
        if theirs["type"] != "loss":
            return settings_of({**config, "quality_model": named})
        aggregate = theirs["aggregate"].replace("_", "-")
        return {"model": "loss", "gs_factor": theirs["gs_factor"], "aggregate": aggregate}
    attacker = PAYOUTS[theirs["type"]]
    payout = {"model": "publisher-payout", "attacker": attacker, "game": game}
    return {**payout, "gs_factor": theirs["gs_factor"]}
