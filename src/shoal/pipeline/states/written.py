"""The last states of a run: what was written, what was verified, what is reported."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from shoal.engine.arrays import Bools
from shoal.pipeline.states.released import Released
from shoal.report.distributions import CountedColumn
from shoal.report.released import Released as Shown
from shoal.report.types.summary import Report
from shoal.study.keys.plain import StudyKeys
from shoal.study.study import Study
from shoal.verify import Verdict

if TYPE_CHECKING:
    from shoal.ledger.record import Traced
    from shoal.pipeline.states.graph import ReleasedGraph
    from shoal.pipeline.states.sides import Sides


@dataclass(frozen=True, eq=False)
class Written:
    """A release that is written, but not visible to others yet.

    Attributes:
        released: The release, perhaps without the cells that are not needed any more.
        keys: The study as it was carried out.
        shown: What the release shows by itself.
        place: What the verifier reads: a path, or a table.
        cells: The released cells with pseudonyms and shifted dates, in the order of the input; only
            of a table in memory.
        suppressed: One flag per record of the input: whether it is not released; only of a table in
            memory. Empty for a Spark frame.
        graph: The released graph.
        sides: The records as models see them, where the study asks for models.
        passed: Released columns that an engine counted, by name.
        traced: What the ledger keeps of the input; None if the run is not recorded.
        warnings: What to know about the written release.
        engine: What counted the records, where they were never in memory all at once.
        order: The record that each written one was, if the verifier needs it; never kept.
    """

    released: Released
    keys: StudyKeys
    shown: Shown
    place: Any = None
    cells: pl.DataFrame | None = None
    suppressed: Bools | None = None
    graph: "ReleasedGraph | None" = None
    sides: "Sides | None" = None
    passed: Mapping[str, CountedColumn] | None = None
    traced: "Traced | None" = None
    warnings: list[str] = field(default_factory=list)
    engine: str | None = None
    order: pl.Series | None = None

    @property
    def study(self) -> Study:
        """The study."""
        return self.released.study


@dataclass(frozen=True, eq=False)
class Verified:
    """A written release that the independent check has not refused.

    Attributes:
        written: The state before.
        verdict: What the check found.
    """

    written: Written
    verdict: Verdict


@dataclass(frozen=True, eq=False)
class Reported:
    """A verified release with its report.

    Attributes:
        verified: The state before.
        report: Everything that the run tells about the release.
    """

    verified: Verified
    report: Report

    @property
    def written(self) -> Written:
        """What was written."""
        return self.verified.written
