"""Beside an independent tool: no worse after as many candidates, for each of its heuristics."""

import json
from decimal import Decimal
from functools import cache

import polars as pl
import pytest

from conftest import data_folder
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem, strategies

OURS = {
    "BEST_EFFORT_BOTTOM_UP": "best-first",
    "BEST_EFFORT_TOP_DOWN": "top-down",
    "BEST_EFFORT_GENETIC": "genetic",
}


def heuristic_problems():
    path = data_folder().parent / "oracle" / "arx.json"
    if not path.exists():
        return []
    problems = json.loads(path.read_text())["problems"]
    return [problem for problem in problems if problem["section"] == "heuristic search"]


@cache
def encoded(columns):
    adult = data_folder() / "adult"
    frame = pl.read_csv(adult / "adult_arx.csv", infer_schema=False)
    hierarchies = {}
    for column in columns:
        path = adult / "hierarchies" / f"adult_hierarchy_{column}.csv"
        rows = pl.read_csv(path, separator=";", has_header=False, infer_schema=False)
        hierarchies[column] = Hierarchy.of(rows.get_columns(), column)
    return encode({column: frame[column] for column in columns}, hierarchies)


def problem_of(config):
    table = encoded(tuple(config["quasi_identifiers"]))
    heights = tuple(column.height for column in table.columns)
    (promise,) = config["privacy_models"]
    return Problem(
        table,
        Lattice((0,) * len(heights), heights),
        (privacy_models.build({"model": "k-anonymity", "k": promise["k"]}),),
        quality_models.build({"model": "loss"}),
        Decimal(repr(config["suppression_limit"])),
    )


@pytest.mark.oracle
@pytest.mark.parametrize("given", heuristic_problems(), ids=lambda given: given["id"])
def test_the_loss_is_not_above_after_as_many_candidates(given):
    config, result = given["config"], given["result"]
    strategy = strategies.build(
        {
            "strategy": OURS[config["algorithm"]],
            "candidates": result["checks_performed"],
            "seconds": None,
        }
    )
    problem = problem_of(config)
    outcome = strategy.run(problem, ignore_progress)
    optimum = strategies.build({"strategy": "optimal"}).run(problem, ignore_progress)
    assert outcome.loss <= result["score"] * (1 + 1e-9)
    assert outcome.loss - outcome.gap <= optimum.loss * (1 + 1e-12)
