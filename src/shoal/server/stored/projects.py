"""An uploaded ARX project becomes a stored table, its stored hierarchies, and a stored study."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.ledger.workspace import Workspace
from shoal.server.stored.drafts import draft_in, private_folder
from shoal.server.stored.ids import new_id
from shoal.server.stored.limits import Limits
from shoal.server.stored.receiving import receive
from shoal.server.stored.refusals import explain_full_disk
from shoal.server.stored.study_rows import StoredStudy, keep_study
from shoal.server.stored.table_rows import (
    HIERARCHY,
    TABLE,
    StoredTable,
    forget_table,
    keep_table,
)

MOST = 256 << 20  # bytes of the table, which is looked at in the process that answers requests
PIECE = 1 << 20


@dataclass(frozen=True)
class KeptProject:
    """What became of a project: what was stored, what has no counterpart, what is to be decided."""

    table: StoredTable
    study: StoredStudy
    version: str
    left_out: tuple[str, ...]
    open: tuple[str, ...]


def keep_project(
    workspace: Workspace,
    owner: str,
    name: str,
    chunks: Iterable[bytes],
    limits: Limits | None = None,
    *,
    leave_out: bool = False,
    encoding: str | None = None,
) -> KeptProject:
    """Store a project if it can be read and is within the limits; otherwise nothing is stored."""
    from shoal.service.arx.import_project import import_project  # noqa: PLC0415  (loads Polars)
    from shoal.study import text as study_text  # noqa: PLC0415

    limits = limits or Limits()
    with explain_full_disk():
        home = private_folder(workspace, "tables")
    with explain_full_disk(), draft_in(home, new_id()) as draft:
        upload, most = receive(chunks, draft, limits.table_bytes), min(limits.table_bytes, MOST)
        done = import_project(
            upload.path, draft / "study", leave_out=leave_out, encoding=encoding, most=most
        )
        body = study_text.parse(done.study.read_text("utf-8"), "the study")
        store = _Store(workspace, owner, limits, done.study.parent)
        with store.all_or_nothing():
            store.replace_files(body, name)
            study = keep_study(workspace, owner, body, name.removesuffix(".deid"), limits)
    return KeptProject(store.kept[0], study, done.version, done.left_out, done.open)


class _Store:
    """Stores the files that a study names, and names them by their ids."""

    def __init__(self, workspace: Workspace, owner: str, limits: Limits, folder: Path) -> None:
        self.workspace, self.owner, self.limits, self.folder = workspace, owner, limits, folder
        self.kept: list[StoredTable] = []

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Forget what was stored if the block fails."""
        try:
            yield
        except BaseException:
            for table in self.kept:
                forget_table(self.workspace, self.owner, table.id)
            raise

    def replace_files(self, body: dict[str, Any], name: str) -> None:
        """Replace every file in the keys of a study by the id of what was stored."""
        body["data"] = self._reference(body["data"], name, TABLE)
        for column, keys in body["columns"].items():
            hierarchy = keys.get("hierarchy", {})
            if hierarchy.get("builder") == "file":
                hierarchy = {key: hierarchy[key] for key in hierarchy if key != "builder"}
                keys["hierarchy"] = self._reference(hierarchy, f"{column}.csv", HIERARCHY)
        if "subset" in body:
            chosen = body["subset"]["records"]
            body["subset"]["records"] = self._reference(chosen, f"{name}, subset", TABLE)

    def _reference(self, keys: dict[str, Any], name: str, kind: str) -> dict[str, Any]:
        file = self.folder / keys["path"]
        title = f"{name.removesuffix('.deid').removesuffix('.csv')}.csv"
        # Stored texts are converted to UTF-8, so the study need not name their encoding.
        given = (self.workspace, self.owner, title, _pieces(file), self.limits)
        self.kept.append(keep_table(*given, kind=kind, encoding=keys.get("encoding")))
        rest = {key: keys[key] for key in keys if key not in {"path", "encoding"}}
        return {"table": self.kept[-1].id, **rest}


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece
