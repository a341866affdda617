"""The run folder of a study whose table does not fit into memory."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from shoal.data.source import Source
from shoal.ledger.record import Recorder
from shoal.pipeline.folder.effective import effective
from shoal.pipeline.folder.files import write_run_files
from shoal.pipeline.folder.input_identity import fingerprint
from shoal.pipeline.places.large import large_table, passed_columns, searched, write_release
from shoal.pipeline.places.large_rules import (
    counted_columns,
    large_warnings,
    refuse_guarded,
    refuse_unscaled,
)
from shoal.pipeline.prepare.automatic import stored
from shoal.pipeline.prepare.check import check_table, warnings_about
from shoal.pipeline.release.formulas import formula_warnings
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.summary.shown import shown_in_table
from shoal.pipeline.summary.summarize import evaluate
from shoal.progress import Progress, Watch
from shoal.report.types.summary import Report
from shoal.scale.large_table import counted_table
from shoal.study.encodings import assumed_encodings
from shoal.study.plain import StudyKeys
from shoal.study.study import Study
from shoal.verify import Verdict
from shoal.verify.large import verify_large
from shoal.verify.large.with_duckdb import duckdb_counter
from shoal.verify.large.with_spark import SparkCounter

Approve = Callable[[Verdict, Study], Verdict]


def run_scaled(
    folder: Path,
    study: Study,
    source: Source,
    *,
    watch: Watch,
    clock: Stopwatch,
    recorder: Recorder | None,
    approve: Approve,
) -> Report:
    """Write all files of a run into a folder that nobody sees yet; gives the report.

    Args:
        folder: The folder.
        study: The study.
        source: Its table.
        watch: Called now and then.
        clock: Where the time goes.
        recorder: Writes the run into the ledger.
        approve: Refuses a release that the verifier refused.
    """
    decimal, release = source.decimal or ".", folder / study.output.file_name
    with large_table(study, source) as table:
        done, counted = searched(study, table, clock, watch, decimal)
        watch(Progress("write", 0, 1))
        with clock.stage("write"):
            if study.engine.name == "spark":
                from shoal.pipeline.places.spark_release import write_on_cluster  # noqa: PLC0415

                write_on_cluster(done, counted, table, release)
            else:
                write_release(done, table, release, decimal, watch)
        watch(Progress("verify", 0, 1))
        with clock.stage("verify"):
            keys = effective(stored(done.explicit, folder), source, folder)
            verdict = approve(verified(study, keys, folder, release), study)
        with clock.stage("evaluate"):
            written = Source.of(release)
            with large_table(study, written) as after:
                passed, shown = passed_columns(done, table, after), shown_in_table(study, after)
        sha256, different = fingerprint(source.path), large_warnings(study, table)
    report = evaluate(done, keys, verdict, clock, sha256, passed=passed, shown=shown)
    report["summary"]["engine"] = study.engine.name
    report["summary"]["warnings"] += [*different, *formula_warnings(study, release)]
    if recorder is not None:
        traced = recorder.untraced(done, sha256)
        recorder.admit(traced, report, folder, release)
    write_run_files(folder, report, release, study, shown)
    return report


def check_scaled(study: Study, source: Source) -> list[str]:
    """Look at everything a run would need, without searching; gives the warnings."""
    refuse_unscaled(study)
    with large_table(study, source) as table:
        refuse_guarded(study, table)
        counted = counted_table(table, counted_columns(study))
        different = large_warnings(study, table)
    notes = check_table(study, counted, source.decimal or ".")
    assumed = assumed_encodings(study.given(), effective(study, source))
    return [*warnings_about(study, counted), *different, *assumed, *notes]


def verified(
    study: Study,
    keys: StudyKeys,
    folder: Path,
    release: Path,
    **time: Any,  # noqa: ANN401
) -> Verdict:
    """The independent check of a large release; `time` tells of which time its checks are."""
    engine = study.engine
    if engine.name == "spark":
        from shoal.scale.spark_table import spark_session  # noqa: PLC0415  (an extra)

        with spark_session(engine.master) as session:
            return verify_large(keys, folder, release, SparkCounter(session), **time)
    place = None if engine.temporary is None else study.folder / engine.temporary
    with duckdb_counter(engine.memory_mb, place) as counter:
        return verify_large(keys, folder, release, counter, **time)
