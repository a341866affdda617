"""The folder of a benchmark: the results so far, the report and its plots."""

import json
from pathlib import Path
from typing import Literal

from shoal.errors import DataError
from shoal.progress import Watch, ignore_progress
from shoal.report.ranking_chart import ranking_chart
from shoal.report.types.learning import BenchmarkReport
from shoal.service.benchmark.models import benchmark
from shoal.service.benchmark.plan import read_plan

TITLES: dict[Literal["candidates", "chosen"], str] = {
    "candidates": "Accuracy on records that nobody knew",
    "chosen": "Accuracy with the model that inner parts chose",
}


def benchmark_into(plan: Path, out: Path, *, watch: Watch = ignore_progress) -> BenchmarkReport:
    """Carry out a plan and write `benchmark.json` and two pictures; returns the report.

    Args:
        plan: The plan file.
        out: The folder; results that it holds already are not computed again.
        watch: Called now and then; raises Canceled to stop.
    """
    asked, studies = read_plan(plan)
    try:
        out.mkdir(parents=True, exist_ok=True)
        report = benchmark(asked, studies, out / "found.jsonl", watch=watch)
        text = json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False)
        (out / "benchmark.json").write_text(text + "\n", encoding="utf-8")
        for key, title in TITLES.items():
            picture = ranking_chart(title, report[key])
            (out / f"{key}.svg").write_text(picture, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}.") from None
    return report
