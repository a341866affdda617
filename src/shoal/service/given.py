"""Turns the run folder of a draft into that of a release: files renamed, certified as given."""

import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from shoal.pipeline.folder.certificate import certify
from shoal.pipeline.folder.files import write_summary
from shoal.pipeline.folder.folder import open_draft
from shoal.pipeline.folder.seal import Seal
from shoal.report.certificate import status_of_giving
from shoal.report.types.certificate import Certificate
from shoal.report.types.summary import Summary
from shoal.study.text import parse
from shoal.verify.run_folder import ADDED, SUMMARY, RunFolder

DRAFT, RELEASE, STUDY = "draft", "release", "study.yaml"
_ANEW = (SUMMARY, ADDED, "certificate.")  # not taken over from the draft


def is_draft(run: Path) -> bool:
    """Whether a run folder holds a draft."""
    return any(run.glob(f"{DRAFT}.*"))


def publish_release(run: Path, to: str | None) -> None:
    """Replace the folder of a draft by that of a release, in one step.

    Files keep their content under new names. Certificate and summary are written anew; what later
    verbs added is sealed with the rest.
    """
    before = RunFolder.of(run)
    with open_draft(run, force=True, known=True) as folder:
        for path in run.iterdir():
            if not path.name.startswith(_ANEW):
                _take_over(path, folder / name_when_given(path.name))
        old = before.summary["seal"]
        fresh = Seal.of(folder, parse((folder / STUDY).read_text("utf-8"), STUDY))
        seal = replace(fresh, checks=old["checks"], writers=old["writers"])
        facts = _facts_when_given(cast(Certificate, before.facts), to)
        facts["seal"] = seal.of_certificate
        files = seal.files | certify(folder, facts)
        summary = cast(Summary, before.summary)
        write_summary(folder, {**summary, "files": files, "seal": seal.of_summary})


def _facts_when_given(facts: Certificate, to: str | None) -> Certificate:
    """The facts of a certificate that says to whom the release was given."""
    release = facts["release"].copy()
    release["file"] = name_when_given(str(release["file"]))
    if "beside" in release:
        files = release["beside"].items()
        release["beside"] = {name_when_given(name): sha256 for name, sha256 in files}
    stands = status_of_giving({"date": datetime.now(UTC).date().isoformat(), "to": to})
    return {**facts, "note": stands["note"], "given": stands["given"], "release": release}


def name_when_given(name: str) -> str:
    """The name of a draft's file after it was given."""
    draft = name.startswith((f"{DRAFT}.", f"{DRAFT}_"))
    return RELEASE + name.removeprefix(DRAFT) if draft else name


def _take_over(path: Path, place: Path) -> None:
    """Put a file or folder under its new name: linked if possible, as its content stays."""
    if path.is_dir():
        shutil.copytree(path, place, copy_function=_link)
    else:
        _link(path, place)


def _link(path: os.PathLike[str] | str, place: os.PathLike[str] | str) -> None:
    """Link a file under another name, or copy it where links are not possible."""
    try:
        os.link(path, place)
    except OSError:
        shutil.copy2(path, place)
