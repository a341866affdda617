"""The applied mapping of a release as one JSON document, and its reader.

Theory: docs/theory/learning.md.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.checks import check_table
from shoal.data.file_system import write_complete
from shoal.data.table import Table, exact_column
from shoal.errors import DataError, StudyError
from shoal.learning.document import (
    labeling_of,
    local_of,
    refusal,
    transformation_settings,
)
from shoal.learning.labeling import Labeling
from shoal.learning.local_form import LocalForm

FORMAT, VERSION = "shoal-mapping", 1
MOST_BYTES = 1 << 30


@dataclass(frozen=True, eq=False)
class AppliedMapping:
    """How the columns of a release were made from raw values.

    Attributes:
        labelings: The columns, each with its labels.
        local: The form of columns whose levels depend on the class, if there are any.
        about: More information for the document: data, promises, levels, hierarchies.
    """

    labelings: tuple[Labeling, ...]
    local: LocalForm | None
    about: Mapping[str, Any]

    def apply(self, data: object, decimal: str = ".") -> Any:  # noqa: ANN401  (the same kind)
        """Raw records as the release shows them, including those that it suppressed.

        Args:
            data: A pandas, Polars or Arrow table with the columns as they were before the release.
            decimal: The decimal mark in the table's texts.
        """
        table = Table.of(data)
        known = check_table(table, {each.name: each.options for each in self.labelings}, decimal)
        return table.back(release_form(self.labelings, self.local, known.frame))

    def document(self) -> dict[str, Any]:
        """The mapping as plain values."""
        about = dict(self.about)
        settings = transformation_settings(self.labelings, self.local)
        form = {**about.pop("transformation", {}), **settings}
        return {"format": FORMAT, "version": VERSION, **about, "transformation": form}


def release_form(
    labelings: tuple[Labeling, ...], local: LocalForm | None, frame: pl.DataFrame
) -> pl.DataFrame:
    """Checked values as the release shows them; values that stay as they are keep their type."""
    plain = [each for each in labelings if each.kind != "local"]
    columns = {
        each.name: each.release_values(exact_column(frame, each.name)).alias(each.name)
        for each in plain
    }
    if local is not None:
        by_class = [each for each in labelings if each.kind == "local"]
        columns |= local.texts(
            {each.name: each.plain(exact_column(frame, each.name)) for each in by_class}
        )
    return pl.DataFrame([columns[each.name] for each in labelings])


def write_mapping(mapping: AppliedMapping, path: Path) -> None:
    """Write a mapping as JSON; the file appears once it is complete."""
    text = json.dumps(mapping.document(), indent=1, ensure_ascii=False, allow_nan=False)
    write_complete(path, f"{text}\n".encode())


def read_mapping(path: Path | str) -> AppliedMapping:
    """The mapping in a file; DataError says why it is refused."""
    document = _document(Path(path))
    try:
        form = document["transformation"]
        names = form["columns"]
        labelings = tuple(labeling_of(name, names[name]) for name in names)
        for each in labelings:
            _ = each.options  # an error if its type is not known
        about = {key: document[key] for key in document if key not in ("format", "version")}
        return AppliedMapping(labelings, local_of(form), about)
    except (KeyError, TypeError, ValueError, AttributeError, StudyError):
        raise refusal(path, "its transformation cannot be read") from None


def _document(path: Path) -> dict[str, Any]:
    """The JSON document in a file, if it is a mapping of this version; else DataError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise refusal(path, "it is too large")
        document: Any = json.loads(path.read_bytes())
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise refusal(path, "it is no JSON document") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise refusal(path, "it is no mapping of Shoal")
    if document.get("version") != VERSION:
        raise refusal(path, f"its version is not {VERSION}, which this Shoal reads")
    return document
