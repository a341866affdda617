"""Problems of the independent tool about research subsets, populations and whole tables."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from bridge import answer_of
from oracle.answers import DATA, OTHER, every_answer, frame_of, hierarchy_in, posed
from oracle.losses import NAMES
from oracle.promises import PROMISES, loss_settings, promise_settings
from shoal.data.regions import REGIONS
from shoal.data.table import Table
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.pipeline.prepare.subset import research_subset
from shoal.privacy import privacy_models
from shoal.privacy.population import needs_population, within
from shoal.quality import quality_models
from shoal.search import Outcome, Problem
from shoal.study.study import Study

ABOUT = {
    "k_map_with_subset": {"model": "k-map"},
    "k_map_estimated_poisson": {"model": "k-map", "estimator": "poisson", "arx_compatible": True},
    "k_map_estimated_zero_truncated_poisson": {
        "model": "k-map",
        "estimator": "zero-truncated-poisson",
    },
    "delta_presence": {"model": "delta-presence"},
    "average_reidentification_risk": {"model": "average-risk"},
    "sample_uniqueness": {"model": "sample-uniqueness"},
    "population_uniqueness": {"model": "population-uniqueness"},
    "inclusion_of_subset_only": None,  # only says that there is a subset
}
NAMED = {"highest_risk": "highest", "records_at_risk": "share_at_risk"}
TENTH = "zero-based row index i with i % 10 == 0"
LISTED = DATA / "adult" / "adult_subset.csv"  # not among the shared data; used where it is


def answers() -> list[dict[str, Any]]:
    """Problems with a research subset, a population, or a promise about the whole table."""
    return [answer for answer in every_answer() if _is_ours(answer["config"])]


def probes() -> list[dict[str, Any]]:
    """Those that list the scores of single candidates, too."""
    return [answer for answer in answers() if "probes" in answer["result"]]


def _is_ours(config: Mapping[str, Any]) -> bool:
    types = {promise["type"] for promise in config.get("privacy_models", ())}
    loss = config.get("quality_model", {}).get("type")
    known = types <= {*PROMISES, *ABOUT} and types & set(ABOUT)
    if config.get("research_subset") not in (None, TENTH) and not LISTED.exists():
        return False
    return bool(known and loss in {*NAMES, "loss"} and not any(map(config.get, [*OTHER, "task"])))


def problem_of(config: Mapping[str, Any]) -> Problem:
    """The question as the engine takes it."""
    promises = [_settings(promise) for promise in config["privacy_models"]]
    built = [privacy_models.build(promise) for promise in promises if promise]
    about = tuple(sorted({promise.column for promise in built if hasattr(promise, "column")}))
    wide = any(map(needs_population, built))
    columns = tuple(config["quasi_identifiers"])
    table = encoded_table(config["dataset"], columns, about, config.get("research_subset"), wide)
    size = _population_size(config)
    privacy = (within(promise, table.records, size) for promise in built)
    return posed(table, privacy, quality_models.build(loss_settings(config)), config)


@cache
def solved(identifier: str) -> tuple[Problem, Outcome]:
    """Our answer to a problem, found once."""
    [answer] = [answer for answer in answers() if answer["id"] == identifier]
    problem = problem_of(answer["config"])
    return problem, answer_of(problem, "optimal")


def flagged(problem: Problem, levels: tuple[int, ...]) -> int:
    """Records of the subset that the other tool flags; fully general ones, given a limit."""
    if levels == problem.lattice.maximum and problem.maximum_suppressed:
        return problem.encoded.records
    return problem.candidate(levels).suppressed_records


def their_flagged(answer: Mapping[str, Any]) -> int:
    """What they flag among the records that may be released."""
    result = answer["result"]
    return int(
        (result.get("output_classes_research_subset") or result["output_classes"])["suppressed"]
    )


def _settings(theirs: Mapping[str, Any]) -> dict[str, Any] | None:
    if theirs["type"] not in ABOUT:
        return promise_settings(theirs)
    settings = ABOUT[theirs["type"]]
    if settings is None:
        return None
    given = {key: value for key, value in theirs.items() if key not in {"type", "population"}}
    named = {NAMED.get(key, key): value for key, value in given.items()}
    if "estimator" in named:
        named["estimator"] = named["estimator"].lower()
    return {**settings, **named}


def _population_size(config: Mapping[str, Any]) -> int | None:
    for promise in config["privacy_models"]:
        if "population" in promise:
            return REGIONS.get(promise["population"]) or int(promise["population"])
    return None


@cache
def encoded_table(
    dataset: str,
    columns: tuple[str, ...],
    sensitive: tuple[str, ...],
    subset: str | None,
    wide: bool,
) -> EncodedTable:
    frame = frame_of(dataset)
    chosen = _chosen(frame, subset)
    inside = frame.filter(chosen)
    return encode(
        {name: inside[name] for name in columns},
        {name: hierarchy_in(dataset, name) for name in columns},
        sensitive={name: inside[name] for name in sensitive},
        trees={name: hierarchy_in(dataset, name) for name in sensitive},
        population={name: frame[name] for name in columns} if wide else None,
        weights=dict.fromkeys(columns, 0.5),
    )


def _chosen(frame: pl.DataFrame, subset: str | None) -> pl.Series:
    """The records of a research subset."""
    if subset is None:
        return pl.Series(np.ones(frame.height, np.bool_))
    if subset == TENTH:
        return pl.Series(np.arange(frame.height) % 10 == 0)
    assert subset.endswith("adult_subset.csv")
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    study = Study.of(
        {
            "columns": {"age": column},
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "subset": {"records": str(LISTED)},
        }
    )
    chosen = research_subset(study, Table(frame))
    assert chosen is not None
    return chosen
