"""The files of a run beside its release: the certificate to share, and what is the steward's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.report.page import render
from shoal.report.summary import STEWARD
from shoal.service import study_text
from shoal.service.input_identity import fingerprint
from shoal.service.run.certificate import certify


def write_run_files(
    folder: Path, report: Mapping[str, Any], release: object, shape: tuple[int, int]
) -> None:
    """Write certificate, summary, report and study into the folder of a run.

    Args:
        folder: The folder.
        report: The report of the run; its summary gets the fingerprints of the files.
        release: The path of the release; anything else if it is a table of a database.
        shape: How many records and columns the release has.
    """
    summary = report["summary"]
    summary["files"] = certify(folder, report, _written(folder, report, release, shape))
    _write(folder / "summary.json", _text(summary))
    _write(folder / "report.html", render(report))
    _write(folder / "study.yaml", study_text.write(report["study"], STEWARD))


def _written(
    folder: Path, report: Mapping[str, Any], release: object, shape: tuple[int, int]
) -> dict[str, Any]:
    size: dict[str, Any] = {"records": shape[0], "columns": shape[1]}
    if beside := {path.name: fingerprint(path) for path in sorted(folder.glob("release_*"))}:
        size["beside"] = beside
    if isinstance(release, Path):
        return {"file": release.name, "sha256": fingerprint(release), **size}
    return {"table": report["study"].get("output", {}).get("table"), "sha256": None, **size}


def _text(summary: Mapping[str, Any]) -> str:
    return json.dumps(summary, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
