"""A table, its hierarchies and a study: all that an attempt is about, and how it comes on disk."""

import copy
import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

Row = dict[str, str | None]
Tree = tuple[tuple[str | None, ...], ...]
DIALECT = {"path": "data.csv", "separator": ",", "quote": '"', "encoding": "utf-8", "decimal": "."}


@dataclass(frozen=True)
class Case:
    """What is asked, and of what.

    Attributes:
        rows: The records of the table.
        study: The keys of the study, without `data`.
        trees: Of each column with a hierarchy: a value and its labels, level by level.
        tables: Other tables that the study names, by the names of their files.
        listed: The columns whose hierarchy is a file; the others are made by a builder.
    """

    rows: tuple[Row, ...]
    study: Mapping[str, Any]
    trees: Mapping[str, Tree]
    tables: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    listed: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The columns of the table."""
        return list(self.rows[0]) if self.rows else list(self.study["columns"])

    def with_role(self, role: str) -> list[str]:
        """The columns that play a role."""
        return [n for n, keys in self.study["columns"].items() if keys["role"] == role]

    def asking(self, **keys: Any) -> "Case":
        """The same with other keys; None takes a key away."""
        study = {**copy.deepcopy(dict(self.study)), **keys}
        return replace(self, study={k: v for k, v in study.items() if v is not None})


def write(case: Case, folder: Path) -> None:
    """Write the table, its hierarchies, and the tables beside it."""
    tables = {"data.csv": (case.names, case.rows)}
    tables |= {name: (list(rows[0]), rows) for name, rows in case.tables.items()}
    for name, (names, rows) in tables.items():
        lines = [names, *([row[n] or "" for n in names] for row in rows)]
        (folder / name).write_text(_text(lines, ","), encoding="utf-8")
    for name in case.listed:
        lines = [[label or "" for label in row] for row in case.trees[name]]
        (folder / f"{name}.csv").write_text(_text(lines, ";"), encoding="utf-8")
    keys = {"data": DIALECT, **case.study}
    (folder / "study.yaml").write_text(yaml.safe_dump(keys, sort_keys=False), encoding="utf-8")


def shown(case: Case) -> str:
    """The case as somebody would write it: study, hierarchies, tables."""
    parts = [yaml.safe_dump(dict(case.study), sort_keys=False)]
    for name in case.listed:
        lines = [[label or "" for label in row] for row in case.trees[name]]
        parts.append(f"# {name}.csv\n{_text(lines, ';')}")
    for name, rows in {"data.csv": case.rows, **case.tables}.items():
        names = list(rows[0]) if rows else case.names
        lines = [names, *([row[n] or "" for n in names] for row in rows)]
        parts.append(f"# {name}\n{_text(lines, ',')}")
    return "\n".join(parts)


def _text(lines: list[list[str]], separator: str) -> str:
    made = io.StringIO()
    csv.writer(made, delimiter=separator, lineterminator="\n").writerows(lines)
    return made.getvalue()
