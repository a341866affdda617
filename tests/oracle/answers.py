"""An independent tool's answers on real data (the shared `oracle/arx.json`), and ours beside them.

Their scores are cut to ten decimals per column, hence the tolerance; see the shared README.
"""

import json
import math
import os
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bridge import answer_of
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.quality import Score, quality_models
from shoal.search import Outcome, Problem

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("SHOAL_DATA") or CHECKOUT.parent / "shared" / "data")
FILE = DATA.parent / "oracle" / "arx.json"
TABLES = {"adult": "adult_arx.csv", "fars": "fars.csv.gz"}
# Sections that ask for something other than one optimal release.
OTHER = ("microaggregation", "local_recoding", "algorithm", "hierarchies")


@cache
def every_answer() -> list[dict[str, Any]]:
    """All problems of the file; none where it is missing."""
    return json.loads(FILE.read_text())["problems"] if FILE.exists() else []


def by_name(problems: Iterable[dict[str, Any]]) -> list[Any]:
    """Problems as parameters of a test that carries their names."""
    return [pytest.param(problem, id=problem["id"]) for problem in problems]


def answers() -> list[dict[str, Any]]:
    """Problems about k-anonymity alone with the loss, each solved to its optimum."""
    return [answer for answer in every_answer() if _is_ours(answer["config"])]


def probes() -> list[dict[str, Any]]:
    """Those that list the scores of single candidates, too."""
    return [answer for answer in answers() if "probes" in answer["result"]]


def _is_ours(config: Mapping[str, Any]) -> bool:
    promises = [promise["type"] for promise in config.get("privacy_models", ())]
    loss = config.get("quality_model", {}).get("type")
    return promises == ["k_anonymity"] and loss == "loss" and not any(map(config.get, OTHER))


def problem_of(config: Mapping[str, Any]) -> Problem:
    """The question as the engine takes it."""
    columns = tuple(config["quasi_identifiers"])
    weights = config.get("attribute_weights") or {}
    table = _encoded(config["dataset"], columns, tuple(weights.get(name, 0.5) for name in columns))
    [promise], loss = config["privacy_models"], config["quality_model"]
    settings = {"gs_factor": loss["gs_factor"], "aggregate": loss["aggregate"].replace("_", "-")}
    privacy = (privacy_models.build({"model": "k-anonymity", "k": promise["k"]}),)
    return posed(table, privacy, quality_models.build({"model": "loss", **settings}), config)


def posed(
    table: EncodedTable, privacy: Iterable[Any], quality: Any, config: Mapping[str, Any]
) -> Problem:
    """A problem over all levels of a table, under the limit of the configuration."""
    top = tuple(column.height for column in table.columns)
    limit = Decimal(repr(config["suppression_limit"]))
    return Problem(table, Lattice((0,) * len(top), top), tuple(privacy), quality, limit)


@cache
def solved(identifier: str) -> tuple[Problem, Outcome]:
    """Our answer to a problem, found once."""
    [answer] = [answer for answer in answers() if answer["id"] == identifier]
    problem = problem_of(answer["config"])
    return problem, answer_of(problem, "optimal")


def same_score(ours: Score, theirs: float | str | list[float]) -> bool:
    """Whether two scores agree; a rank is compared element by element."""
    if not ours.rank:
        return isinstance(theirs, float | int) and _close(ours.loss, theirs)
    vector = json.loads(theirs) if isinstance(theirs, str) else theirs
    return all(_close(*pair) for pair in zip(ours.rank, vector, strict=True))


def _close(ours: float, theirs: float) -> bool:
    return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-9)


def flagged(problem: Problem, levels: tuple[int, ...]) -> int:
    """Records that the other tool flags: suppressed ones and, given a limit, those fully general.

    A record is fully general if it is at the top in every column; it is kept here.
    """
    candidate = problem.candidate(levels)
    if levels == problem.lattice.maximum and problem.maximum_suppressed:
        return problem.encoded.records
    return candidate.suppressed_records


@cache
def _encoded(dataset: str, columns: tuple[str, ...], weights: tuple[float, ...]) -> EncodedTable:
    frame = frame_of(dataset)
    return encode(
        {name: frame[name] for name in columns},
        {name: hierarchy_in(dataset, name) for name in columns},
        weights=dict(zip(columns, weights, strict=True)),
    )


@cache
def frame_of(dataset: str) -> pl.DataFrame:
    """A dataset, every value as text."""
    return pl.read_csv(DATA / dataset / TABLES[dataset], infer_schema=False)


@cache
def hierarchy_in(dataset: str, column: str) -> Hierarchy:
    """The hierarchy of a column of a dataset."""
    path = DATA / dataset / "hierarchies" / f"{dataset}_hierarchy_{column}.csv"
    rows = pl.read_csv(path, separator=";", has_header=False, infer_schema=False)
    return Hierarchy.of(rows.get_columns(), column)
