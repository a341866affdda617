"""A table that does not fit into memory: an engine counts its tuples, then reads it again in parts.

Records are read twice, once to be counted and once to be written. The search sees the same tuples
as with a table in memory, so it finds the same levels.
"""

import contextlib
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Self

from shoal.data.input_identity import fingerprint
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.places.batches import count_other_columns
from shoal.pipeline.places.folder import Folder
from shoal.pipeline.places.large_rules import (
    LOOKED_AT,
    columns_to_count,
    large_warnings,
    refuse_memory_only_keys,
    refuse_misuse,
)
from shoal.pipeline.prepare.check import check_table, warnings_about
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.release.formulas import formula_warnings
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Written
from shoal.pipeline.summary.shown import describe_table
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Watch
from shoal.scale.large_table import LargeTable, count_table
from shoal.study.encodings import notes_on_encodings
from shoal.study.study import Study


@dataclass(frozen=True, eq=False)
class Large(Folder):
    """A run folder whose table an engine holds.

    Attributes:
        source: Where the table is; None until the place is open, as the next two.
        table: The table as the engine sees it.
        counted: Its distinct tuples, before missing values are recognized.
    """

    source: Source | None = None
    table: LargeTable | None = None
    counted: Table | None = None

    engine: ClassVar[str]

    @classmethod
    @abstractmethod
    def large_table(cls, study: Study, source: Source) -> AbstractContextManager[LargeTable]:
        """The table of a source, as the engine sees it."""

    @abstractmethod
    def write_file(self, released: Released, path: Path, watch: Watch) -> None:
        """Write the release into a file, in an order that tells nothing."""

    @classmethod
    def first_records(cls, study: Study) -> Table:
        """The first records of the table."""
        with cls.large_table(study, source_of(study)) as table:
            return Table(table.head(LOOKED_AT))

    @classmethod
    def check(cls, study: Study) -> list[str]:
        """Check everything that a run needs, without searching; returns the warnings."""
        source = source_of(study)
        refuse_memory_only_keys(study)
        with cls.large_table(study, source) as table:
            refuse_misuse(study, table)
            counted = count_table(table, columns_to_count(study))
            different = large_warnings(study, table)
        notes = check_table(Read(study, way_of(study), counted, source.decimal or "."))
        assumed = notes_on_encodings(study.given(), effective_keys(study, source))
        return [*warnings_about(study, counted), *different, *assumed, *notes]

    @contextlib.contextmanager
    def open_for_run(self) -> Iterator[Self]:
        """The place with its open table, whose distinct tuples are counted.

        Refused where the study asks for what only memory can do, or where a misuse guard objects.
        """
        study, source = self.study, source_of(self.study)
        with self.large_table(study, source) as table:
            refuse_memory_only_keys(study)
            refuse_misuse(study, table)
            counted = count_table(table, columns_to_count(study))
            yield replace(self, source=source, table=table, counted=counted)

    def read(self) -> Read:
        """The distinct tuples of the table, with how many records have each."""
        source, counted = self.source, self.counted
        assert source is not None  # noqa: S101  (the place is open)
        assert counted is not None  # noqa: S101
        mark, sha256 = source.decimal or ".", fingerprint(source.path)
        return Read(self.study, way_of(self.study), counted, mark, source, sha256)

    @contextlib.contextmanager
    def write_release(
        self, released: Released, clock: Stopwatch, watch: Watch
    ) -> Iterator[Written]:
        """Write the release part by part; the engine reads it again to count what it shows."""
        study, place = self.study, self.folder / self.study.output.file_name
        table = self.table
        assert table is not None  # noqa: S101  (the place is open)
        with clock.stage("write"):
            self.write_file(released, place, watch)
        with clock.stage("evaluate"), self.large_table(study, Source.of(place)) as after:
            passed, shown = (
                count_other_columns(released, table, after),
                describe_table(study, after),
            )
        own = self.recorder
        yield Written(
            *(released, self.keys(released, released.source), shown, place),
            passed=passed,
            traced=own.trace_without_records(released, released.sha256) if own else None,
            warnings=[*large_warnings(study, table), *formula_warnings(study, place)],
            engine=self.engine,
        )
