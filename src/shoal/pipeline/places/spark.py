"""Spark counts the table and writes the release, on its cluster."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar

import numpy as np
from pyspark.sql import DataFrame

from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.folder.hierarchies import write_hierarchies
from shoal.pipeline.places.batches import count_other_columns
from shoal.pipeline.places.large import Large
from shoal.pipeline.places.large_rules import (
    columns_to_count,
    refuse_memory_only_keys,
    refuse_misuse,
)
from shoal.pipeline.places.spark_release import frame_on_cluster, write_on_cluster
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Written
from shoal.pipeline.summary.shown import describe_table
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Watch
from shoal.scale.large_table import LargeTable, count_table
from shoal.scale.spark_table import SparkTable, spark_session, spark_table
from shoal.study.study import Study
from shoal.verify import Verdict
from shoal.verify.large import verify_large
from shoal.verify.large.with_spark import SparkCounter

VIEWS = ("shoal_input", "shoal_release")


@dataclass(frozen=True, eq=False)
class Spark(Large):
    """A run folder whose table Spark holds."""

    engine: ClassVar[str] = "spark"

    @classmethod
    def large_table(cls, study: Study, source: Source) -> AbstractContextManager[LargeTable]:
        """The table of a source."""
        return spark_table(source, study.engine.master)

    def write_file(self, released: Released, path: Path, watch: Watch) -> None:
        """Write the release as a folder of parts, all executors at once."""
        assert self.table is not None  # noqa: S101  (the place is open)
        assert self.counted is not None  # noqa: S101
        write_on_cluster(released, self.counted, self.table, path)

    @classmethod
    @contextlib.contextmanager
    def verifier(cls, study: Study) -> Iterator[Callable[..., Verdict]]:
        """The independent check, which lets Spark count."""
        with spark_session(study.engine.master) as session:
            yield partial(verify_large, counter=SparkCounter(session))


@dataclass(frozen=True, eq=False)
class SparkFrame:
    """A Spark data frame in Python; what comes back is a Spark data frame, too.

    Nothing is written and nothing is drawn: the released records are computed by Spark when they
    are used, in no particular order; suppressed ones are left out unless the study says `blank`.

    Attributes:
        frame: The table.
        study: The study; its engine must be Spark.
    """

    frame: DataFrame
    study: Study

    @contextlib.contextmanager
    def open_for_run(self) -> Iterator["SparkFrame"]:
        """The frame itself: its session belongs to the caller."""
        if self.study.engine.name != "spark":
            raise StudyError("A Spark data frame is anonymized where it is: say `engine: spark`.")
        yield self

    def read(self) -> Read:
        """The distinct tuples of the table, with how many records have each; misuse is refused."""
        refuse_memory_only_keys(self.study)
        refuse_misuse(self.study, self._table)
        return Read(self.study, way_of(self.study), self._tuples)

    @contextlib.contextmanager
    def write_release(
        self, released: Released, clock: Stopwatch, watch: Watch
    ) -> Iterator[Written]:
        """Make the frame that the caller gets; nothing is written."""
        frame = frame_on_cluster(released, self._tuples, self._table)
        after = SparkTable.of(frame)
        yield Written(
            released,
            keys=effective_keys(self.study),
            shown=describe_table(self.study, after),
            place=frame,
            suppressed=np.zeros(0, np.bool_),
            passed=count_other_columns(released, self._table, after),
            engine="spark",
        )

    def verify(self, written: Written) -> Verdict:
        """What the independent check finds, on the cluster.

        It leaves two temporary views in the caller's session (`VIEWS`).
        """
        with tempfile.TemporaryDirectory(prefix="shoal-") as name:
            home = Path(name)
            keys = effective_keys(write_hierarchies(written.released.explicit, home), home=home)
            keys["output"] = {**keys.get("output", {}), "shuffle": False}
            for view, side in zip(VIEWS, (self.frame, written.place), strict=True):
                side.createOrReplaceTempView(view)
            counter = SparkCounter(self.frame.sparkSession)
            return verify_large(keys, home, VIEWS[1], counter, VIEWS[0])

    def publish(self, reported: Reported) -> None:
        """Nothing is left to do: the caller has the frame."""

    @property
    def _table(self) -> SparkTable:
        """The caller's frame as an engine's table."""
        return SparkTable.of(self.frame)

    @cached_property
    def _tuples(self) -> Table:
        """The distinct tuples of the table: counted once, for the search and for the release."""
        return count_table(self._table, columns_to_count(self.study))
