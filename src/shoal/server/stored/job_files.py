"""Files that jobs write besides their result: models, mappings, pages, hierarchies."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from shoal.ledger.workspace import Workspace
from shoal.server.stored import job_rows as rows
from shoal.server.stored.aside import move_aside
from shoal.server.stored.ids import check_id
from shoal.server.stored.job import DONE, JOB
from shoal.server.stored.refusals import NotFound


def files_of(workspace: Workspace, id: str) -> Path:
    """The folder of a job's files; it exists only if the job has written any."""
    return workspace.folder / "jobs" / check_id(id, JOB)


def file_names(workspace: Workspace, owner: str, id: str) -> list[str]:
    """The names of the files of a job, sorted; NotFound unless the job is the owner's."""
    folder = files_of(workspace, rows.find_job(workspace, owner, id).id)
    return sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []


def job_file(workspace: Workspace, owner: str, id: str, name: str) -> Path:
    """A file of a job; NotFound if the job has none of this name, or is not the owner's."""
    folder = files_of(workspace, rows.find_job(workspace, owner, id).id)
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name == name:
            return file
    raise NotFound("The job has no such file.")


def discard_files(workspace: Workspace) -> None:
    """Remove the files of jobs that are not done; move files without a job aside.

    A server calls it when it starts and no job runs.
    """
    home = workspace.folder / "jobs"
    for folder in [*home.iterdir()] if home.is_dir() else []:
        state = rows.state_of(workspace, folder.name)
        if state is None:
            move_aside(workspace, folder)
        elif state != DONE:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def empty_folder(folder: Path) -> Iterator[Path]:
    """Make an empty private folder, and remove it when the block ends."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
