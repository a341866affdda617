"""Whether searches keep their seconds, and whether `auto` is as good as best-first meanwhile.

Kernels are compiled before. Five runs with different seeds say what is noise.
"""

from collections.abc import Iterator
from time import monotonic, process_time
from typing import Any
from unittest.mock import patch

from benchmarks import losses, problems, promises
from benchmarks.anytime import run
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.search import Outcome, Problem

TITLE = "Seconds: whether searches keep them"
STRATEGIES = ("auto", "best-first", "top-down", "genetic")
LIMITS = (0.1, 1.0)
SLACK, SHARE = 0.5, 0.2  # what a search may take longer: seconds, and a share of its limit
SEEDS = 5


def section(options: Options) -> str:
    """Overruns per strategy and limit, then `auto` beside best-first."""
    asked = list(_asked())[:: 30 if options.quick else 1]
    rows, worse, proofs = [], [], dict.fromkeys(STRATEGIES, 0)
    for limit in LIMITS[:1] if options.quick else LIMITS:
        times: dict[str, list[tuple[float, str]]] = {name: [] for name in STRATEGIES}
        unproven = []
        for name, question in asked:
            problem = question.problem()
            found = {one: _time(one, problem, limit) for one in STRATEGIES}
            for one, (spent, _) in found.items():
                times[one].append((spent - limit, name))
                proofs[one] += found[one][1].optimal
            if not found["auto"][1].optimal:
                unproven.append((name, problem))
        worse += [_compare(name, problem, limit) for name, problem in unproven]
        rows += [_row(one, limit, times[one]) for one in STRATEGIES]
        options.say(f"{limit:g} s: {rows[-len(STRATEGIES) :]}")
    head = ("strategy", "limit", "problems", "longest overrun, s", "of", "late")
    beside = ("problem", "limit", "auto, median of five", "best-first, median", "its worst")
    lost = [row for row in worse if row[2] > row[4] * (1 + 1e-9)]  # type: ignore[operator]
    ahead = [row for row in worse if row[2] < row[3] * (1 - 1e-9)]  # type: ignore[operator]
    return (
        "All problems of the oracle that ask for the best candidate. *Late* is more than"
        f" {SHARE:.0%} and {SLACK:g} s over the limit; time on the clock, kernels compiled"
        f" before.\n\n{table(head, rows)}\nProofs: `auto` {proofs['auto']}, best-first"
        f" {proofs['best-first']}. Of {len(worse)} searches of `auto` without a proof, {len(ahead)}"
        f" are better than the median of best-first with as much CPU time, and {len(lost)} are"
        " worse than the worst of its five runs, which spent on improving what `auto` spent on the"
        f" exact search:\n\n{table(beside, lost)}"
    )


def _asked() -> Iterator[tuple[str, Any]]:
    """Name and question of every problem of the oracle that is a search."""
    for question in problems.oracle():
        yield question.name, question
    for asked in promises.oracle():
        yield asked.name, asked
    for _, question in losses.asked():
        yield question.name, question


def _time(name: str, problem: Problem, limit: float) -> tuple[float, Outcome]:
    """Seconds on the clock of a second run, and what it found."""
    run(name, problem, seconds=limit / 10)
    start = monotonic()
    outcome = run(name, problem, seconds=limit)
    return monotonic() - start, outcome


def _row(name: str, limit: float, times: list[tuple[float, str]]) -> tuple[object, ...]:
    longest, where = max(times)
    late = sum(over > SLACK + SHARE * limit for over, _ in times)
    return name, f"{limit:g} s", len(times), max(0.0, longest), where, late


def _compare(name: str, problem: Problem, limit: float) -> tuple[object, ...]:
    """The losses of `auto` and best-first after the same CPU time."""
    with patch("shoal.search.anytime.trail.monotonic", process_time):
        ours, theirs = (
            sorted(run(one, problem, seconds=limit, seed=seed).loss for seed in range(SEEDS))
            for one in ("auto", "best-first")
        )
    return name, f"{limit:g} s", ours[SEEDS // 2], theirs[SEEDS // 2], theirs[-1]
