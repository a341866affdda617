"""The files of teaching: answers to continue with, and the study with learned weights.

Answers are kept in the workspace, where only its owner may read them. They hold what each option
loses in each column, and no value of the data (`shoal.interactive.lesson`).
"""

import hashlib
import json
import os
from pathlib import Path
from typing import cast

from shoal.errors import DataError, StudyError
from shoal.ledger.workspace import workspace_of
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.prepare.source import source_of
from shoal.report.types.teaching import TeachingState
from shoal.service.teaching.result import with_weights
from shoal.service.teaching.teach import TeachingSession
from shoal.study import text as study_text
from shoal.study.study import read_study

COMMENT = "The weights were learned from {answers} answers (shoal teach)."


def place_of(study: Path) -> Path:
    """Where the answers about a study file are kept."""
    full = study.resolve()
    name = hashlib.sha256(os.fsencode(full)).hexdigest()[:16]
    return workspace_of(full.parent).folder / "teaching" / f"{name}.json"


def read_answers(study: Path) -> TeachingState | None:
    """The answers that were kept about a study file; None without any."""
    place = place_of(study)
    try:
        state = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise StudyError(
            f"The answers in {place} cannot be read. Start again with --again."
        ) from None
    if not isinstance(state, dict):
        raise StudyError(f"The answers in {place} are damaged. Start again with --again.")
    return cast(TeachingState, state)  # `go_on` checks every part of it


def write_answers(session: TeachingSession, study: Path) -> Path:
    """Write the answers about a study file, whole or not at all; returns the path."""
    place = place_of(study)
    draft = place.with_suffix(".draft")
    try:
        for folder in (place.parent.parent, place.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(session.state(), file, allow_nan=False)
        draft.replace(place)
    except OSError as error:
        raise DataError(f"The answers cannot be kept in {place}: {error.strerror}.") from None
    return place


def remove_answers(study: Path) -> None:
    """Remove the answers about a study file."""
    place_of(study).unlink(missing_ok=True)


def write_taught(session: TeachingSession, study: Path, path: Path, *, force: bool = False) -> None:
    """Write a study file with the weights that were learned.

    Args:
        session: The answers.
        study: The study file that was taught.
        path: The file to write.
        force: Whether to replace an existing file.
    """
    if path.exists() and not force:
        raise StudyError(f"{path} exists already. Choose another name, or replace it by --force.")
    # The study as its file says, without what the profile of a recipient adds.
    taught = with_weights(read_study(study), session.learned())
    beside = path.parent.resolve() == taught.folder.resolve()
    keys = taught.given() if beside else effective_keys(taught, source_of(taught), path.parent)
    comment = COMMENT.format(answers=session.lesson.answers)
    try:
        path.write_text(study_text.write(keys, comment), encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}.") from None
