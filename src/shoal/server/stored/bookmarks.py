"""Bookmarks: candidates of a study that its owner wants to find again, each with a comment."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypedDict

from shoal.data.file_system import hold_lock
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored.drafts import private_folder
from shoal.server.stored.refusals import QuotaExceeded, TooLarge
from shoal.server.stored.study_rows import study as stored_study

MOST, LONGEST = 200, 500  # bookmarks of a study, and characters of a comment


class Figures(TypedDict, total=False):
    """Loss and suppressed records of a candidate, as far as they were known."""

    loss_normalized: float | None
    suppressed_records: int


@dataclass(frozen=True)
class Bookmark:
    """A candidate to find again.

    Attributes:
        levels: The level of each column.
        comment: What its owner wrote about it.
        figures: Its loss and suppressed records at that time.
        created: When, in UTC.
    """

    levels: dict[str, int]
    comment: str
    figures: Figures
    created: str


def bookmarks(workspace: Workspace, owner: str, study: str) -> list[Bookmark]:
    """The bookmarks of a study, the oldest first."""
    return _read(_file(workspace, owner, study))


def keep_bookmark(
    workspace: Workspace,
    owner: str,
    study: str,
    levels: Mapping[str, int],
    comment: str,
    figures: Figures,
) -> list[Bookmark]:
    """Add a bookmark, or replace the one with the same levels; returns all of the study."""
    if len(comment) > LONGEST:
        raise TooLarge(f"The comment has more than {LONGEST} characters. Write a shorter one.")
    path = _file(workspace, owner, study)
    with hold_lock(path.parent):
        kept = [mark for mark in _read(path) if mark.levels != dict(levels)]
        if len(kept) >= MOST:
            raise QuotaExceeded(f"{MOST} candidates are bookmarked already. Remove some.")
        kept.append(Bookmark(dict(levels), comment, figures, now()))
        _write(path, kept)
    return kept


def forget_bookmark(
    workspace: Workspace, owner: str, study: str, levels: Mapping[str, int]
) -> list[Bookmark]:
    """Remove the bookmark with these levels; returns those that are left."""
    path = _file(workspace, owner, study)
    with hold_lock(path.parent):
        kept = [mark for mark in _read(path) if mark.levels != dict(levels)]
        _write(path, kept)
    return kept


def _file(workspace: Workspace, owner: str, study: str) -> Path:
    """The file of a study's bookmarks, which may not exist yet; its folder is made."""
    known = stored_study(workspace, owner, study)  # NotFound unless it is the owner's
    return private_folder(workspace, "bookmarks") / f"{known.id}.json"


def _read(path: Path) -> list[Bookmark]:
    if not path.exists():
        return []
    return [Bookmark(**keys) for keys in json.loads(path.read_text(encoding="utf-8"))]


def _write(path: Path, kept: list[Bookmark]) -> None:
    """Write all bookmarks of a study; a killed process leaves the old file."""
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps([asdict(mark) for mark in kept]), encoding="utf-8")
    draft.replace(path)
