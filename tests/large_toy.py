"""A table of a few thousand records for runs that never hold all of them in memory."""

import json
from pathlib import Path

import numpy as np
import polars as pl

QUASI = {
    "age": {
        "role": "quasi-identifier",
        "type": "integer",
        "missing": ["-1"],
        "hierarchy": {"builder": "intervals", "width": 10, "levels": 3},
    },
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "job": {"role": "quasi-identifier"},  # its hierarchy is made from how often values occur
}
PASSED = {
    "disease": {"role": "sensitive"},
    "cost": {"role": "insensitive", "type": "decimal", "missing": ["0"]},
    "name": {"role": "identifier"},
}
PROMISES = {
    "k-anonymity": [{"model": "k-anonymity", "k": 5}],
    "l-diversity": [
        {"model": "k-anonymity", "k": 3},
        {"model": "distinct-l-diversity", "column": "disease", "l": 2},
    ],
    "t-closeness": [{"model": "t-closeness", "column": "disease", "t": 0.4, "distance": "equal"}],
}


def table(records: int = 3000, seed: int = 1) -> pl.DataFrame:
    """Texts, as a CSV file has them: some missing, some quoted, some with separators."""
    rng = np.random.default_rng(seed)
    zips, shares = ["81667", "81675", "81925", "81931"], [0.4, 0.3, 0.2, 0.1]
    job = rng.choice(["nurse", "clerk, senior", 'the "boss"', "cook", "miner"], records)
    frame = pl.DataFrame(
        {
            "age": rng.integers(20, 70, records).astype(str),
            "zip": rng.choice(zips, records, p=shares),
            "sex": rng.choice(["male", "female"], records),
            "job": pl.Series(job.tolist()),
            "disease": rng.choice(["flu", "angina", "ulcer", "none"], records),
            "cost": np.round(rng.gamma(2, 50, records) // 10 * 10, 1).astype(str),
            "name": [f"P{number:05}" for number in range(records)],
        }
    )
    gone = pl.Series(rng.random(records) < 0.01)
    rare = pl.Series(rng.random(records) < 0.01)
    return frame.with_columns(
        pl.when(gone).then(None).otherwise(pl.col("job")).alias("job"),
        pl.when(rare).then(pl.lit("-1")).otherwise(pl.col("age")).alias("age"),
    )


def study(folder: Path, promises: str = "k-anonymity", **more: object) -> dict[str, object]:
    """The keys of a study about the table in a folder; writes the table."""
    path = folder / "table.csv"
    if not path.exists():
        table().write_csv(path)
    keys = {
        "data": str(path),
        "columns": {**QUASI, **PASSED},
        "privacy": PROMISES[promises],
        "suppression_limit": 0.1,
    }
    return {**keys, **more}


def released(run: Path) -> pl.DataFrame:
    """The records of a release, one file or many parts, in their own order."""
    [place] = [path for path in run.glob("draft.*") if path.suffix in {".csv", ".parquet"}]
    parts = sorted(place.iterdir()) if place.is_dir() else [place]
    read = pl.read_parquet if place.suffix == ".parquet" else texts
    frame = pl.concat([read(part) for part in parts])
    return frame.sort(frame.columns)


def texts(path: Path) -> pl.DataFrame:
    """A CSV file as it stands."""
    return pl.read_csv(path, infer_schema=False)


def summary(run: Path) -> dict[str, object]:
    """What a run tells, without what two runs never share."""
    found = json.loads((run / "summary.json").read_text("utf-8"))
    other = ("seconds", "cpu_seconds", "peak_memory_mb", "files", "seal", "engine", "ledger")
    return {key: value for key, value in found.items() if key not in other}
