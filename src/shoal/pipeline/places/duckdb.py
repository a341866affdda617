"""DuckDB counts the table and reads it in parts."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from shoal.data.source import Source
from shoal.pipeline.places.batches import write_batches
from shoal.pipeline.places.large import Large
from shoal.pipeline.states.released import Released
from shoal.progress import Watch
from shoal.scale.duckdb_table import Means, duckdb_table
from shoal.scale.large_table import LargeTable
from shoal.study.study import Study
from shoal.verify import Verdict
from shoal.verify.large import verify_large
from shoal.verify.large.with_duckdb import duckdb_counter


@dataclass(frozen=True, eq=False)
class DuckDB(Large):
    """A run folder whose table DuckDB holds."""

    engine: ClassVar[str] = "duckdb"

    @classmethod
    def large_table(cls, study: Study, source: Source) -> AbstractContextManager[LargeTable]:
        """The table of a source."""
        engine = study.engine
        return duckdb_table(source, Means(engine.memory_mb, engine.threads, _temporary(study)))

    def write_file(self, released: Released, path: Path, watch: Watch) -> None:
        """Write the release part by part."""
        assert self.table is not None  # noqa: S101  (the place is open)
        decimal = released.solved.prepared.read.decimal
        write_batches(released, self.table, path, decimal, watch, _temporary(self.study))

    @classmethod
    @contextlib.contextmanager
    def verifier(cls, study: Study) -> Iterator[Callable[..., Verdict]]:
        """The independent check, which lets another connection to DuckDB count."""
        with duckdb_counter(study.engine.memory_mb, _temporary(study)) as counter:
            yield partial(verify_large, counter=counter)


def _temporary(study: Study) -> Path | None:
    """The folder for what does not fit into memory; None for that of the system."""
    named = study.engine.temporary
    return None if named is None else study.folder / named
