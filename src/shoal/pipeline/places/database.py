"""A table of a database, written in a transaction that is committed when the run is over."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import polars as pl

from shoal.data.databases import refuse_bad_table, write_table
from shoal.pipeline.places.folder import Folder
from shoal.study.study import Study
from shoal.verify import read_table


@dataclass(frozen=True, eq=False)
class Database(Folder):
    """A run folder whose release is a table; others may read it as soon as it is there."""

    at_once: ClassVar[bool] = True

    @classmethod
    def refuse(cls, study: Study, *, force: bool) -> None:
        """Refuse, before any work, a table that may not be written."""
        sink = study.output.sink(study.folder)
        if sink is not None:
            refuse_bad_table(sink, study.written, force=force)

    @contextlib.contextmanager
    def write_frame(self, frame: pl.DataFrame) -> Iterator[Path | pl.DataFrame]:
        """Write the table; gives it as the verifier reads it back out of the transaction.

        The transaction is committed when the block ends without an error.
        """
        sink = self.study.output.sink(self.study.folder)
        assert sink is not None  # noqa: S101  (this is why the place was chosen)
        with write_table(sink, frame, force=self.force) as database:
            yield read_table(database.connection, *sink.place)
