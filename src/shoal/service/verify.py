"""The verb `verify`: checks a written release again, by code that did not make it."""

from pathlib import Path
from typing import Any

from shoal.data.source import Source
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.places.choice import folder_of
from shoal.pipeline.places.folder import Folder
from shoal.study.study import Study
from shoal.verify import Verdict
from shoal.verify.run_folder import RunFolder, folder_findings, older_findings


def verify_again(run: Path, asked: Study, source: Source, release: Path | None) -> Verdict:
    """The findings of the independent check about a written release and its certificate.

    Args:
        run: The run folder, or a study file; a study file has no certificate to check.
        asked: The study.
        source: Where its table is.
        release: The file of the release; None if it is a table of a database.
    """
    folder = run if run.is_dir() else run.parent
    keys = effective_keys(asked, source, folder)
    kind = Folder if release is None else folder_of(asked)
    verdict = kind.verdict(asked, keys, folder, release, **_time_of(run))
    if not run.is_dir():
        return verdict
    sealed = folder_findings(run, keys, release)
    return Verdict((*verdict.findings, *sealed, *older_findings(run)))


def _time_of(run: Path) -> dict[str, Any]:
    """Which checks existed when a run was made, and what wrote it; empty without a run folder."""
    if not run.is_dir():
        return {}
    folder = RunFolder.of(run)
    return {"checks": folder.newest_checks, "writers": folder.writers}
