"""The verb `verify`: a written release is checked again by code that did not make it."""

from pathlib import Path
from typing import Any

from shoal.data.source import Source
from shoal.pipeline.folder.effective import effective
from shoal.pipeline.places.choice import folder_of
from shoal.pipeline.places.folder import Folder
from shoal.study.study import Study
from shoal.verify import Verdict
from shoal.verify.run_folder import RunFolder, folder_findings, older_findings


def verify_again(run: Path, asked: Study, source: Source, release: Path | None) -> Verdict:
    """What the independent check says about a written release, and about its certificate."""
    folder = run if run.is_dir() else run.parent
    keys = effective(asked, source, folder)
    kind = Folder if release is None else folder_of(asked)
    verdict = kind.verdict(asked, keys, folder, release, **_time_of(run))
    if not run.is_dir():
        return verdict
    sealed = folder_findings(run, keys, release)
    return Verdict((*verdict.findings, *sealed, *older_findings(run)))


def _time_of(run: Path) -> dict[str, Any]:
    """The checks of the time of a run, and what wrote its release; nothing where no run is."""
    if not run.is_dir():
        return {}
    found = RunFolder.of(run)
    return {"checks": found.made_for, "writers": found.writers}
