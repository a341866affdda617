"""The sweep of a whole lattice, and what an answer costs after it."""

import gc
import os
import time

from benchmarks.datasets import ADULT_8, Dataset, adult, example, fars
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.problems import PROMISES, Question
from benchmarks.tables import table
from shoal.search.frontier.answers import Frontier, frontier_of
from shoal.search.frontier.pareto import pareto

TITLE = "Frontier: every k and suppression limit from one sweep"
ASKED = ((2, "0"), (5, "0.05"), (50, "0.1"), (100, "1"), (256, "1"))
HEAD = (
    *("table", "candidates", "tuples", "CPU s", "CPU s, 2 threads", "more CPU"),
    *("clock s", "clock s, 2 threads", "MB kept", "answer CPU ms, worst", "Pareto points", "CPU s"),
)


def section(options: Options) -> str:
    """One row per table."""
    rows = [_row(data, options) for data in _datasets(options)]
    return (
        "Classes of all candidates up to size 255 with their sums, warm, the least of several;"
        f" then questions and Pareto points. Load at the end: {os.getloadavg()[0]:.1f}.\n\n"
        f"{table(HEAD, rows)}"
    )


def _row(data: Dataset, options: Options) -> tuple[object, ...]:
    problem = Question(data.name, data, PROMISES, {"model": "loss"}, "0.05").problem()
    one = warm(lambda: frontier_of(problem, threads=1), options.repeat, 40)
    two = warm(lambda: frontier_of(problem, threads=2), options.repeat, 40)
    found = one.result
    start = time.process_time()
    points = pareto(found)
    front = time.process_time() - start
    options.say(f"{data.name}: {one.cpu:.3f} s CPU, two threads {two.cpu:.3f} s")
    return (
        *(data.name, problem.lattice.size, len(problem.encoded.keys), one.cpu, two.cpu),
        f"{100 * (two.cpu / one.cpu - 1):.0f} %",
        *(one.wall, two.wall, found.swept.bytes / 1e6, _worst(found), len(points), front),
    )


def _worst(found: Frontier) -> float:
    """Milliseconds of the slowest of some questions, each the least of five."""
    found.answer(5)
    gc.collect()
    return 1000 * max(min(_seconds(found, *asked) for _ in range(5)) for asked in ASKED)


def _seconds(found: Frontier, k: int, limit: str) -> float:
    start = time.process_time()
    found.answer(k, limit)
    return time.process_time() - start


def _datasets(options: Options) -> list[Dataset]:
    tables = [adult(ADULT_8), adult(), fars()]
    return tables if options.quick else [*tables, example(options.folder / "example")]
