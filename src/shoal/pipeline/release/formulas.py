"""Cells of a release that a spreadsheet would run instead of showing them."""

from pathlib import Path

import polars as pl

from shoal.data.files.csv_writer import formulas_in
from shoal.study.study import Study


def formula_warnings(study: Study, release: pl.DataFrame | Path) -> list[str]:
    """A warning about such cells, unless the study makes them harmless; only CSV files have them.

    Args:
        study: The study.
        release: The release as it is written, or its file where it is not in memory.
    """
    output = study.output
    if output.url is not None or output.format != "csv" or output.neutralize_formulas:
        return []
    count = formulas_in(release) if isinstance(release, pl.DataFrame) else _in_file(release)
    if not count:
        return []
    return [
        f"{count:,} texts of the release begin like a formula (=, +, -, @), which spreadsheet"
        " programs run. Set `output: {neutralize_formulas: true}` if recipients use one."
    ]


def _in_file(path: Path) -> int:
    """How many such texts a CSV file holds, or the CSV files of a folder; read in batches."""
    parts = sorted(path.glob("*.csv")) if path.is_dir() else [path]
    return sum(
        formulas_in(batch)
        for part in parts
        for batch in pl.scan_csv(part, infer_schema=False, glob=False).collect_batches()
    )
