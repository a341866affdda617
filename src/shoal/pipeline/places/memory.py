"""A table in memory: the release is the same kind of table, in the order of its records."""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from shoal.data.files import read, resolve_source
from shoal.data.input_identity import fingerprint
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.engine.arrays import Bools
from shoal.ledger.budget import budget_of
from shoal.ledger.record import record_in_memory
from shoal.ledger.workspace import Workspace, ledger_of, use_everywhere, workspace_of
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.folder.hierarchies import write_hierarchies
from shoal.pipeline.places.models import sides_of_run
from shoal.pipeline.prepare.replacing import with_replacements
from shoal.pipeline.release.frame import blank_records, frame_to_return, refuse_kept_values, spread
from shoal.pipeline.release.graph import clusters_for_verifier, make_graph, write_graph
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Written
from shoal.pipeline.summary.shown import describe_frame
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Watch
from shoal.study.encodings import notes_on_encodings
from shoal.study.study import Study
from shoal.verify import Verdict, verify_frames


@dataclass(frozen=True, eq=False)
class Memory:
    """A table that a caller holds, or the file that a caller names.

    Attributes:
        data: The table, or the path of a file.
        study: The study; its own `data` plays no part.
        workspace: The folder whose ledger records the release; None if none does.
        counts: Whether the release is given away, so that its privacy budget must be spent.
    """

    data: object
    study: Study
    workspace: Path | None = None
    counts: bool = True

    @contextlib.contextmanager
    def open_for_run(self) -> Iterator["Memory"]:
        """The place itself.

        Where a series is continued, everything that asks for a workspace gets this one meanwhile.
        """
        series = self.study.continues is not None
        with use_everywhere(self._account) if series else contextlib.nullcontext():
            yield self

    def read(self) -> Read:
        """The table, which may be the file that the caller named, and what the run may spend."""
        way, source, data = way_of(self.study), self._source, self.data
        sha256 = fingerprint(Path(data)) if isinstance(data, str | Path) else None
        spends = way.spends if self.counts else None
        budget = budget_of(self.study, spends, self._account, self.table.frame)
        return Read(self.study, way, self.table, source.decimal or ".", None, sha256, budget)

    @contextlib.contextmanager
    def write_release(
        self, released: Released, clock: Stopwatch, watch: Watch
    ) -> Iterator[Written]:
        """Make the frame that the caller gets: one record for each record of the input.

        Suppressed records are blank in their places, unless they keep their values.
        """
        study, gone = self.study, released.outcome.suppressed
        cells = frame_to_return(released.way, released.outcome, released.frame)
        cells = frame = with_replacements(study, released.table, cells)
        if study.output.suppressed == "keep-values":
            refuse_kept_values(released.problem, released.outcome)
        else:
            frame = blank_records(frame, gone)
        frame, graph = spread(frame, released.chosen), make_graph(released)
        yield Written(
            released,
            keys=effective_keys(study),
            shown=describe_frame(study, frame, graph, blanks=True),
            place=frame,
            cells=cells,
            suppressed=_not_released(gone, released.chosen),
            graph=graph,
            sides=sides_of_run(released),
            warnings=notes_on_encodings({}, {"data": self._source.settings()}),
        )

    def verify(self, written: Written) -> Verdict:
        """Check both tables; hierarchies and graph have files for as long as it takes."""
        done = written.released
        with tempfile.TemporaryDirectory(prefix="shoal-") as name:
            folder = Path(name)
            graph = write_graph(done.study, folder, written.graph)
            return verify_frames(
                effective_keys(write_hierarchies(done.explicit, folder), home=folder),
                folder,
                done.whole.frame,
                written.place,
                pl.Series(written.suppressed),
                drawn=done.chosen,
                **clusters_for_verifier(graph),
            )

    def publish(self, reported: Reported) -> None:
        """Record the release in the ledger, if the caller named one, and spend its budget."""
        written, read = reported.written, reported.written.released.solved.prepared.read
        if self.workspace is not None:
            recorded = (written.released, written.cells, read.sha256)
            record_in_memory(self.workspace, self.study, recorded, reported.report)  # type: ignore[arg-type]
        if read.budget is not None:
            account = read.budget.spend(self.study, "a table in memory")
            reported.report["summary"]["account"] = account

    @cached_property
    def table(self) -> Table:
        """The table; a file is read once, when it is first asked for."""
        if isinstance(self.data, Table):
            return self.data
        return read(self._source) if isinstance(self.data, str | Path) else Table.of(self.data)

    @cached_property
    def _source(self) -> Source:
        """The file that the caller named, with its dialect; an empty source for a table."""
        return (
            resolve_source(Source.of(self.data)) if isinstance(self.data, str | Path) else Source()
        )

    @property
    def _account(self) -> Workspace:
        """The workspace that counts budgets: the caller's, or else that of the study's folder."""
        named = self.workspace
        return ledger_of(Workspace(named) if named else workspace_of(self.study.folder))


def _not_released(suppressed: Bools, chosen: pl.Series | None) -> Bools:
    """One flag per record of the input: suppressed, or outside the research subset.

    `suppressed` has one flag per record of the subset only.
    """
    if chosen is None:
        return suppressed
    gone = spread(pl.DataFrame({"gone": suppressed}), chosen)["gone"]
    return gone.fill_null(value=True).to_numpy()
