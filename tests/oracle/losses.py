"""Problems of the independent tool about losses other than `loss`, in our words."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from bridge import answer_of
from oracle.answers import OTHER, every_answer, frame_of, hierarchy_in, posed
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Outcome, Problem

NAMES = {
    "precision": "precision",
    "precision_monotonic": "precision",
    "non_uniform_entropy": "non-uniform-entropy",
    "non_uniform_entropy_monotonic": "non-uniform-entropy",
    "normalised_non_uniform_entropy": "normalized-non-uniform-entropy",
    "kl_divergence": "kl-divergence",
    "discernibility": "discernibility",
    "discernibility_monotonic": "discernibility",
    "average_equivalence_class_size": "average-class-size",
    "ambiguity": "ambiguity",
    "height": "height",
    "entropy_based_information_loss": "entropy-based-loss",
    "classification": "classification",
}
# Where that tool deviates from the mathematics we follow it only when asked to.
DEVIATING = ("kl-divergence", "classification")


def answers() -> list[dict[str, Any]]:
    """Problems about k-anonymity alone with one of these losses, each solved to its optimum."""
    return [answer for answer in every_answer() if _is_ours(answer["config"])]


def probes() -> list[dict[str, Any]]:
    """Those that list the scores of single candidates, too."""
    return [answer for answer in answers() if "probes" in answer["result"]]


def _is_ours(config: Mapping[str, Any]) -> bool:
    promises = [promise["type"] for promise in config.get("privacy_models", ())]
    loss = config.get("quality_model", {}).get("type")
    other = [*OTHER, "research_subset", "task"]
    return promises == ["k_anonymity"] and loss in NAMES and not any(map(config.get, other))


def settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """The loss as a study says it."""
    theirs = config["quality_model"]
    settings: dict[str, Any] = {"model": NAMES[theirs["type"]]}
    if theirs["type"].endswith("_monotonic"):
        settings["monotonic"] = True
    if "gs_factor" in theirs:
        settings["gs_factor"] = theirs["gs_factor"]
    if "aggregate" in theirs:
        settings["aggregate"] = theirs["aggregate"].replace("_", "-")
    if settings["model"] in DEVIATING:
        settings["arx_compatible"] = True
    if "response_variable" in config and settings["model"] == "classification":
        settings["targets"] = [config["response_variable"]]
    return settings


def problem_of(config: Mapping[str, Any]) -> Problem:
    """The question as the engine takes it."""
    columns = tuple(config["quasi_identifiers"])
    weights = config.get("attribute_weights") or {}
    [promise], settings = config["privacy_models"], settings_of(config)
    others = tuple(name for name in settings.get("targets", ()) if name not in columns)
    amounts = tuple(weights.get(name, 0.5) for name in columns)
    table = _encoded(config["dataset"], columns, others, amounts)
    privacy = (privacy_models.build({"model": "k-anonymity", "k": promise["k"]}),)
    return posed(table, privacy, quality_models.build(settings), config)


@cache
def solved(identifier: str) -> tuple[Problem, Outcome]:
    """Our answer to a problem, found once."""
    [answer] = [answer for answer in answers() if answer["id"] == identifier]
    problem = problem_of(answer["config"])
    return problem, answer_of(problem, "optimal")


@cache
def _encoded(
    dataset: str, columns: tuple[str, ...], targets: tuple[str, ...], weights: tuple[float, ...]
) -> EncodedTable:
    frame = frame_of(dataset)
    return encode(
        {name: frame[name] for name in columns},
        {name: hierarchy_in(dataset, name) for name in columns},
        targets={name: frame[name] for name in targets},
        weights=dict(zip(columns, weights, strict=True)),
    )
