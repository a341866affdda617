"""A run folder: the release is a file in it, beside certificate, report and study."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import polars as pl

from shoal.data.files import read, write
from shoal.data.input_identity import fingerprint
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import DataError
from shoal.ledger.budget import Tell, budget_of, say_nothing
from shoal.ledger.record import Recorder
from shoal.ledger.workspace import ledger_of, workspace_of
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.folder.files import write_run_files
from shoal.pipeline.folder.hierarchies import write_hierarchies
from shoal.pipeline.places.models import sides_of_run
from shoal.pipeline.prepare.check import check_table, warnings_about
from shoal.pipeline.prepare.hierarchies import hierarchy_file_problems
from shoal.pipeline.prepare.problems import as_one_error
from shoal.pipeline.prepare.replacing import with_replacements
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.release.formulas import formula_warnings
from shoal.pipeline.release.frame import frame_to_write, order_to_write
from shoal.pipeline.release.graph import clusters_for_verifier, make_graph, write_graph
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Written
from shoal.pipeline.summary.shown import describe_frame
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Watch
from shoal.search.exact.spare import free_spare_space
from shoal.study.encodings import notes_on_encodings
from shoal.study.keys.plain import StudyKeys
from shoal.study.study import Study
from shoal.verify import Verdict
from shoal.verify import verify as verify_files


@dataclass(frozen=True, eq=False)
class Folder:
    """The folder of a run while it is written, which nobody else sees yet.

    Attributes:
        study: What to anonymize, and how.
        folder: Where all files of the run go.
        force: Whether a table that exists may be replaced.
        recorder: Writes the run into the ledger; None for a run that is not recorded.
        tell: Called with what differential privacy spends of the budget of these people, before
            it is spent.
    """

    study: Study
    folder: Path
    force: bool = False
    recorder: Recorder | None = None
    tell: Tell = say_nothing

    at_once: ClassVar[bool] = False  # whether others can read the release when the run is over

    @classmethod
    def refuse(cls, study: Study, *, force: bool) -> None:
        """Refuse, before any work, a place that may not be written; here `open_draft` does that."""

    @classmethod
    def first_records(cls, study: Study) -> Table:
        """The table of a study; places of large tables return its first records only."""
        return read(source_of(study))

    @classmethod
    def check(cls, study: Study) -> list[str]:
        """Check everything that a run needs, without searching; returns the warnings.

        To spend a privacy budget on the same people again is refused, unless the study acknowledges
        it. Nothing is spent now.
        """
        try:
            source = source_of(study)
            table = read(source)
        except DataError as error:
            raise as_one_error([error, *hierarchy_file_problems(study)]) from None
        way = way_of(study)
        notes = check_table(Read(study, way, table, source.decimal or "."))
        assumed = notes_on_encodings(study.given(), effective_keys(study, source))
        warnings = [*warnings_about(study, table), *assumed, *notes]
        workspace = ledger_of(workspace_of(study.folder))
        budget_of(study, way.spends, workspace, table.frame, warnings.append, looking=True)
        return warnings

    @classmethod
    def verdict(
        cls,
        study: Study,
        keys: StudyKeys,
        folder: Path,
        release: Any,  # noqa: ANN401  (a path, or a table)
        **known: Any,  # noqa: ANN401  (what only a run knows)
    ) -> Verdict:
        """What the independent check finds in a written release.

        Args:
            study: The study; it says what the check needs.
            keys: The study as it was carried out.
            folder: The folder that paths in the keys are relative to.
            release: What is checked: a path, or a table.
            known: What only a run knows, such as which records were drawn.
        """
        with cls.verifier(study) as verify:
            return verify(keys, folder, release, **known)

    @classmethod
    @contextlib.contextmanager
    def verifier(cls, study: Study) -> Iterator[Callable[..., Verdict]]:
        """The independent check for releases of this kind, with what it needs while it works."""
        yield verify_files

    @contextlib.contextmanager
    def open_for_run(self) -> Iterator["Folder"]:
        """The folder itself: it needs nothing else."""
        yield self

    def read(self) -> Read:
        """The table that the study names, and what the run may spend of a privacy budget.

        `tell` is called with the balance. Nothing is spent yet.
        """
        study, source, way = self.study, source_of(self.study), way_of(self.study)
        table, sha256 = read(source), fingerprint(source.path)
        own = self.recorder
        workspace = own.workspace if own else ledger_of(workspace_of(study.folder))
        budget = budget_of(study, way.spends, workspace, table.frame, self.tell)
        return Read(study, way, table, source.decimal or ".", source, sha256, budget)

    @contextlib.contextmanager
    def write_release(
        self, released: Released, clock: Stopwatch, watch: Watch
    ) -> Iterator[Written]:
        """Write the release into a file, or into a table in an open transaction.

        Cells leave the memory before the block begins: the verifier reads both files again.
        """
        study, own = self.study, self.recorder
        source, sha256 = released.source, released.sha256
        with contextlib.ExitStack() as until_verified:
            with clock.stage("write"):
                cells = with_replacements(study, released.table, released.frame)
                outcome = released.outcome
                order = order_to_write(study, outcome, cells.height)
                frame = frame_to_write(study, released.problem, outcome, cells, order)
                warnings = formula_warnings(study, frame)
                place = until_verified.enter_context(self.write_frame(frame))
                graph = write_graph(study, self.folder, make_graph(released))
                traced = own.trace(released, cells, sha256) if own else None
            sides = sides_of_run(released)
            with clock.stage("evaluate"):
                shown = describe_frame(study, frame, graph)
            # The verifier reads both files again: a large table must not be in memory twice.
            released = released.without_cells()
            free_spare_space()
            del frame, cells
            keys = self.keys(released, source)
            yield Written(
                *(released, keys, shown, place),
                graph=graph,
                sides=sides,
                traced=traced,
                warnings=warnings,
                order=order if _needs_order(released) else None,
            )

    def keys(self, released: Released, source: Source | None) -> StudyKeys:
        """The study as it was carried out; its hierarchies are written into files of the folder."""
        return effective_keys(
            write_hierarchies(released.explicit, self.folder), source, self.folder
        )

    @contextlib.contextmanager
    def write_frame(self, frame: pl.DataFrame) -> Iterator[Path | pl.DataFrame]:
        """Write the release; gives what the verifier reads, a path or a table."""
        output = self.study.output
        path = self.folder / output.file_name
        write(frame, path, output.format, neutralize_formulas=output.neutralize_formulas)
        yield path

    def verify(self, written: Written) -> Verdict:
        """What the independent check finds."""
        chosen = written.released.chosen
        known: dict[str, Any] = {} if chosen is None else {"drawn": chosen}
        known |= {} if written.order is None else {"order": written.order}
        known |= clusters_for_verifier(written.graph)
        return self.verdict(self.study, written.keys, self.folder, written.place, **known)

    def publish(self, reported: Reported) -> None:
        """Record the run in the ledger, spend its budget, then write the files of the run.

        These are report, study, certificate and summary. They become visible with the folder.
        """
        written, report, own = reported.written, reported.report, self.recorder
        if own is not None and written.traced is not None:
            file = written.place if isinstance(written.place, Path) else None
            own.admit(written.traced, report, self.folder, file)
        budget = written.released.solved.prepared.read.budget
        if budget is not None:  # the last step before the release is visible
            report["summary"]["account"] = budget.spend(self.study, own.id if own else "a run")
        write_run_files(self.folder, report, written.place, self.study, written.shown)


def _needs_order(released: Released) -> bool:
    """Whether the verifier can only count people if it knows whose record each released one is."""
    return released.way.own_cells and released.study.person_column is not None
