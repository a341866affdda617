"""The files of a run beside its release: the certificate to share, and the steward's files."""

import json
from pathlib import Path

from shoal.data.input_identity import fingerprint
from shoal.pipeline.folder.certificate import certify
from shoal.pipeline.folder.seal import Seal
from shoal.report.certificate import certificate
from shoal.report.page import render_report
from shoal.report.released import Released
from shoal.report.summary import STEWARD
from shoal.report.types.certificate import GivenFacts, WrittenRelease
from shoal.report.types.summary import Report, Summary
from shoal.study import text as study_text
from shoal.study.study import Study


def write_run_files(
    folder: Path, report: Report, release: object, study: Study, shown: Released
) -> None:
    """Write report, study, certificate and summary into the folder of a run, in this order.

    Args:
        folder: The folder.
        report: The report of the run; its summary is changed: it gets fingerprints and seal.
        release: The path of the release; anything else if it is a table of a database.
        study: The study as it was asked.
        shown: What the release shows by itself.
    """
    summary, written = report["summary"], _place_of_release(folder, study, release)
    _write(folder / "report.html", render_report(report))
    _write(folder / "study.yaml", study_text.write(report["study"], STEWARD))
    seal = Seal.of(folder, report["study"])
    # Others may read a table of a database as soon as it is written.
    given: GivenFacts | None = {"date": report["created"][:10]} if "table" in written else None
    facts = certificate(study.given(), shown, written, report["created"], given)
    certified = certify(folder, {**facts, "seal": seal.of_certificate})
    summary["files"], summary["seal"] = seal.files | certified, seal.of_summary
    write_summary(folder, summary)


def write_summary(folder: Path, summary: Summary) -> None:
    """Write `summary.json`, the last file of a run."""
    text = json.dumps(summary, indent=2, ensure_ascii=False, allow_nan=False)
    _write(folder / "summary.json", text + "\n")


def _place_of_release(folder: Path, study: Study, release: object) -> WrittenRelease:
    """The file or table of a release, with the fingerprints of it and of files beside it."""
    place: WrittenRelease = {"table": study.output.table, "sha256": None}
    if isinstance(release, Path):
        place = {"file": release.name, "sha256": fingerprint(release)}
    files = {path.name: fingerprint(path) for path in sorted(folder.glob("draft_*"))}
    return {**place, "beside": files} if files else place


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
