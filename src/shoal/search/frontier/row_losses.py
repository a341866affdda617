"""Losses of many candidates at once, one row each, compared as `outcome.is_better` does."""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.quality.aggregate import Aggregate
from shoal.quality.separable import Separable
from shoal.search.problem.outcome import TIE


def combine_rows(form: Separable, losses: Floats) -> Floats:
    """Column losses as one number per row: what is reported, and for most models compared."""
    if form.aggregate is Aggregate.RANK:  # the number is for display only, see `combine`
        return _geometric(losses)
    parts = form.weights * losses
    match form.aggregate:
        case Aggregate.MAXIMUM:
            total: Floats = parts.max(axis=1)
        case Aggregate.GEOMETRIC_MEAN:
            total = _geometric(parts)
        case Aggregate.SUM:
            total = parts.sum(axis=1)
        case _:
            total = parts.mean(axis=1)
    return total


def best_row(form: Separable, losses: Floats, level_sums: Counts) -> int:
    """The row of least loss; between equals the smaller level sum, then the earlier row."""
    if form.aggregate is Aggregate.RANK:
        compared = -np.sort(-form.weights * losses, axis=1)
    else:
        compared = combine_rows(form, losses)[:, None]
    rows = np.arange(len(losses))
    for column in compared.T:
        values = column[rows]
        rows = rows[values - values.min() <= TIE * values]
    return int(rows[np.argmin(level_sums[rows])])


def _geometric(parts: Floats) -> Floats:
    # As a mean of logarithms, like `combine`: exact to the last digits near 0, too.
    total = np.zeros(len(parts))
    for column in parts.T:
        total += np.log1p(column)
    geometric: Floats = np.expm1(total / parts.shape[1])
    return geometric
