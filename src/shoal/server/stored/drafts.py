"""Private folders of a workspace, and drafts of folders inside them."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from shoal.data.file_system import hold_lock, is_unlocked, sync
from shoal.ledger.workspace import Workspace

DRAFT = ".draft-"


def private_folder(workspace: Workspace, name: str) -> Path:
    """A folder of the workspace that only this account may read; created if it is missing."""
    workspace.make()
    folder = workspace.folder / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@contextlib.contextmanager
def draft_in(home: Path, id: str) -> Iterator[Path]:
    """Make a new folder and hold its lock; it is removed when the block ends, unless renamed."""
    draft = home / f"{DRAFT}{id}"
    draft.mkdir(mode=0o700)
    try:
        with hold_lock(draft):
            yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        sync(home)


def remove_left_drafts(home: Path) -> int:
    """Remove the drafts of processes that were killed; returns how many."""
    left = [draft for draft in home.glob(f"{DRAFT}*") if draft.is_dir() and is_unlocked(draft)]
    for draft in left:
        shutil.rmtree(draft, ignore_errors=True)
    return len(left)
