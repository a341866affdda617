"""What a face may ask for. A face parses, calls one verb of this file, and shows."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.example import write_example
from shoal.data.files import read, resolved
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import DataError, NoReleaseError, StudyError, VerificationError
from shoal.progress import Progress, Watch, ignore_progress
from shoal.service.automatic import stored
from shoal.service.checks.check import check_table, warnings_about
from shoal.service.input_identity import fingerprint
from shoal.service.learning.strict_sides import asked_sides
from shoal.service.ledger.record import Recorder, recording, remembered
from shoal.service.pipeline import anonymize as anonymize_table
from shoal.service.prepare import hierarchy_file_problems, together
from shoal.service.private.budget import Tell, budget_of, say_nothing
from shoal.service.recipient import for_recipient
from shoal.service.released.frame import (
    blanked,
    refuse_kept_values,
    returned_frame,
    spread,
    written_frame,
)
from shoal.service.released.graph import graph_written, known_clusters, released_graph
from shoal.service.released.in_memory import verify_in_memory
from shoal.service.released.release import Release
from shoal.service.released.replacing import with_replaced
from shoal.service.run.certificate import certificate_findings
from shoal.service.run.effective import effective
from shoal.service.run.files import write_run_files
from shoal.service.run.folder import EXAMPLE, disk_explained, writing
from shoal.service.run.place import refuse_bad_release_place, release_written
from shoal.service.scaled.run import check_scaled, run_scaled, verified
from shoal.service.stopwatch import Stopwatch
from shoal.service.study import Study, read_study
from shoal.service.summary.graph import with_graph
from shoal.service.summary.shown import shown_in_frame
from shoal.service.summary.summarize import evaluate
from shoal.service.workspace import Workspace, workspace_of
from shoal.verify import Verdict
from shoal.verify import verify as verify_files

StudyLike = Study | Mapping[str, Any] | Path | str


def run(
    study: StudyLike,
    out: Path | str,
    *,
    force: bool = False,
    watch: Watch = ignore_progress,
    clock: Stopwatch | None = None,
    tell: Tell = say_nothing,
) -> dict[str, Any]:
    """Anonymize the file of a study and write a verified run folder; gives the report.

    With differential privacy, `tell` is called with what was and will be spent, before it is.
    """
    asked, clock = as_study(study), clock or Stopwatch()
    refuse_bad_release_place(asked, force=force)
    place = Path(out)
    # The release is visible when `writing` ends, and then `recording` has it in the ledger.
    with disk_explained(), recording(asked, place) as ledger, writing(place, force=force) as folder:
        return run_into(
            folder, asked, watch=watch, clock=clock, force=force, recorder=ledger, tell=tell
        )


def demo(
    out: Path | str, *, watch: Watch = ignore_progress, clock: Stopwatch | None = None
) -> dict[str, Any]:
    """Run the built-in example; its table, hierarchies and study are written along."""
    with disk_explained(), writing(Path(out), force=True) as folder:
        study = read_study(write_example(folder / EXAMPLE))
        return run_into(folder, study, watch=watch, clock=clock or Stopwatch())


def run_into(
    folder: Path,
    study: Study,
    *,
    watch: Watch,
    clock: Stopwatch,
    force: bool = False,
    recorder: Recorder | None = None,
    tell: Tell = say_nothing,
) -> dict[str, Any]:
    """Write all files of a run into a folder that nobody sees yet; gives the report."""
    source = source_of(study)
    if not study.engine.in_memory:
        return run_scaled(
            *(folder, study, source),
            watch=watch,
            clock=clock,
            recorder=recorder,
            approve=approved,
        )
    table, sha256 = _read(source, clock, watch)
    workspace = workspace_of(study.folder) if recorder is None else recorder.workspace
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
            place = release_written(study, folder, frame, force=force)
            release = until_verified.enter_context(place)
            graph = graph_written(study, folder, released_graph(done))
            traced = recorder.trace(done, shown, sha256) if recorder else None
        sides = asked_sides(done) if study.evaluate else None
        with clock.stage("evaluate"):
            seen = shown_in_frame(study, frame, graph)
        # The verifier reads both files again: a large table must not be in memory twice.
        done = done.without_cells()
        del frame, shown
        watch(Progress("verify", 0, 1))
        with clock.stage("verify"):
            keys = effective(stored(done.explicit, folder), source, folder)
            known: dict[str, Any] = {} if done.chosen is None else {"drawn": done.chosen}
            known |= known_clusters(graph)
            verdict = approved(verify_files(keys, folder, release, **known), study)
        found = evaluate(done, keys, verdict, clock, sha256, sides, shown=seen)
        report = with_graph(found, graph)
        if recorder and traced:
            file = release if isinstance(release, Path) else None
            report["summary"]["warnings"] += recorder.admit(traced, report, folder, file)
        if budget is not None:  # the last step before the release is visible
            name = "a run" if recorder is None else recorder.id
            report["summary"]["account"] = budget.spend(study, name)
        write_run_files(folder, report, release, study, seen)
        return report


def _read(source: Source, clock: Stopwatch, watch: Watch) -> tuple[Table, str | None]:
    """The table of a study, and the fingerprint of its file."""
    watch(Progress("read", 0, 1))
    with clock.stage("read"):
        return read(source), fingerprint(source.path)


def anonymize(
    data: object,
    study: StudyLike,
    *,
    watch: Watch = ignore_progress,
    workspace: Path | str | None = None,
) -> Release:
    """Anonymize a table in memory: the same kind of table back, in order, suppressed blank.

    Args:
        data: A pandas, Polars, Arrow or Spark table, or the path of a file. A Spark table stays
            on its cluster (`engine: spark`), and comes back in no particular order.
        study: A study, its keys, or the path of its file; its own `data` plays no part.
        watch: Called now and then; raises Canceled to stop.
        workspace: The folder whose ledger remembers the release; without it, nothing does. What
            differential privacy spends is counted there, too, or else beside the study.

    Example:
        >>> import polars as pl
        >>> table = pl.DataFrame({"age": ["34", "39", "66", "61"]})
        >>> age = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
        >>> keys = {"columns": {"age": age}, "privacy": [{"model": "k-anonymity", "k": 2}]}
        >>> anonymize(table, keys).table["age"].to_list()
        ['3*', '3*', '6*', '6*']
    """
    asked, clock = as_study(study), Stopwatch()
    if type(data).__module__.startswith("pyspark."):
        from shoal.service.scaled.frame import anonymize_frame  # noqa: PLC0415  (an extra)

        return anonymize_frame(data, asked, approved, watch)  # type: ignore[arg-type]
    with clock.stage("read"):
        table, decimal = _table_of(data)
    sha256 = fingerprint(Path(data)) if isinstance(data, str | Path) else None
    account = Workspace(Path(workspace)) if workspace else workspace_of(asked.folder)
    budget = budget_of(asked, account, table.frame)
    done = anonymize_table(asked, table, clock, watch, decimal)
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
    sides = asked_sides(done) if asked.evaluate else None
    seen = shown_in_frame(asked, frame, graph, blanks=True)
    found = evaluate(done, effective(asked), verdict, clock, sha256, sides, shown=seen)
    report = with_graph(found, graph)
    if workspace is not None:
        told = remembered(Path(workspace), asked, (done, shown, sha256), report)
        report["summary"]["warnings"] += told
    if budget is not None:
        report["summary"]["account"] = budget.spend(asked, "a table in memory")
    return Release(table.back(frame), mask, report, asked.given(), seen, graph)


def check(study: StudyLike) -> list[str]:
    """Look at everything a run would need, without searching; gives the warnings."""
    asked = as_study(study)
    if not asked.engine.in_memory:
        return check_scaled(asked, source_of(asked))
    try:
        source = source_of(asked)
        table = read(source)
    except DataError as error:
        raise together([error, *hierarchy_file_problems(asked)]) from None
    check_table(asked, table, source.decimal or ".")
    warnings = warnings_about(asked, table)
    workspace = workspace_of(asked.folder)
    budget_of(asked, workspace, table.frame, warnings.append)
    return warnings


def verify_run(run: Path, *, release: Path | None = None, data: Path | None = None) -> Verdict:
    """Check a written release again: a run folder, or a study file with its release."""
    study = run / "study.yaml" if run.is_dir() else run
    asked = as_study(study)
    if release is None and asked.output.url is None:
        release = _release_in(run)
    keys = effective(asked, source_of(asked, data), study.parent)
    if not asked.engine.in_memory and release is not None:
        verdict = verified(asked, keys, study.parent, release)
    else:
        verdict = verify_files(keys, study.parent, release)
    sealed = certificate_findings(run, release) if run.is_dir() else []
    return Verdict((*verdict.findings, *sealed))


def as_study(study: StudyLike) -> Study:
    """A study in whatever form it was given, with what the profile of its recipient says."""
    if isinstance(study, Study):
        return for_recipient(study)
    return for_recipient(Study.of(study) if isinstance(study, Mapping) else read_study(study))


def source_of(study: Study, data: Path | None = None) -> Source:
    """The file of a study, with everything explicit that is found out by looking at it."""
    if study.data is not None:
        source = study.data.source(study.folder)
        file = {"path": data, "url": None, "query": None, "credentials": None}
        return resolved(source if data is None else replace(source, **file))  # type: ignore[arg-type]
    if data is None:
        raise StudyError("data: is needed, but it is not there. Give the path of the table.")
    return resolved(Source.of(data))


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


def _table_of(data: object) -> tuple[Table, str]:
    """The table and the decimal mark of its texts."""
    if not isinstance(data, str | Path):
        return Table.of(data), "."
    source = resolved(Source.of(data))
    return read(source), source.decimal or "."


def _release_in(run: Path) -> Path:
    if not run.is_dir():
        raise StudyError(f"{run} is not a run folder. Give the release too: --release FILE.")
    found = sorted(run.glob("release.*"))
    if len(found) != 1:
        raise StudyError(f"{run} holds {len(found)} files release.*; expected one.")
    return found[0]
