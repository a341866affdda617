"""Study files for fresh processes: the same problems, from a file to a verified release."""

import json
from pathlib import Path

from benchmarks.datasets import ADULT_8, ADULT_9, FARS, hierarchy_file, table_file
from shoal.data.example import write_example

COLUMNS = {"Adult-8": ADULT_8, "Adult-9": ADULT_9, "FARS": FARS}
NAMES = (*COLUMNS, "Example")
SHOWN = ("kernels", "read", "encode", "search", "transform", "write", "verify", "evaluate", "total")


def study(folder: Path, name: str, limit: str) -> Path:
    """A study of one of the tables, k = 5."""
    if name == "Example":
        return _example(folder / "example", limit)
    dataset = "fars" if name == "FARS" else "adult"
    return write(folder / f"{name}-{limit}.json", table_file(dataset), COLUMNS[name], 5, limit)


def write(path: Path, data: Path, columns: tuple[str, ...], k: int, limit: str) -> Path:
    """A study of a table with some of the columns of Adult or FARS."""
    dataset = "fars" if columns[0] in FARS else "adult"
    keys = {
        "data": str(data.resolve()),
        "columns": {name: _column(dataset, name) for name in columns},
        "privacy": [{"model": "k-anonymity", "k": k}],
        "suppression_limit": float(limit),
    }
    path.write_text(json.dumps(keys, indent=1))
    return path


def cpu_by_stage(run: Path) -> dict[str, float]:
    """Processor seconds per stage, as the run's summary tells them."""
    seconds = json.loads((run / "summary.json").read_text())["cpu_seconds"]
    return {stage: seconds[stage] for stage in SHOWN}


def _column(dataset: str, name: str) -> dict[str, str]:
    return {
        "role": "quasi-identifier",
        "hierarchy": str(hierarchy_file(dataset, name).resolve()),
    }


def _example(folder: Path, limit: str) -> Path:
    path = write_example(folder)
    text = path.read_text()
    lines = [line for line in text.splitlines() if not line.startswith("suppression_limit")]
    changed = path.with_name(f"study-{limit}.yaml")
    changed.write_text("\n".join([*lines, f"suppression_limit: {limit}", ""]))
    return changed
