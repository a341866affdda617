"""The release of a written run in memory again.

It is made from the levels of the run, without a search. Where no levels tell what all records
show, because classes have their own or a method decided, the run is repeated.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from shoal.data.files import read
from shoal.data.input_identity import fingerprint
from shoal.errors import DataError, StudyError
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.release.apply import release
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.solved import Solved
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_input, read_of
from shoal.progress import Progress, Watch
from shoal.report.summary import plain
from shoal.report.types.summary import Summary
from shoal.search.problem.outcome import outcome_of
from shoal.study.keys.columns import Column
from shoal.study.study import Study, read_study


def release_of(asked: Study, run: Path | None, clock: Stopwatch, watch: Watch) -> Released:
    """The release of a run folder, made again; without a folder, that of a search of the study."""
    if run is not None:
        return run_again(asked, run, clock, watch)
    watch(Progress("read", 0, 1))
    with clock.stage("read"):
        given = read_input(asked)
    return anonymize(given, clock, watch)


def run_again(asked: Study, run: Path, clock: Stopwatch, watch: Watch) -> Released:
    """The release of a run, with what another study asks to evaluate; nothing is written.

    Refused if the input has changed, or if it is not the release that was written.

    Args:
        asked: The study whose key `evaluate` and whose targets count.
        run: The run folder.
        clock: Where the time goes.
        watch: Called now and then.
    """
    summary = _summary(run)
    study = read_study(run / "study.yaml")
    study = study.model_copy(
        update={"evaluate": asked.evaluate, "columns": _columns_with_targets(study, asked)}
    )
    if study.is_sampled and not study.reproducible:
        raise StudyError(
            f"{run} is a random sample, and which records were drawn is not kept. Evaluate the"
            " study without --run; it draws again."
        )
    watch(Progress("read", 0, 1))
    source = source_of(study)
    with clock.stage("read"):
        table, sha256 = read(source), fingerprint(source.path)
    if sha256 != summary["input"]["sha256"]:
        raise DataError(f"The input has changed since {run} was written. Run the study again.")
    # Where classes have levels of their own, or a method decides, the run is repeated.
    given = read_of(study, table, source.decimal or ".")
    if summary["levels"] is None or not given.way.searches:
        done = anonymize(given, clock, watch)
    else:
        done = at_levels(given, summary["levels"], clock)
    _refuse_other_release(done, summary, run)
    return done


def at_levels(given: Read, levels: Mapping[str, int | None], clock: Stopwatch) -> Released:
    """The release with certain levels, by column, without a search; None counts as level 0."""
    with clock.stage("encode"):
        prepared = prepare(given)
        problem = problem_of(prepared)
    with clock.stage("transform"):
        vector = tuple(levels[name] or 0 for name in given.study.generalized)
        candidate = problem.candidate(vector)
        outcome = outcome_of(problem, candidate, checked=1, optimal=False, bound=0.0)
        return release(Solved(prepared, problem, problem, outcome))


def _columns_with_targets(study: Study, asked: Study) -> dict[str, Column]:
    """The columns of a run, with the targets that the other study marks."""
    return {
        name: column.model_copy(update={"target": asked.columns[name].target})
        if name in asked.columns
        else column
        for name, column in study.columns.items()
    }


def _summary(run: Path) -> Summary:
    """The summary of a run folder; an error if it is none."""
    try:
        found: Summary = json.loads((run / "summary.json").read_text("utf-8"))
    except (OSError, ValueError):
        raise StudyError(
            f"{run} is not a run folder. Expected one with summary.json and study.yaml, as"
            " `shoal run --out` writes it."
        ) from None
    return found


def _refuse_other_release(done: Released, summary: Summary, run: Path) -> None:
    """Refuse a release that is not the one that was written, as far as figures tell.

    Suppressed records are compared; with local recoding, also the number of classes and the loss.
    """
    outcome = done.outcome
    same = np.count_nonzero(outcome.suppressed) == summary["suppressed_records"]
    if done.way.by_class:  # no levels tell which release it was
        written = summary["classes"]["count"], summary["loss"]
        same = same and (len(outcome.class_sizes), plain(outcome.loss)) == written
    if not same:
        raise DataError(
            f"The release of {run} could not be found again from its study: hierarchies or the"
            " version of Shoal have changed. Run the study again."
        )
