"""Publisher and adversary beside the oracle's times; every answer compared."""

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from benchmarks.datasets import Dataset, adult
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.problems import ORACLE
from benchmarks.promises import ROWS, Row, line_of
from benchmarks.tables import geometric_mean, table
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Outcome, Problem, strategies

TITLE = "Beside the reference: profitability and payouts"
TENTH = 10  # the research subset: every tenth record
LOSSES = {"loss": "loss", "entropy_based_information_loss": "entropy-based-loss"}


@dataclass(frozen=True)
class Asked:
    """One problem of the oracle in our words."""

    name: str
    dataset: Dataset
    privacy: dict[str, Any]
    quality: dict[str, Any]
    limit: str
    subset: bool
    milliseconds: float
    score: float

    def problem(self) -> Problem:
        """Encode the table and ask."""
        frame = self.dataset.frame
        chosen = frame.gather_every(TENTH) if self.subset else frame
        encoded = encode(
            _texts(chosen, self.dataset),
            self.dataset.hierarchies,
            population=_texts(frame, self.dataset) if self.subset else None,
        )
        heights = tuple(column.height for column in encoded.columns)
        return Problem(
            encoded,
            Lattice((0,) * len(heights), heights),
            (privacy_models.build(self.privacy),),
            quality_models.build(self.quality),
            Decimal(self.limit),
        )


def _texts(frame: pl.DataFrame, dataset: Dataset) -> dict[str, pl.Series]:
    return {name: frame[name] for name in dataset.columns}


def section(options: Options) -> str:
    """One line per problem."""
    rows = []
    for asked in oracle()[:: 6 if options.quick else 1]:
        measured = warm(lambda asked=asked: solve(asked), options.repeat)
        rows.append(Row(asked, measured.result, 1000 * measured.cpu))
        options.say(f"{asked.name} {rows[-1].ours:.1f} ms, ratio {rows[-1].ratio:.1f}")
    ours, theirs = (
        sum(times) for times in zip(*((r.ours, r.asked.milliseconds) for r in rows), strict=True)
    )
    return (
        "The reference is one call's CPU time in a warm Java process; ours is the least of several"
        " (encode, search, and the outcome). Geometric mean of the ratios:"
        f" {geometric_mean([row.ratio for row in rows]):.1f}; all problems together:"
        f" {theirs / ours:.1f}.\n\n{table(ROWS, map(line_of, rows))}"
    )


def solve(asked: Asked) -> Outcome:
    """Encode and search."""
    return strategies.build({"strategy": "optimal"}).run(asked.problem(), ignore_progress)


def oracle() -> list[Asked]:
    """The oracle's problems about the stakes of a game."""
    problems = json.loads(ORACLE.read_text())["problems"]
    return [_asked(one) for one in problems if "profitability" in str(one["config"])]


def _asked(problem: dict[str, Any]) -> Asked:
    config, result = problem["config"], problem["result"]
    game, quality = config["cost_benefit"], config["quality_model"]
    [promise] = config["privacy_models"]
    who = "journalist" if "journalist" in promise["type"] else "prosecutor"
    attack = "none" if promise["type"].endswith("no_attack") else "allowed"
    loss: dict[str, Any] = {"gs_factor": quality["gs_factor"]}
    if quality["type"] in LOSSES:
        loss["model"] = LOSSES[quality["type"]]
    else:
        payer = quality["type"].rpartition("_")[2]
        loss |= {"model": "publisher-payout", "attacker": payer, "game": game}
    return Asked(
        problem["id"],
        adult(tuple(config["quasi_identifiers"])),
        {"model": f"{who}-profitability", "attack": attack, "game": game},
        loss,
        repr(config["suppression_limit"]),
        "research_subset" in config,
        result["search_cpu_ms"],
        result["score"],
    )
