"""A table in memory: the release is the same kind of table, in the order of its records."""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from shoal.data.files import read, resolved
from shoal.data.input_identity import fingerprint
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.engine.arrays import Bools
from shoal.ledger.budget import budget_of
from shoal.ledger.record import remembered
from shoal.ledger.workspace import Workspace, everywhere, ledger_of, workspace_of
from shoal.pipeline.folder.effective import effective
from shoal.pipeline.folder.hierarchies import stored
from shoal.pipeline.places.models import sides_of_run
from shoal.pipeline.prepare.replacing import with_replaced
from shoal.pipeline.release.frame import blanked, refuse_kept_values, returned_frame, spread
from shoal.pipeline.release.graph import graph_written, known_clusters, released_graph
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Written
from shoal.pipeline.summary.shown import shown_in_frame
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Watch
from shoal.study.encodings import assumed_encodings
from shoal.study.study import Study
from shoal.verify import Verdict, verify_frames


@dataclass(frozen=True, eq=False)
class Memory:
    """A table that a caller holds, or the file that a caller names.

    Attributes:
        data: The table, or the path of a file.
        study: The study; its own `data` plays no part.
        workspace: The folder whose ledger records the release; None if none does.
        counts: Whether the release is given away, so that what it spends must be counted.
    """

    data: object
    study: Study
    workspace: Path | None = None
    counts: bool = True

    @contextlib.contextmanager
    def opened(self) -> Iterator["Memory"]:
        """The table itself; where a series is continued, its workspace is used everywhere."""
        series = self.study.continues is not None
        with everywhere(self._account) if series else contextlib.nullcontext():
            yield self

    def read(self) -> Read:
        """The table, which may be the file that the caller named."""
        way, source, data = way_of(self.study), self._source, self.data
        sha256 = fingerprint(Path(data)) if isinstance(data, str | Path) else None
        spends = way.spends if self.counts else None
        budget = budget_of(self.study, spends, self._account, self.table.frame)
        return Read(self.study, way, self.table, source.decimal or ".", None, sha256, budget)

    @contextlib.contextmanager
    def writing(self, released: Released, clock: Stopwatch, watch: Watch) -> Iterator[Written]:
        """Make the frame that the caller gets, with suppressed records blank in their places."""
        study, gone = self.study, released.outcome.suppressed
        cells = returned_frame(released.way, released.outcome, released.frame)
        cells = frame = with_replaced(study, released.table, cells)
        if study.output.suppressed == "keep-values":
            refuse_kept_values(released.problem, released.outcome)
        else:
            frame = blanked(frame, gone)
        frame, graph = spread(frame, released.chosen), released_graph(released)
        yield Written(
            released,
            keys=effective(study),
            shown=shown_in_frame(study, frame, graph, blanks=True),
            place=frame,
            cells=cells,
            suppressed=_not_released(gone, released.chosen),
            graph=graph,
            sides=sides_of_run(released),
            warnings=assumed_encodings({}, {"data": self._source.settings()}),
        )

    def verify(self, written: Written) -> Verdict:
        """Check both tables; hierarchies and graph have files for as long as it takes."""
        done = written.released
        with tempfile.TemporaryDirectory(prefix="shoal-") as name:
            folder = Path(name)
            graph = graph_written(done.study, folder, written.graph)
            return verify_frames(
                effective(stored(done.explicit, folder), home=folder),
                folder,
                done.whole.frame,
                written.place,
                pl.Series(written.suppressed),
                drawn=done.chosen,
                **known_clusters(graph),
            )

    def publish(self, reported: Reported) -> None:
        """Record the release in the ledger that the caller named, and spend its budget."""
        written, read = reported.written, reported.written.released.solved.prepared.read
        if self.workspace is not None:
            recorded = (written.released, written.cells, read.sha256)
            remembered(self.workspace, self.study, recorded, reported.report)  # type: ignore[arg-type]
        if read.budget is not None:
            account = read.budget.spend(self.study, "a table in memory")
            reported.report["summary"]["account"] = account

    @cached_property
    def table(self) -> Table:
        """The table."""
        if isinstance(self.data, Table):
            return self.data
        return read(self._source) if isinstance(self.data, str | Path) else Table.of(self.data)

    @cached_property
    def _source(self) -> Source:
        return resolved(Source.of(self.data)) if isinstance(self.data, str | Path) else Source()

    @property
    def _account(self) -> Workspace:
        named = self.workspace
        return ledger_of(Workspace(named) if named else workspace_of(self.study.folder))


def _not_released(suppressed: Bools, chosen: pl.Series | None) -> Bools:
    """The records that are not released: suppressed ones, and all outside the research subset."""
    if chosen is None:
        return suppressed
    gone = spread(pl.DataFrame({"gone": suppressed}), chosen)["gone"]
    return gone.fill_null(value=True).to_numpy()
