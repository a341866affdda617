"""Exports of a release. They tell its classes and their sizes, so the ledger counts them, too.

An export is compared with earlier releases before its file becomes visible, and is in the ledger
afterwards. If the ledger has the release already, the export needs no entry of its own.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import polars as pl
from polars.selectors import by_name

from shoal.data.input_identity import fingerprint
from shoal.errors import StudyError
from shoal.ledger import ledger
from shoal.ledger.give import give
from shoal.ledger.known import find_in_ledger
from shoal.ledger.ledger import Entry
from shoal.ledger.record import Recorder, Traced, open_recorder
from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Watch
from shoal.report.types.summary import Report
from shoal.service.give import refuse_other_release
from shoal.service.rerun import is_drawn, release_of
from shoal.study.keys.plugins import plugin_settings, privacy_models
from shoal.study.study import Study
from shoal.verify.run_folder import RunFolder


@dataclass(frozen=True, eq=False)
class Export:
    """A file that was written from a release.

    Attributes:
        warnings: What to know before the file leaves the house.
    """

    warnings: list[str]


def release_for_export(asked: Study, run: Path | None, watch: Watch) -> Released:
    """The release of a run, or else of the study; refused if that would be a new draw."""
    if run is None and way_of(asked).draws:
        raise StudyError(
            "This would draw another release without counting it. With `differential-privacy`,"
            " run the study once, and name its run folder: `--run FOLDER` on the command line,"
            " `run` in Python and over REST. Learning from what it wrote spends nothing."
        )
    return release_of(asked, run, Stopwatch(), watch)


@contextlib.contextmanager
def record_export(
    asked: Study, done: Released, out: Path, run: Path | None = None
) -> Iterator[list[str]]:
    """Record an export in the ledger, or refuse it; gives warnings about it.

    If the ledger has this release already, there is no new entry; if it is only a draft there, it
    is given now, because an export leaves the house.

    Args:
        asked: The study whose workspace counts.
        done: The release.
        out: The file, which is written in the block.
        run: The run folder of the release, if there is one.
    """
    if run is not None and (done.way.draws or is_drawn(done.study)):
        _give_run(run)  # nobody knows who was drawn, so it is found by its name
        yield []
        return
    with open_recorder(asked, out, at_once=True) as recorder:
        traced = recorder.trace(
            done, _cells_of_release(done), fingerprint(source_of(done.study).path)
        )
        known = [*_equal_releases(recorder, traced)]
        if not known:
            report = _report(done)
            recorder.admit(traced, report, out, None)
            yield report["summary"]["warnings"]
            return
        if not any(map(ledger.has_holders, known)):  # a draft so far
            give(recorder.workspace, known[0].id, {"note": "exported"})
        yield []


def _give_run(run: Path) -> None:
    """Give the release of a run, unless somebody has it; refused if its ledger does not know it."""
    folder = RunFolder.of(run)
    id, workspace = find_in_ledger(folder.summary, None)
    refuse_other_release(folder, workspace, id)
    if not ledger.has_holders(ledger.find_entry(workspace, id)):
        give(workspace, id, {"note": "exported"})


def _equal_releases(recorder: Recorder, traced: Traced) -> Iterator[Entry]:
    """The entries of the ledger about this very release."""
    for entry in ledger.entries(recorder.workspace):
        if (entry.trace, entry.roster) == (traced.digest, traced.roster.name):
            yield entry


def _cells_of_release(done: Released) -> pl.DataFrame:
    """The released cells; columns of pseudonyms are empty, because an export holds none."""
    replaced = [name for name in done.study.written if name not in done.frame.columns]
    empty = [pl.lit(None, pl.String).alias(name) for name in replaced]
    return done.frame.with_columns(empty).select(by_name(done.study.written))


def _report(done: Released) -> Report:
    """The part of a report that the ledger reads, for a release that has no report."""
    promises = [plugin_settings(privacy_models(), promise) for promise in done.study.privacy]
    report = {
        "study": effective_keys(done.study),
        "summary": {
            "levels": done.levels,
            "privacy": [{"model": each.pop("model"), "parameters": each} for each in promises],
            "suppressed_records": int(done.outcome.suppressed.sum()),
            "warnings": [],
            "classes": {"min": min(done.outcome.class_sizes.tolist(), default=0)},
        },
    }
    return cast(Report, report)
