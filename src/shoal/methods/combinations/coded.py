"""A frame of texts as an array of codes: what the kernels of this package work on."""

from collections.abc import Mapping

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.errors import StudyError

BLANK = -1  # the code of a blank cell
TRIFLE = 1e-9  # of the smallest weight: what a cell of weight 0 costs


def codes_of(frame: pl.DataFrame) -> Codes:
    """Each column's values numbered from 0, record by record; BLANK where a cell is null."""
    codes = np.full(frame.shape, BLANK, np.int32)
    for at, column in enumerate(frame):
        ranks = column.cast(pl.String).rank("dense")
        codes[:, at] = ranks.cast(pl.Int32).fill_null(BLANK + 1).to_numpy() - 1
    return codes


def blank_cells(frame: pl.DataFrame, blank: Bools) -> pl.DataFrame:
    """The frame with null in the cells that are to be blank: a line per record."""
    return frame.with_columns(
        pl.when(pl.Series(~blank[:, at])).then(by_name(name)).alias(name)
        for at, name in enumerate(frame.columns)
    )


def weights_of(frame: pl.DataFrame, weights: Mapping[str, float] | None) -> Floats:
    """What blanking a cell of each column costs; 1 for columns that are not named.

    Never 0. Raises StudyError for unknown columns and wrong weights.
    """
    given = dict(weights or {})
    if unknown := sorted(set(given) - set(frame.columns)):
        raise StudyError(f"Weights are given for columns that are not there: {unknown}.")
    if [name for name, weight in given.items() if not 0 <= weight < float("inf")]:
        raise StudyError("The weight of a column must be a number that is not negative.")
    costs = np.array([given.get(name, 1.0) for name in frame.columns], np.float64)
    # What weighs nothing still costs a trifle, so that nothing is blanked without need.
    return np.where(costs > 0, costs, TRIFLE * costs[costs > 0].min(initial=1.0))


def entropies(codes: Codes) -> Floats:
    """The entropy of each column's values in bits, without blank cells."""
    found = [np.bincount(column + 1)[1:] for column in codes.T]
    shares = [counts[counts > 0] / max(1, counts.sum()) for counts in found]
    return np.array([-(share * np.log2(share)).sum() for share in shares])
