"""One call of an action: its owner, where it may write, and how it reports its progress."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from shoal.ledger.workspace import Workspace
from shoal.progress import Watch, ignore_progress
from shoal.server.stored import run_rows as runs
from shoal.server.stored import study_rows as studies
from shoal.server.stored import table_rows as tables
from shoal.server.stored.job_files import job_file
from shoal.server.stored.limits import Limits
from shoal.server.stored.references import with_paths
from shoal.server.stored.run_rows import SHAREABLE, StoredRun
from shoal.study import text as study_text


@dataclass(frozen=True)
class ActionResult:
    """What an action returns.

    Attributes:
        result: Its result, as plain JSON.
        run: The run that it made, if it made one.
        files: Whether it wrote files into `call.files`.
    """

    result: Any
    run: StoredRun | None = None
    files: bool = False


@dataclass(frozen=True)
class Call:
    """What an action may use.

    Attributes:
        workspace: The workspace, with the owner.
        id: The id of the job; a run that it makes gets the same.
        folder: A private folder that is removed when the call is over.
        watch: Called with the progress now and then; raises Canceled to stop.
        limits: How much may be stored.
    """

    workspace: Workspace
    id: str
    folder: Path
    watch: Watch = field(default=ignore_progress, repr=False)
    limits: Limits = field(default_factory=Limits)

    @property
    def owner(self) -> str:
        """The id of the owner who asked."""
        return self.workspace.owner

    @cached_property
    def files(self) -> Path:
        """The folder for files that are stored with the job."""
        folder = self.folder / "files"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    def table(self, id: str) -> Path:
        """The file of a stored table or hierarchy; NotFound unless it is the owner's."""
        return tables.path_of(self.workspace, tables.table(self.workspace, self.owner, id))

    def study(self, id: str) -> Path:
        """Write a stored study as a study file; returns its path."""
        return self.study_file(studies.study(self.workspace, self.owner, id).body)

    def study_file(self, body: Mapping[str, Any]) -> Path:
        """Write keys of a study as a study file, with paths instead of ids; returns its path.

        There is one such file per call: the next one replaces it.
        """
        path = self.folder / "study.yaml"
        text = study_text.write(with_paths(self.workspace, self.owner, body))
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, id: str) -> Path:
        """The folder of a stored run."""
        return runs.folder_of(self.workspace, runs.run(self.workspace, self.owner, id).id)

    def release(self, id: str) -> Path:
        """The file of the release, or of the draft, of a stored run."""
        folder, pattern = self.run(id), re.compile(SHAREABLE)
        names = [file.name for file in folder.iterdir() if pattern.fullmatch(file.name)]
        return folder / next(name for name in names if name.startswith(("draft.", "release.")))

    def job_file(self, id: str, name: str) -> Path:
        """A file that an earlier job has written."""
        return job_file(self.workspace, self.owner, id, name)
