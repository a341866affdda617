"""Applies a solution to its table: labels instead of values, blanks for suppressed records."""

from dataclasses import replace

from shoal.engine.transform import transform
from shoal.pipeline.release.aggregated import aggregates_of
from shoal.pipeline.release.frame import make_frame
from shoal.pipeline.release.labels import with_released_labels
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.solved import Solved


def release(solved: Solved) -> Released:
    """The release of a solution; its labels are made of released values only.

    The values that were prepared are dropped from the states before, to save memory.
    """
    outcome, problems = solved.outcome, (solved.problem, solved.recoded)
    prepared, (problem, recoded) = with_released_labels(solved.prepared, problems, outcome)
    texts = transform(recoded.encoded, outcome.levels, outcome.suppressed)
    texts |= aggregates_of(prepared.way, prepared.table, recoded, outcome)
    frame = make_frame(prepared.way, prepared.table, outcome, texts)
    # The problem holds their codes: a large table must not be in memory twice.
    prepared = replace(prepared, texts={}, aggregated={}, population=None)
    return Released(replace(solved, prepared=prepared, problem=problem, recoded=recoded), frame)
