"""Searches with a limit: beside the reference's heuristics, and on lattices up to 10^14."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.datasets import Dataset, adult
from benchmarks.options import Options
from benchmarks.plots import lines
from benchmarks.problems import ORACLE, PROMISES, Question
from benchmarks.tables import table
from shoal.progress import ignore_progress
from shoal.search import Outcome, strategies

TITLE = "Searches with a limit"
OURS = {
    "BEST_EFFORT_BOTTOM_UP": "best-first",
    "BEST_EFFORT_TOP_DOWN": "top-down",
    "BEST_EFFORT_GENETIC": "genetic",
}
WIDE = (18, 27, 31)  # columns: 1.7e8, 2.2e12 and 1.3e14 candidates
LIMITS = ("0", "0.05", "1")
SECONDS = 10.0
MOMENTS = (0.1, 1.0, 3.0)  # seconds at which the loss is told
REDRAWN = 0.25  # share of cells of a repeated column that are drawn again


def section(options: Options) -> str:
    """The reference's heuristics, then wide tables."""
    return f"{_reference(options)}\n{_wide(options)}"


def _reference(options: Options) -> str:
    rows = []
    for given in _given()[:: 6 if options.quick else 1]:
        rows.append(_row(given))
        options.say(f"{given['id']}: {rows[-1][3:]}")
    head = ("problem", "candidates", "ms", "reference loss", "ours, as many candidates")
    head += ("ours, as long", "looked at", "CPU ms", "gap", "not above")
    return (
        "Adult-9, k = 5, loss. The reference's heuristics with a limit of candidates; ours with the"
        " same limit, and with the reference's CPU time as the limit of ours.\n\n"
        f"{table(head, rows)}"
    )


def _given() -> list[dict[str, Any]]:
    problems = json.loads(ORACLE.read_text())["problems"]
    return [problem for problem in problems if problem["section"] == "heuristic search"]


def _row(given: dict[str, Any]) -> tuple[object, ...]:
    config, result = given["config"], given["result"]
    data = adult(tuple(config["quasi_identifiers"]))
    limit = repr(config["suppression_limit"])
    problem = Question(given["id"], data, PROMISES, {"model": "loss"}, limit).problem()
    name, checks, ms = (
        OURS[config["algorithm"]],
        result["checks_performed"],
        result["search_cpu_ms"],
    )
    run(name, problem, candidates=8)  # compiled
    equal = run(name, problem, candidates=checks, seconds=None)
    before = process_time()
    # The reference's limit is CPU time, too.
    with patch("shoal.search.anytime.trail.monotonic", process_time):
        timed = run(name, problem, seconds=ms / 1000)
    cpu = 1000 * (process_time() - before)
    most = result["score"] * (1 + 1e-9)
    fine = "yes" if max(equal.loss, timed.loss) <= most else "NO"
    losses = (f"{loss:.5f}" for loss in (result["score"], equal.loss, timed.loss))
    return (given["id"], checks, ms, *losses, timed.candidates_checked, cpu, timed.gap, fine)


def run(name: str, problem: Any, **limits: float | None) -> Outcome:
    """What a strategy finds within limits."""
    strategy = strategies.build({"strategy": name, **limits})
    return strategy.run(problem, ignore_progress)


@dataclass(frozen=True)
class Wide:
    """One search on a wide table."""

    columns: int
    size: int
    limit: str
    strategy: str
    outcome: Outcome

    def row(self) -> tuple[object, ...]:
        found = self.outcome
        moments = (_loss_at(found, moment) for moment in MOMENTS)
        rate = found.candidates_checked / SECONDS
        size, limit = f"{self.size:.1e}", f"{float(self.limit):g}"
        end = (f"{found.loss:.4f}", f"{found.loss - (found.gap or 0.0):.4f}")
        return (self.columns, size, limit, self.strategy, *moments, *end, found.gap, rate)


def _wide(options: Options) -> str:
    found = list(_searches(options))
    first = {
        f"{wide.columns} columns": [(max(0.001, at), loss) for at, _, loss in wide.outcome.history]
        for wide in found
        if wide.strategy == "auto" and wide.limit == "0.05"
    }
    picture = lines("Loss over time, limit 5 %", "seconds", "loss", first)
    (options.plots / "anytime.svg").write_text(picture)
    head = ("columns", "candidates", "limit", "strategy", *(f"{at:g} s" for at in MOMENTS))
    head += (f"{SECONDS:g} s", "proven bound", "gap", "looked at per second")
    return (
        f"Adult-9 with columns repeated and a quarter of their cells drawn again (seed 1), k = 5,"
        f" loss after so many seconds.\n\n{table(head, [wide.row() for wide in found])}\n"
        "![Loss over time](benchmarks/anytime.svg)\n"
    )


def _searches(options: Options) -> Iterator[Wide]:
    for columns in WIDE[:1] if options.quick else WIDE:
        for limit in LIMITS:
            data = derived(adult(), columns)
            problem = Question("wide", data, PROMISES, {"model": "loss"}, limit).problem()
            others = limit == "0.05" and not options.quick
            for name in ("auto", "top-down", "genetic") if others else ("auto",):
                run(name, problem, candidates=8)
                outcome = run(name, problem, seconds=SECONDS)
                options.say(f"{columns} {limit} {name}: {outcome.loss:.4f} gap {outcome.gap:.4f}")
                yield Wide(columns, problem.lattice.size, limit, name, outcome)


def _loss_at(outcome: Outcome, moment: float) -> str:
    before = [loss for seconds, _, loss in outcome.history if seconds <= moment]
    return f"{before[-1]:.4f}"


def derived(data: Dataset, columns: int) -> Dataset:
    """The table with repeated columns, a share of their cells drawn again from the column."""
    random = np.random.default_rng(1)
    frame, hierarchies = data.frame.select(data.columns), dict(data.hierarchies)
    for at in range(len(data.columns), columns):
        name = data.columns[at % len(data.columns)]
        again = random.random(frame.height) < REDRAWN
        rows = np.where(
            again, random.integers(0, frame.height, frame.height), np.arange(frame.height)
        )
        frame = frame.with_columns(data.frame[name].gather(rows).alias(f"{name} {at}"))
        hierarchies[f"{name} {at}"] = data.hierarchies[name]
    return Dataset(data.name, frame, hierarchies)
