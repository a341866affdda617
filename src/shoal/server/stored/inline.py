"""Hierarchies that a study lists line by line are stored, so that the study names them by id."""

import csv
import hashlib
import io
from collections.abc import Mapping
from typing import Any, cast

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.stored.limits import Limits
from shoal.server.stored.reading import read_here
from shoal.server.stored.study_keys import StoredKeys, with_key
from shoal.server.stored.table_rows import HIERARCHY, keep_table, tables


def store_listed_hierarchies(
    workspace: Workspace, owner: str, body: Mapping[str, Any], limits: Limits
) -> StoredKeys:
    """The keys of the study, with each listed hierarchy stored and replaced by its id."""
    columns = body.get("columns")
    if not isinstance(columns, Mapping):
        return cast(StoredKeys, dict(body))  # the check of the study refuses it later
    kept = {
        name: _store_lines(workspace, owner, name, column, limits)
        for name, column in columns.items()
    }
    return with_key(cast(StoredKeys, body), "columns", kept)


def _store_lines(
    workspace: Workspace, owner: str, name: str, column: object, limits: Limits
) -> object:
    """The keys of a column; if they list a hierarchy, with the id under which it is stored."""
    keys = column.get("hierarchy") if isinstance(column, Mapping) else None
    if not isinstance(column, Mapping) or not isinstance(keys, Mapping) or "lines" not in keys:
        return column
    if set(keys) != {"lines"}:
        raise StudyError(f"columns.{name}.hierarchy: `lines` stands alone.")
    text = _text(keys["lines"], name)
    id = keep_hierarchy(workspace, owner, str(name), text, limits)
    return {**column, "hierarchy": {"table": id}}


def keep_hierarchy(
    workspace: Workspace, owner: str, name: str, text: str, limits: Limits | None = None
) -> str:
    """Store a hierarchy in the form that ARX reads; returns its id. Equal ones are stored once."""
    content = text.encode()
    digest = hashlib.sha256(content).hexdigest()
    for stored in tables(workspace, owner, HIERARCHY):
        if stored.sha256 == digest:
            return stored.id
    return keep_table(
        workspace, owner, f"{name}.csv", [content], limits, kind=HIERARCHY, reader=read_here
    ).id


def _text(lines: object, name: str) -> str:
    """Lines of labels as the text of a CSV file; StudyError if they have another form."""
    fine = isinstance(lines, list) and all(
        isinstance(line, list) and all(isinstance(label, str) for label in line) for line in lines
    )
    if not isinstance(lines, list) or not lines or not fine:
        raise StudyError(
            f"columns.{name}.hierarchy: expected lines of texts: [[value, label, …, top], …]."
        )
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(lines)
    return text.getvalue()
