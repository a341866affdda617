"""Equal records counted where they lie: the verifier's own statements, on the files as they are.

The statements are SQL that DuckDB and Spark both understand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counted:
    """The distinct combinations of some columns, and how many records have each."""

    frame: pl.DataFrame
    counts: Whole

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.counts.sum())


class Counter(Protocol):
    """Something that answers statements about tables that do not fit into memory."""

    def open_file(self, path: Path, dialect: Mapping[str, Any]) -> str:
        """A file or a folder of parts, as something that can stand after FROM."""
        ...

    def open_query(self, source: Mapping[str, Any], folder: Path) -> str:
        """The answer to the query of a study's database, as something that can stand after FROM."""
        ...

    def ask(self, query: str) -> pl.DataFrame:
        """The answer to a statement; DataError, which hides messages that may quote values."""
        ...

    def store(self, name: str, frame: pl.DataFrame) -> None:
        """Store a small table of ours under a name; replaces one that has it."""
        ...

    def kinds(self, table: str) -> dict[str, str]:
        """The type of each column, as the library names it."""
        ...

    def name(self, column: str) -> str:
        """The name of a column, quoted."""
        ...


@dataclass(frozen=True, eq=False)
class Side:
    """The input or the release, too large to be read.

    Attributes:
        counter: What counts its records.
        table: What stands for it after FROM.
    """

    counter: Counter
    table: str

    @property
    def names(self) -> list[str]:
        """The columns."""
        return list(self.counter.kinds(self.table))

    def count(self, columns: Sequence[str]) -> Counted:
        """The distinct combinations of some columns, and how many records have each."""
        names = ", ".join(map(self.counter.name, columns))
        query = f"SELECT {names}, count(*) AS n FROM {self.table} GROUP BY {names}"  # noqa: S608
        answer = self.counter.ask(query)
        return Counted(answer[:, :-1], answer[:, -1].to_numpy().astype(np.int64))

    def first(self, columns: Sequence[str], records: int) -> pl.DataFrame:
        """The records that stand first, in their order."""
        names = ", ".join(map(self.counter.name, columns))
        return self.counter.ask(f"SELECT {names} FROM {self.table} LIMIT {records}")  # noqa: S608


def text_in_sql(value: str) -> str:
    """A text, quoted."""
    return "'" + value.replace("'", "''") + "'"
