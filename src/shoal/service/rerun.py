"""The release of a written run in memory again.

It is made from the levels of the run, without a search. Where no levels tell what all records
show, because classes have their own or a method decided, the run is repeated. Where records were
drawn by chance, they are found in what was written (`drawn`). Whatever way it was made, it must
equal the written release cell for cell.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.files import read
from shoal.data.input_identity import fingerprint
from shoal.errors import DataError, StudyError
from shoal.pipeline.places.choice import is_in_memory
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.release.apply import release
from shoal.pipeline.release.frame import frame_to_write, order_to_write
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
from shoal.service.drawn import find_drawn_records, shown_aggregates
from shoal.service.written import (
    as_written,
    read_written,
    refuse_changed_folder,
    refuse_other_cells,
    summary_of,
)
from shoal.study.keys.columns import Column
from shoal.study.study import Study, read_study


def release_of(asked: Study, run: Path | None, clock: Stopwatch, watch: Watch) -> Released:
    """The release of a run folder, made again; without a folder, that of a search of the study.

    Refused without a folder if records are drawn by chance: nobody would know this new release.
    """
    if run is not None:
        return run_again(asked, run, clock, watch)
    refuse_new_draw(asked)
    watch(Progress("read", 0, 1))
    with clock.stage("read"):
        given = read_input(asked)
    return anonymize(given, clock, watch)


def run_again(asked: Study, run: Path, clock: Stopwatch, watch: Watch) -> Released:
    """The release of a run, with what another study asks to evaluate; nothing is written.

    Refused if the input or a file of the run has changed, or if it is not the release that was
    written.

    Args:
        asked: The study whose key `evaluate` and whose targets count.
        run: The run folder.
        clock: Where the time goes.
        watch: Called now and then.
    """
    summary = summary_of(run)
    refuse_changed_folder(run)
    study = read_study(run / "study.yaml")
    study = study.model_copy(
        update={"evaluate": asked.evaluate, "columns": _columns_with_targets(study, asked)}
    )
    _refuse_changed_by_chance(study)
    watch(Progress("read", 0, 1))
    source = source_of(study)
    with clock.stage("read"):
        table, sha256 = read(source), fingerprint(source.path)
    if sha256 != summary["input"]["sha256"]:
        raise DataError(f"The input has changed since {run} was written. Run the study again.")
    given = read_of(study, table, source.decimal or ".")
    if is_drawn(study):
        return _release_with_drawn_records(given, summary, run, clock)
    # Where classes have levels of their own, or a method decides, the run is repeated.
    if summary["levels"] is None or not given.way.searches:
        done = anonymize(given, clock, watch)
    else:
        done = at_levels(given, summary["levels"], clock)
    _refuse_other_release(done, summary, run)
    return done


def refuse_new_draw(asked: Study) -> None:
    """Refuse to learn from records that would be drawn by chance for nothing else."""
    _refuse_changed_by_chance(asked)
    if is_drawn(asked):
        raise StudyError(
            "The records of this study are drawn by chance, so this would learn from a draw that"
            " nobody has and no account counts. Run the study, and name its run folder: `--run"
            " FOLDER` on the command line, `run` in Python and over REST."
        )


def is_drawn(study: Study) -> bool:
    """Whether records are drawn by chance, and nothing tells which."""
    return study.is_sampled and not study.reproducible


def _refuse_changed_by_chance(study: Study) -> None:
    """Refuse values that a method changed by chance: nobody knows which record became which."""
    if study.is_by_chance and not study.is_sampled and not study.reproducible:
        raise StudyError(
            "Chance changes the values of this study, and what it did is not kept, so the release"
            " cannot be made again. To see what models learn from such values, set"
            " `reproducible: true` in a copy of the study, and give nobody its release."
        )


def at_levels(given: Read, levels: Mapping[str, int | None], clock: Stopwatch) -> Released:
    """The release with certain levels, by column, without a search; None counts as level 0.

    Records that an earlier run drew and released are all released again.
    """
    with clock.stage("encode"):
        prepared = prepare(given)
        problem = problem_of(prepared)
    with clock.stage("transform"):
        vector = tuple(levels[name] or 0 for name in given.study.generalized)
        candidate = problem.candidate(vector)
        outcome = outcome_of(problem, candidate, checked=1, optimal=False, bound=0.0)
        if given.drawn is not None:
            outcome = replace(outcome, suppressed=np.zeros_like(outcome.suppressed))
        return release(Solved(prepared, problem, problem, outcome))


def _columns_with_targets(study: Study, asked: Study) -> dict[str, Column]:
    """The columns of a run, with the targets that the other study marks."""
    return {
        name: column.model_copy(update={"target": asked.columns[name].target})
        if name in asked.columns
        else column
        for name, column in study.columns.items()
    }


def _release_with_drawn_records(
    given: Read, summary: Summary, run: Path, clock: Stopwatch
) -> Released:
    """The written release of a run that drew records, at the places of records like them."""
    with clock.stage("encode"):
        found = find_drawn_records(given, summary, run)
    done = at_levels(replace(given, drawn=found.drawn), summary["levels"] or {}, clock)
    done = replace(done, frame=shown_aggregates(done, found))
    _refuse_other_cells(done, found.written)
    return done


def _refuse_other_release(done: Released, summary: Summary, run: Path) -> None:
    """Refuse a release that is not the one that was written.

    Suppressed records are compared; with local recoding, also the number of classes and the loss;
    then all cells, where a file holds them and memory has room for them.
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
    if is_in_memory(done.study) and done.study.output.url is None:
        _refuse_other_cells(done, read_written(run))


def _refuse_other_cells(done: Released, written: pl.DataFrame) -> None:
    """Refuse a release whose cells, apart from pseudonyms, are not those that were written."""
    output = done.study.output.model_copy(update={"shuffle": False})
    ordered = done.study.model_copy(update={"output": output})
    order = order_to_write(ordered, done.outcome, done.frame.height)
    frame = frame_to_write(ordered, done.problem, done.outcome, done.frame, order)
    refuse_other_cells(as_written(ordered, frame), written.select(by_name(frame.columns)))
