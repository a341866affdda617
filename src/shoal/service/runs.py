"""What the verbs do: everything from a study that was read to a release that was verified."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from shoal.data.files import read, resolved
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import DataError, NoReleaseError, VerificationError
from shoal.ledger.budget import Tell, budget_of, say_nothing
from shoal.ledger.record import Recorder, recording, remembered
from shoal.ledger.workspace import Workspace, everywhere, ledger_of, workspace_of
from shoal.pipeline.folder.effective import effective
from shoal.pipeline.folder.files import write_run_files
from shoal.pipeline.folder.folder import EXAMPLE, disk_explained, writing
from shoal.pipeline.folder.input_identity import fingerprint
from shoal.pipeline.folder.place import refuse_bad_release_place, release_written
from shoal.pipeline.places.in_memory import verify_in_memory
from shoal.pipeline.prepare.automatic import stored
from shoal.pipeline.prepare.check import check_table, warnings_about
from shoal.pipeline.prepare.prepare import hierarchy_file_problems, together
from shoal.pipeline.release.formulas import formula_warnings
from shoal.pipeline.release.frame import (
    blanked,
    refuse_kept_values,
    returned_frame,
    spread,
    written_frame,
)
from shoal.pipeline.release.graph import graph_written, known_clusters, released_graph
from shoal.pipeline.release.replacing import with_replaced
from shoal.pipeline.spine import Anonymized
from shoal.pipeline.spine import anonymize as anonymize_table
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.summary.graph import with_graph
from shoal.pipeline.summary.shown import shown_in_frame
from shoal.pipeline.summary.summarize import evaluate
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.types.summary import Report
from shoal.search.spare import free_spare_space
from shoal.service.release import Release
from shoal.service.verbs import source_of
from shoal.study.encodings import assumed_encodings
from shoal.study.study import Study, read_study
from shoal.verify import Verdict
from shoal.verify import verify as verify_files
from shoal.verify.run_folder import RunFolder, folder_findings, older_findings

if TYPE_CHECKING:
    from shoal.pipeline.learning.sides import Sides


def run_to(
    asked: Study, place: Path, *, force: bool, watch: Watch, clock: Stopwatch, tell: Tell
) -> Report:
    """Anonymize the file of a study and write a verified run folder; gives the report."""
    refuse_bad_release_place(asked, force=force)
    # The release is visible when `writing` ends, and then `recording` has it in the ledger.
    at_once = asked.output.url is not None  # others may read the table
    with (
        disk_explained(),
        recording(asked, place, at_once=at_once) as ledger,
        writing(place, force=force) as folder,
    ):
        return run_into(
            folder, asked, watch=watch, clock=clock, force=force, recorder=ledger, tell=tell
        )


def run_example(place: Path, *, watch: Watch, clock: Stopwatch) -> Report:
    """Run the built-in example; its table, hierarchies and study are written along."""
    from shoal.data.example import write_example  # noqa: PLC0415  (runs of others go without)

    with disk_explained(), writing(place, force=True) as folder:
        study = read_study(write_example(folder / EXAMPLE))
        return run_into(folder, study, watch=watch, clock=clock)


def run_into(
    folder: Path,
    study: Study,
    *,
    watch: Watch,
    clock: Stopwatch,
    force: bool = False,
    recorder: Recorder | None = None,
    tell: Tell = say_nothing,
) -> Report:
    """Write all files of a run into a folder that nobody sees yet; gives the report."""
    source = source_of(study)
    if not study.engine.in_memory:
        from shoal.pipeline.places.scaled_run import run_scaled  # noqa: PLC0415  (an extra)

        return run_scaled(
            *(folder, study, source), watch=watch, clock=clock, recorder=recorder, approve=approved
        )
    table, sha256 = _read(source, clock, watch)
    workspace = recorder.workspace if recorder else ledger_of(workspace_of(study.folder))
    budget = budget_of(study, workspace, table.frame, tell)
    done = anonymize_table(study, table, clock, watch, source.decimal or ".")
    del table
    if done.outcome.canceled:  # the person was heard once: the best that was found is written
        watch = ignore_progress
    watch(Progress("write", 0, 1))
    with contextlib.ExitStack() as until_verified:
        with clock.stage("write"):
            shown = with_replaced(study, done.table, done.frame)
            frame = written_frame(study, done.problem, done.outcome, shown)
            formulas = formula_warnings(study, frame)
            place = release_written(study, folder, frame, force=force)
            release = until_verified.enter_context(place)
            graph = graph_written(study, folder, released_graph(done))
            traced = recorder.trace(done, shown, sha256) if recorder else None
        sides = _sides(done)
        with clock.stage("evaluate"):
            seen = shown_in_frame(study, frame, graph)
        # The verifier reads both files again: a large table must not be in memory twice.
        done = done.without_cells()
        free_spare_space()
        del frame, shown
        watch(Progress("verify", 0, 1))
        with clock.stage("verify"):
            keys = effective(stored(done.explicit, folder), source, folder)
            known: dict[str, Any] = {} if done.chosen is None else {"drawn": done.chosen}
            known |= known_clusters(graph)
            verdict = approved(verify_files(keys, folder, release, **known), study)
        found = evaluate(done, keys, verdict, clock, sha256, sides, shown=seen)
        report = with_graph(found, graph)
        report["summary"]["warnings"] += formulas
        if recorder is not None and traced is not None:
            recorder.admit(traced, report, folder, release if isinstance(release, Path) else None)
        if budget is not None:  # the last step before the release is visible
            report["summary"]["account"] = budget.spend(study, recorder.id if recorder else "a run")
        write_run_files(folder, report, release, study, seen)
        return report


def _read(source: Source, clock: Stopwatch, watch: Watch) -> tuple[Table, str | None]:
    """The table of a study, and the fingerprint of its file."""
    watch(Progress("read", 0, 1))
    with clock.stage("read"):
        return read(source), fingerprint(source.path)


def _sides(done: Anonymized) -> "Sides | None":
    """What models learn from and are judged by, where the study evaluates."""
    if done.study.evaluate is None:
        return None
    from shoal.pipeline.learning.strict_sides import asked_sides  # noqa: PLC0415  (rarely asked)

    return asked_sides(done)


def anonymize_in_memory(
    data: object, asked: Study, watch: Watch, workspace: Path | None
) -> Release:
    """The release of a table in memory, or of a file, as the same kind of table."""
    clock = Stopwatch()
    if type(data).__module__.startswith("pyspark."):
        from shoal.pipeline.places.spark_frame import anonymize_frame  # noqa: PLC0415  (an extra)

        return anonymize_frame(data, asked, approved, watch)  # type: ignore[arg-type]
    with clock.stage("read"):
        table, source = _table_of(data)
    sha256 = fingerprint(Path(data)) if isinstance(data, str | Path) else None
    account = ledger_of(Workspace(workspace) if workspace else workspace_of(asked.folder))
    budget = budget_of(asked, account, table.frame)
    with everywhere(account) if asked.continues is not None else contextlib.nullcontext():
        done = anonymize_table(asked, table, clock, watch, source.decimal or ".")
    mask = done.outcome.suppressed
    frame = returned_frame(asked, done.outcome, done.frame)
    shown = frame = with_replaced(asked, done.table, frame)
    if asked.output.suppressed == "keep-values":
        refuse_kept_values(done.problem, done.outcome)
    else:
        frame = blanked(frame, mask)
    frame = spread(frame, done.chosen)
    if done.chosen is not None:  # whoever is not in the subset is not released
        mask = spread(pl.DataFrame({"gone": mask}), done.chosen)["gone"].fill_null(True).to_numpy()
    graph = released_graph(done)
    with clock.stage("verify"):
        verdict = approved(verify_in_memory(done, frame, mask, graph), asked)
    sides = _sides(done)
    seen = shown_in_frame(asked, frame, graph, blanks=True)
    found = evaluate(done, effective(asked), verdict, clock, sha256, sides, shown=seen)
    report = with_graph(found, graph)
    report["summary"]["warnings"] += assumed_encodings({}, {"data": source.settings()})
    if workspace is not None:
        remembered(workspace, asked, (done, shown, sha256), report)
    if budget is not None:
        report["summary"]["account"] = budget.spend(asked, "a table in memory")
    return Release(table.back(frame), mask, report, asked.given(), seen, graph)


def check_study(asked: Study) -> list[str]:
    """Look at everything a run would need, without searching; gives the warnings."""
    if not asked.engine.in_memory:
        from shoal.pipeline.places.scaled_run import check_scaled  # noqa: PLC0415  (an extra)

        return check_scaled(asked, source_of(asked))
    try:
        source = source_of(asked)
        table = read(source)
    except DataError as error:
        raise together([error, *hierarchy_file_problems(asked)]) from None
    notes = check_table(asked, table, source.decimal or ".")
    assumed = assumed_encodings(asked.given(), effective(asked, source))
    warnings = [*warnings_about(asked, table), *assumed, *notes]
    workspace = ledger_of(workspace_of(asked.folder))
    budget_of(asked, workspace, table.frame, warnings.append, looking=True)
    return warnings


def verify_again(run: Path, asked: Study, source: Source, release: Path | None) -> Verdict:
    """What the independent check says about a written release, and about its certificate."""
    folder = run if run.is_dir() else run.parent
    keys = effective(asked, source, folder)
    if not asked.engine.in_memory and release is not None:
        from shoal.pipeline.places.scaled_run import verified  # noqa: PLC0415  (an extra)

        verdict = verified(asked, keys, folder, release, **_time_of(run))
    else:
        verdict = verify_files(keys, folder, release, **_time_of(run))
    if not run.is_dir():
        return verdict
    sealed = folder_findings(run, keys, release)
    return Verdict((*verdict.findings, *sealed, *older_findings(run)))


def _time_of(run: Path) -> dict[str, Any]:
    """The checks of the time of a run, and what wrote its release; nothing where no run is."""
    if not run.is_dir():
        return {}
    found = RunFolder.of(run)
    return {"checks": found.made_for, "writers": found.writers}


def approved(verdict: Verdict, study: Study) -> Verdict:
    """The verdict, if nothing in it refuses the release."""
    if verdict.holds:
        return verdict
    hidden = [name for name in study.quasi_identifiers if name not in study.released]
    if hidden and all(finding.model is not None for finding in verdict.failures):
        raise NoReleaseError(
            f"Without {', '.join(map(repr, hidden))}, which `output.columns` leaves out, classes"
            " merge into larger ones that break a promise; nothing was kept. Write these columns,"
            " or take them out of `columns`, so that classes are formed without them.",
            *(f"{finding.model}: {finding.reason}" for finding in verdict.failures),
        )
    raise VerificationError(
        "The independent check refused the release; nothing was kept.",
        *(f"{finding.check}: {finding.reason}" for finding in verdict.failures),
    )


def _table_of(data: object) -> tuple[Table, Source]:
    """The table, and how it was read."""
    if not isinstance(data, str | Path):
        return Table.of(data), Source()
    source = resolved(Source.of(data))
    return read(source), source
