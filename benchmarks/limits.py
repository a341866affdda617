"""What must stay quick, each beside the time it was given, and beside a fixed loop."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

import shoal
from benchmarks.calibration import calibration
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.data.example import write_example
from shoal.data.query import parse_query
from shoal.hierarchies import builders
from shoal.identifiers import pseudonym_methods
from shoal.identifiers.replace import Replacement
from shoal.privacy.sample_size import Estimator, smallest_sample_class
from shoal.progress import ignore_progress
from shoal.server.actions import sweeps

TITLE = "Limits: what must stay quick"
ABOUT = """CPU seconds, the least of several, beside the time that was promised. *Loops* is the same
figure in units of a fixed loop in plain Python, which took {loop:.3f} CPU seconds here: it tells a
slow machine from slow code. No test asserts a time. Other promised times stand in their own
sections: start, frontier, local, learning, subcombinations, clustering, pseudonyms.
"""
HEAD = ("what", "CPU s", "promised", "loops")
RECORDS = 1_000_000


def section(options: Options) -> str:
    """One row per promise, those that are broken marked."""
    loop = calibration()
    rows = []
    for name, (promised, call) in _promises(options.folder).items():
        cpu = call(options.repeat)
        late = " (late)" if cpu > promised else ""
        rows.append((name + late, cpu, promised, cpu / loop))
        options.say(f"{name}: {cpu:.3f} s, promised {promised}")
    return f"{ABOUT.format(loop=loop)}\n{table(HEAD, rows)}"


def _promises(folder: Path) -> dict[str, tuple[float, Callable[[int], float]]]:
    values = pl.Series(range(100_000)).cast(pl.String)
    query = " and ".join(["age = 1"] * 50_000) + " " * 50_000
    return {
        "a median of a million records, released and verified": (60.0, lambda _: _million()),
        "100,000 keyed hashes": (2.0, _least(lambda: _hashed(values, folder))),
        "100,000 values in intervals": (2.0, _least(lambda: _intervals(values))),
        "a query with 50,000 conditions": (5.0, _least(lambda: parse_query(query))),
        "a sample class for k = 10^400": (2.0, _least(_huge)),
        "a move of the k slider, 95 of 100": (0.15, lambda _: _slider(folder / "slider")),
    }


def _least(call: Callable[[], object]) -> Callable[[int], float]:
    return lambda repeat: warm(call, repeat).cpu


def _million() -> float:
    rng = np.random.default_rng(5)
    wards = rng.integers(0, 3000, RECORDS).astype(str)
    patients = pl.DataFrame({"ward": wards, "age": rng.integers(0, 100, RECORDS)})
    age = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "median"}}
    ward = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    promises = [{"model": "k-anonymity", "k": 5}]
    release = shoal.anonymize(
        patients, {"columns": {"ward": ward, "age": age}, "privacy": promises}
    )
    return float(release.summary["cpu_seconds"]["total"])


def _hashed(values: pl.Series, folder: Path) -> pl.Series:
    method = pseudonym_methods.build(
        {"method": "keyed-hash", "domain": "patients", "key": "limits.key", "create_key": True}
    )
    return Replacement(method, folder).pseudonyms(values)  # type: ignore[arg-type]


def _intervals(values: pl.Series) -> object:
    return builders.build({"builder": "intervals", "width": 10, "levels": 4}).build(values)


def _huge() -> int:
    return smallest_sample_class(10**400, 0.3, 0.01, Estimator.POISSON)


def _slider(folder: Path) -> float:
    sweeps.sweep("slider", write_example(folder), 256, ignore_progress)
    costs = []
    for k in range(2, 202, 4):
        start = time.process_time()
        sweeps.answer_question("slider", {"k": k, "suppression_limit": 0.05, "candidates": 20})
        costs.append(time.process_time() - start)
    return float(np.percentile(costs, 95))
