"""The verb `evaluate`: models trained on a release, judged on the original.

Theory: docs/theory/learning.md.
"""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import cast

from shoal.pipeline.folder.added import write_page
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.strict_sides import sides_for_study
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import Watch, ignore_progress
from shoal.report.summary import STEWARD
from shoal.report.types.learning import EvaluationReport
from shoal.service.rerun import release_of
from shoal.study.given import StudyLike, as_study
from shoal.study.keys.plain import EvaluateKeys
from shoal.study.predicted import evaluation_of, nothing_to_predict, targets_of
from shoal.version import __version__

FORMAT = 1


def evaluate(
    study: StudyLike, run: Path | None = None, *, watch: Watch = ignore_progress
) -> EvaluationReport:
    """All scores of models that learned from a release, as plain values.

    Args:
        study: The study; its key `evaluate` says what is predicted.
        run: The folder of a run whose release is judged; None searches the release again.
        watch: Called now and then; raises Canceled to stop.
    """
    asked, clock = as_study(study), Stopwatch()
    if not targets_of(asked):
        raise nothing_to_predict()
    done = release_of(asked, run, clock, watch)
    with clock.stage("evaluate"):
        sides = sides_for_study(done, partial(anonymize, clock=Stopwatch()))
        learning = score_models(done.study, sides, watch)
    return {
        "format": FORMAT,
        "note": STEWARD,
        "shoal_version": __version__,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "run": None if run is None else str(run),
        "settings": cast(EvaluateKeys, evaluation_of(asked).model_dump(mode="json")),
        "learning": learning,
        "seconds": clock.seconds,
        "cpu_seconds": clock.cpu_seconds,
    }


def write_html(report: EvaluationReport, path: Path) -> None:
    """Write an evaluation as a page of its own."""
    from shoal.report.learning_page import render_learning  # noqa: PLC0415  (only if asked for)

    write_page(path, render_learning(report), "evaluate")
