"""The run folder appears complete or not at all (docs/runs.md).

A run is written into a private draft beside its place:

    .run.shoal-draft-x7f3/      only the owner may look inside; locked while its run lives
        README                  what this folder is, for whoever finds it
        run/                    becomes the place by one rename, once everything is on disk
        old/                    the run that was there before, where exchanging is not possible

A killed run leaves such a draft; the next run beside it sees that nobody holds its lock, and
removes it (or first puts the old run back, if the kill came between two renames).
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from shoal.data.file_system import exchange, hold_lock, is_unlocked, sync
from shoal.errors import ShoalError, StudyError
from shoal.pipeline.prepare.automatic import HIERARCHIES

EXAMPLE = "example"  # the folder in which a demo shows its input
OF_A_RUN = (
    *("draft.", "draft_nodes.", "draft_edges.", "certificate."),
    *("release.", "release_nodes.", "release_edges."),
    *("summary.json", "report.html", "study.yaml", "added.jsonl"),
    *("frontier.json", "frontier.html", "frontier.svg"),
)
README = (
    "This is an unfinished run of Shoal. It may hold data of the input.\n"
    "The next run beside it removes it; you may delete it if no run is going on.\n"
)


@contextlib.contextmanager
def open_draft(place: Path, *, force: bool = False, known: bool = False) -> Iterator[Path]:
    """Give a folder to write a run into; it becomes the place if the block ends without an error.

    Otherwise it is removed, and the place stays as it was.

    Args:
        place: The run folder.
        force: Whether a run that is there is replaced.
        known: Whether it is replaced even if it holds files that are not of a run, because the
            caller takes all of them over.
    """
    place = refuse_bad_place(place, force=force, known=known)
    with _draft(place) as draft:
        run = draft / "run"
        run.mkdir(mode=0o700)
        yield run
        _sync_everything(run)
        _publish(run, place, force=force, known=known)


@contextlib.contextmanager
def explain_disk_errors() -> Iterator[None]:
    """Turn errors of a full or broken disk into a ShoalError with one sentence.

    It goes around `open_draft`, so the draft is removed by then.
    """
    try:
        yield
    except OSError as error:
        full = "No space left" in str(error)
        reason = error.strerror or ("no space left" if full else "the disk refused")
        raise ShoalError(f"The run could not be written: {reason}. Nothing was kept.") from None
    except pl.exceptions.ComputeError:
        raise ShoalError("The release could not be written. Nothing was kept.") from None


def refuse_bad_place(place: Path, *, force: bool = False, known: bool = False) -> Path:
    """The full path of the place; refused if no run may be written there."""
    full = place.resolve()
    if not full.parent.is_dir():
        raise StudyError(f"There is no folder {place.parent} to write the run into. Make it first.")
    if not os.access(full.parent, os.W_OK | os.X_OK):
        raise StudyError(f"The folder {place.parent} may not be written to.")
    if full.exists() and not force:
        raise StudyError(f"{place} exists already. Choose another --out, or replace it by --force.")
    if full.exists() and not known and not _is_run(full):
        raise StudyError(
            f"{place} holds files that are not of a run, so --force does not replace it."
            " Choose another --out, or empty the folder yourself."
        )
    return full


def remove_old_drafts(place: Path) -> int:
    """Remove drafts that killed runs left beside a place; returns how many. Locks the parent."""
    with hold_lock(place.parent):
        return _remove_old_drafts(place)


@contextlib.contextmanager
def _draft(place: Path) -> Iterator[Path]:
    """A private draft folder, locked as long as this process uses it."""
    with contextlib.ExitStack() as stack:
        # The parent's lock makes "sweep, create, lock" one step for runs that start together.
        with hold_lock(place.parent):
            _remove_old_drafts(place)
            draft = Path(tempfile.mkdtemp(prefix=_prefix(place), dir=place.parent))
            stack.callback(shutil.rmtree, draft, ignore_errors=True)
            stack.enter_context(hold_lock(draft))
        (draft / "README").write_text(README, encoding="utf-8")
        yield draft


def _remove_old_drafts(place: Path) -> int:
    """The same; the caller holds the lock of the parent folder."""
    removed = 0
    for draft in place.parent.glob(f"{_glob_safe(_prefix(place))}*"):
        if draft.is_dir() and not draft.is_symlink() and is_unlocked(draft):
            _put_back(draft / "old", place)
            shutil.rmtree(draft, ignore_errors=True)
            removed += 1
    return removed


def _put_back(old: Path, place: Path) -> None:
    """Restore the run that a killed run had moved away, if nothing is in its place."""
    if old.is_dir() and not place.exists():
        old.rename(place)


def _publish(run: Path, place: Path, *, force: bool, known: bool) -> None:
    """Move the finished run to its place, by one rename if possible; checks the place again."""
    if force and place.exists():
        # Check again: somebody may have put files there while the run was going on.
        refuse_bad_place(place, force=True, known=known)
        if not exchange(run, place):
            place.rename(run.parent / "old")
            run.rename(place)
    elif place.exists():
        raise StudyError(f"{place} was made by somebody else during the run. Nothing was written.")
    else:
        run.rename(place)
    sync(place.parent)


def _sync_everything(run: Path) -> None:
    """Make sure that all files of the run are on disk."""
    for path in run.rglob("*"):
        sync(path)
    sync(run)


def _is_run(place: Path) -> bool:
    """Whether a folder is empty or holds nothing but files of a run."""
    return place.is_dir() and all(
        path.name in {EXAMPLE, HIERARCHIES} or (path.is_file() and path.name.startswith(OF_A_RUN))
        for path in place.iterdir()
    )


def _prefix(place: Path) -> str:
    """How the names of drafts for a place begin."""
    return f".{place.name}.shoal-draft-"


def _glob_safe(text: str) -> str:
    """The text for a pattern that matches it literally."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in text)
