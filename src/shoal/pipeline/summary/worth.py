"""What a run's release is worth, by the functions that `shoal compare` uses, too."""

from typing import cast

import polars as pl

from shoal.data.table import exact_column
from shoal.pipeline.states.released import Released
from shoal.report.types.quality import Quality
from shoal.utility import Known, qualities
from shoal.utility.comparison import Comparison
from shoal.utility.of_release import release_compared


def worth(done: Released) -> Quality:
    """The quality of every released quasi-identifier and of all together."""
    return cast(Quality, qualities(compared_release(done)))


def compared_release(done: Released) -> Comparison:
    """The released quasi-identifiers before and after."""
    study = done.study
    names = [name for name in study.quasi_identifiers if name in study.released]
    known = {name: _known(done, name) for name in names or study.quasi_identifiers}
    changed = {name: _texts(done, name) for name in study.shown_by_record if name in known}
    outcome = done.outcome
    encoded = done.problem.encoded
    return release_compared(encoded, outcome.levels, outcome.suppressed, known, changed=changed)


def _known(done: Released, name: str) -> Known:
    """What is known about a column; an aggregate is no label of its hierarchy."""
    column = done.study.columns[name]
    hierarchy = None if name in done.study.aggregated else done.hierarchies.get(name)
    return Known(column.options.type, column.type, hierarchy)


def _texts(done: Released, name: str) -> tuple[pl.Series, pl.Series]:
    before = done.table.texts(name, done.study.columns[name].options.type)
    if name not in done.frame.columns:  # no quasi-identifier is written at all
        return before, pl.repeat(None, len(before), dtype=pl.String, eager=True)
    return before, exact_column(done.frame, name).cast(pl.String)
