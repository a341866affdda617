"""Promises of the independent tool in our words, and its problems about sensitive values."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from bridge import answer_of
from oracle.answers import OTHER, every_answer, frame_of, hierarchy_in, posed
from oracle.losses import NAMES, settings_of
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Outcome, Problem

# Their type, as the settings of a study; `attribute` is our `column`.
PROMISES: Mapping[str, Mapping[str, Any]] = {
    "k_anonymity": {"model": "k-anonymity"},
    "distinct_l_diversity": {"model": "distinct-l-diversity"},
    "entropy_l_diversity_shannon": {"model": "entropy-l-diversity"},
    "entropy_l_diversity_grassberger": {
        "model": "entropy-l-diversity",
        "estimator": "grassberger",
        "leading": "G",
    },
    "recursive_c_l_diversity": {"model": "recursive-l-diversity"},
    "t_closeness_equal_distance": {"model": "t-closeness", "distance": "equal"},
    "t_closeness_ordered_distance": {"model": "t-closeness", "distance": "ordered"},
    "t_closeness_hierarchical_distance": {"model": "t-closeness", "distance": "hierarchical"},
    "delta_disclosure_privacy": {"model": "delta-disclosure", "absent": "ignore"},
    "basic_beta_likeness": {"model": "basic-beta-likeness"},
    "enhanced_beta_likeness": {"model": "enhanced-beta-likeness"},
}


def promise_settings(theirs: Mapping[str, Any]) -> dict[str, Any]:
    """One of their promises as a study says it."""
    ours = {key: value for key, value in theirs.items() if key not in {"type", "attribute"}}
    column = {"column": theirs["attribute"]} if "attribute" in theirs else {}
    return {**PROMISES[theirs["type"]], **column, **ours}


def loss_settings(config: Mapping[str, Any]) -> dict[str, Any]:
    """Their loss as a study says it."""
    theirs = config["quality_model"]
    if theirs["type"] != "loss":
        return settings_of(config)
    aggregate = theirs["aggregate"].replace("_", "-")
    return {"model": "loss", "gs_factor": theirs["gs_factor"], "aggregate": aggregate}


def answers() -> list[dict[str, Any]]:
    """Problems with a promise about a sensitive column, each solved to its optimum."""
    return [answer for answer in every_answer() if _is_ours(answer["config"])]


def probes() -> list[dict[str, Any]]:
    """Those that list the scores of single candidates, too."""
    return [answer for answer in answers() if "probes" in answer["result"]]


def _is_ours(config: Mapping[str, Any]) -> bool:
    types = [promise["type"] for promise in config.get("privacy_models", ())]
    loss = config.get("quality_model", {}).get("type")
    other = [*OTHER, "research_subset", "task"]
    known = set(types) <= set(PROMISES) and types != ["k_anonymity"] and types
    return bool(known and loss in {*NAMES, "loss"} and not any(map(config.get, other)))


def problem_of(config: Mapping[str, Any]) -> Problem:
    """The question as the engine takes it."""
    promises = [promise_settings(promise) for promise in config["privacy_models"]]
    columns = tuple(config["quasi_identifiers"])
    weights = config.get("attribute_weights") or {}
    amounts = tuple(weights.get(name, 0.5) for name in columns)
    about = tuple(sorted({promise["column"] for promise in promises if "column" in promise}))
    table = _encoded(config["dataset"], columns, about, amounts)
    privacy = (privacy_models.build(promise) for promise in promises)
    return posed(table, privacy, quality_models.build(loss_settings(config)), config)


@cache
def solved(identifier: str) -> tuple[Problem, Outcome]:
    """Our answer to a problem, found once."""
    [answer] = [answer for answer in answers() if answer["id"] == identifier]
    problem = problem_of(answer["config"])
    return problem, answer_of(problem, "optimal")


@cache
def _encoded(
    dataset: str, columns: tuple[str, ...], sensitive: tuple[str, ...], weights: tuple[float, ...]
) -> EncodedTable:
    frame = frame_of(dataset)
    return encode(
        {name: frame[name] for name in columns},
        {name: hierarchy_in(dataset, name) for name in columns},
        sensitive={name: frame[name] for name in sensitive},
        trees={name: hierarchy_in(dataset, name) for name in sensitive},
        weights=dict(zip(columns, weights, strict=True)),
    )
