"""The files of a run, as the run left them: its summary, and the cells that it wrote."""

import json
import tempfile
from pathlib import Path

import polars as pl

from shoal.data.files import read, resolve_source, write
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.report.types.summary import Summary
from shoal.study.study import Study
from shoal.verify.findings.times import FIRST
from shoal.verify.run_folder import RunFolder, certificate_finding, files_finding

OTHER = (
    "The records of the release cannot be matched with those of the table: made again from the"
    " study, the release is not the one that was written. Columns that are drawn anew with every"
    " run, such as random pseudonyms, do that, and changed hierarchies."
)


def summary_of(run: Path) -> Summary:
    """The summary of a run folder; an error if it is none, or was not finished."""
    try:
        found: Summary = json.loads((run / "summary.json").read_text("utf-8"))
    except (OSError, ValueError):
        raise StudyError(
            f"{run} is not a run folder. Expected one with summary.json and study.yaml, as"
            " `shoal run --out` writes it."
        ) from None
    return found


def refuse_changed_folder(run: Path) -> None:
    """Refuse a run whose files are not those that it wrote; older runs named no fingerprints."""
    folder = RunFolder.of(run)
    findings = [certificate_finding(folder)] if folder.summary.get("files") else []
    if folder.newest_checks != FIRST:
        findings.append(files_finding(folder))
    problems = [finding.reason for finding in findings if not finding.holds]
    if problems:
        raise DataError(f"{run} is not as its run left it. Run the study again.", *problems)


def read_written(run: Path) -> pl.DataFrame:
    """The written release of a run folder, every cell as a text; blank ones are null."""
    files = [path for path in run.iterdir() if path.stem in {"draft", "release"}]
    if not files:
        raise DataError("The release of this run is not there any more.")
    return _read(files[0])


def as_written(study: Study, frame: pl.DataFrame) -> pl.DataFrame:
    """Cells as texts, as they are after they were written for a study and read again."""
    output = study.output
    with tempfile.TemporaryDirectory(prefix="shoal-") as folder:  # only the owner may look inside
        path = Path(folder) / f"again.{output.format}"
        write(frame, path, output.format, neutralize_formulas=output.neutralize_formulas)
        return _read(path)


def refuse_other_cells(again: pl.DataFrame, written: pl.DataFrame) -> None:
    """Refuse a release that does not hold the same records, each equally often."""
    same = again.columns == written.columns and again.height == written.height
    if not same or not _in_one_order(again).equals(_in_one_order(written)):
        raise DataError(OTHER)


def _read(path: Path) -> pl.DataFrame:
    """A release, every cell as a text; blank ones are null."""
    frame = read(resolve_source(Source.of(path))).frame.cast(pl.String)
    return frame.with_columns(pl.all().replace("", None))


def _in_one_order(frame: pl.DataFrame) -> pl.DataFrame:
    """The records sorted by a hash, so that equal sets of records come in the same order."""
    return frame[frame.hash_rows().arg_sort()]
