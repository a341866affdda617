"""Local suppression with importance: sdcMicro's `kAnon`, and `localSupp` as `risky_blanked`.

Templ, Kowarik, Meindl: Statistical disclosure control for micro-data using the R package sdcMicro.
Journal of Statistical Software 67(4), 2015, doi:10.18637/jss.v067.i04; docs/theory/methods.md.
"""

from typing import Annotated, Any, ClassVar

import numpy as np
import polars as pl
from annotated_types import Ge
from polars.selectors import by_name

from shoal.data.table import exact_column
from shoal.engine.arrays import Counts, Floats
from shoal.errors import StudyError, did_you_mean
from shoal.methods.combinations.coded import BLANK, Crowd, blank_cells, read_codes
from shoal.methods.combinations.important import sweep_records
from shoal.methods.few import refuse_few
from shoal.methods.registry import Treated, methods
from shoal.methods.texts import crowd_of, labels_at, new_blanks
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@methods.register("local-suppression", begin={"bin_size": 5})
@plugin()
class LocalSuppression:
    """Cells of rare records are blanked one by one, in unimportant columns first.

    A record is rare if too few records match it on all quasi-identifiers; a blank cell matches
    every value. Sweep after sweep each rare record loses one cell in which it differs from its
    nearest records, the one in the least important column. No record is dropped.

    Attributes:
        bin_size: The smallest number of records that must match each record (sdcMicro's k).
        importance: Columns from the most important on; those that are not named come after them,
            columns with fewer values first.

    Card:
        promise: Every combination of quasi-identifiers is matched by {bin_size} records.
        measure: records that match the rarest combination of quasi-identifiers
        means: Larger is safer; blank cells match every value.
        unit: records
        advice: When values must stay as they are and single cells may be blank. Say which columns
            matter most.
        reference: Templ, Kowarik & Meindl 2015, doi:10.18637/jss.v067.i04
    """

    bin_size: Annotated[int, Ge(2)]
    importance: tuple[str, ...] = ()
    blanks_cells: ClassVar[bool] = True
    own_cells: ClassVar[bool] = False
    counts_people: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Blank cells at the lowest levels until no record is rare."""
        encoded, levels = problem.encoded, problem.lattice.minimum
        watch(Progress("search", 0, 1))
        before = labels_at(encoded, levels, range(len(encoded.columns)))
        crowd = crowd_of(encoded, levels)
        after, sweeps = suppress_locally(before, self.bin_size, self.importance, crowd)
        blank = new_blanks(before, after)
        step: dict[str, Any] = {"step": "blank", "sweeps": sweeps, "cells": int(blank.sum())}
        nobody = np.zeros(encoded.records, np.bool_)
        return Treated(levels, nobody, blank, sweeps, (step,))


def suppress_locally(
    frame: pl.DataFrame,
    bin_size: int,
    importance: tuple[str, ...] = (),
    crowd: Crowd | None = None,
) -> tuple[pl.DataFrame, int]:
    """The frame with cells blanked until enough records match each, and the number of sweeps.

    With a crowd, until each fits enough of its people. Raises NoReleaseError if the table has fewer
    records, or people, than a bin needs.
    """
    refuse_few(frame.height if crowd is None else crowd.size, bin_size, people=crowd is not None)
    order = _columns_by_importance(frame, importance)
    found, sweeps = sweep_records(read_codes(frame, crowd), bin_size, order, crowd)
    return blank_cells(frame, found == BLANK), sweeps


def risky_blanked(
    frame: pl.DataFrame, column: str, risks: Floats, threshold: float
) -> pl.DataFrame:
    """The frame with one column blanked in every record whose risk exceeds a threshold.

    Args:
        frame: Texts; null is blank.
        column: The column that is blanked.
        risks: The risk of each record, for example `shoal.risk.individual.individual_risk`.
        threshold: The largest risk that is accepted.
    """
    if column not in frame.columns:
        raise StudyError(f"There is no column {column!r}.{did_you_mean(column, frame.columns)}")
    safe = pl.Series(np.asarray(risks) <= threshold)
    return frame.with_columns(pl.when(safe).then(by_name(column)).alias(column))


def _columns_by_importance(frame: pl.DataFrame, importance: tuple[str, ...]) -> Counts:
    """The places of all columns, the most important first; raises StudyError for a wrong name."""
    for name in importance:
        if importance.count(name) > 1:
            raise StudyError(f"importance: {name!r} is named twice.")
        if name not in frame.columns:
            raise StudyError(
                f"importance: {name!r} is no quasi-identifier.{did_you_mean(name, frame.columns)}"
            )
    values = {name: exact_column(frame, name).drop_nulls().n_unique() for name in frame.columns}
    rest = sorted((n for n in frame.columns if n not in importance), key=lambda n: values[n])
    return np.array([frame.columns.index(name) for name in (*importance, *rest)], np.int64)
