"""A loss as arrays: what each candidate costs before and after suppression."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from shoal.engine.arrays import Counts, Floats, Records
from shoal.engine.kernel import inner
from shoal.engine.lattice import Lattice
from shoal.quality.aggregate import Aggregate
from shoal.quality.entropic import Entropic
from shoal.quality.separable import Separable
from shoal.search.exact.ladder import ladder_of, place_on
from shoal.search.exact.tables import Tables, marginals, spread

SUM, MAXIMUM, ARITHMETIC, GEOMETRIC, RANK = range(5)
AGGREGATES = {
    Aggregate.SUM: SUM,
    Aggregate.MAXIMUM: MAXIMUM,
    Aggregate.ARITHMETIC_MEAN: ARITHMETIC,
    Aggregate.GEOMETRIC_MEAN: GEOMETRIC,
    Aggregate.RANK: RANK,
}
TIE = 1e-12  # losses this close, relative to their size, are equal (docs/theory/search.md)


# Records, because a function is compiled faster the fewer arrays it is given.
Record: TypeAlias = Any  # one of them, which NumPy and Numba read differently
COLUMN = np.dtype(
    [
        ("rate", np.float64),  # what a unit costs less if its record is suppressed
        ("record", np.float64),  # what suppressing a record costs
        ("smallest", np.float64),  # the sum that counts as no loss
        ("scale", np.float64),  # what counts as complete loss
        ("weight", np.float64),
        ("bit", np.float64),  # entropic losses: what a bit of uncertainty about a record costs
    ]
)
LEVEL = np.dtype(
    [
        ("start", np.int64),  # where its codes start in `covers` or `found`
        ("units", np.int64),  # what all records cover together
        ("least", np.float64),  # what suppressing one record adds at least
        ("base", np.float64),  # what generalizing all records costs
    ]
)


class Costs(NamedTuple):
    """The parts of a separable or entropic loss, levels counted from the lattice's minimum.

    Attributes:
        columns: What holds for a whole column, a `COLUMN` each.
        levels: Per column and level: a `LEVEL`.
        covers: The units each code covers.
        aggregate: How columns become one number.
        ladder: For losses compared by rank: see `search/exact/ladder.py`; empty otherwise.
        found: For entropic losses: scratch for the suppressed records of each code.
    """

    columns: Records
    levels: Records
    covers: Counts
    aggregate: int
    ladder: Floats
    found: Counts


Form: TypeAlias = Separable | Entropic


def costs_of(form: Form, tables: Tables, lattice: Lattice) -> Costs:
    """The arrays of a loss on a problem's tables."""
    if isinstance(form, Entropic):
        return _entropic_costs(form, tables, lattice)
    columns, levels = _columns(form), np.zeros(tables.codes.shape, LEVEL)
    columns["rate"], columns["record"] = form.kept - form.suppressed, form.record
    columns["smallest"] = form.smallest
    parts, length = [], 0
    for at, column in enumerate(columns):
        counts = marginals(tables, at)
        for level in range(tables.shape[at]):
            covers = form.covers[at][lattice.minimum[at] + level]
            table = tables.steps[tables.offset[at, 0, level] :][: counts.size]
            units = (counts * (covers[table] if level else covers)).sum()
            least = max(0.0, column["record"] - column["rate"] * int(covers.max()))
            levels[at, level] = (length, units, least, form.kept[at] * units)
            length += covers.size
            parts.append(covers)
    return _costs(columns, levels, np.concatenate(parts), form, np.zeros(0, np.int64))


def _entropic_costs(form: Entropic, tables: Tables, lattice: Lattice) -> Costs:
    """The arrays of an entropic loss; suppressing a record may cost nothing in any column."""
    columns, levels = _columns(form), np.zeros(tables.codes.shape, LEVEL)
    columns["bit"] = form.bit
    length = 0
    for at in range(len(columns)):
        for level in range(tables.shape[at]):
            base = form.generalized[at][lattice.minimum[at] + level]
            levels[at, level] = (length, 0, 0.0, base)
            length += tables.codes[at, level]
    return _costs(columns, levels, np.zeros(0, np.int64), form, np.zeros(length, np.int64))


def _columns(form: Form) -> Records:
    columns = np.zeros(len(form.weights), COLUMN)
    columns["scale"], columns["weight"] = form.scale, form.weights
    return columns


def _costs(columns: Records, levels: Records, covers: Counts, form: Form, found: Counts) -> Costs:
    ladder = np.zeros((0, len(columns)))
    return Costs(columns, levels, covers, AGGREGATES[form.aggregate], ladder, found)


def bound_losses(costs: Costs, tables: Tables) -> tuple[Costs, Floats]:
    """Every candidate's loss as if nothing were suppressed: no candidate costs less."""
    parts = _losses_without_suppression(costs, tables)
    if costs.aggregate == RANK:
        ladder, places = ladder_of(parts, tables.levels)
        return costs._replace(ladder=ladder), places
    if costs.aggregate == GEOMETRIC:
        return costs, np.expm1(spread([np.log1p(part) for part in parts], np.add) / len(parts))
    if costs.aggregate == MAXIMUM:
        return costs, spread(parts, np.maximum)
    return costs, spread(parts, np.add) / (len(parts) if costs.aggregate == ARITHMETIC else 1)


def _losses_without_suppression(costs: Costs, tables: Tables) -> list[Floats]:
    """Each column's weighted loss at each level if nothing is suppressed."""
    parts = []
    for at, levels in enumerate(tables.shape):
        column = costs.columns[at]
        total, scale = costs.levels["base"][at, :levels] - column["smallest"], column["scale"]
        parts.append(
            column["weight"] * (np.maximum(0.0, total) / scale if scale > 0 else 0.0 * total)
        )
    return parts


@inner
def combine_losses(columns: Records, aggregate: int, ladder: Floats, losses: Floats) -> float:
    """The columns' losses as one number."""
    if aggregate == RANK:
        return place_on(ladder, columns, losses, TIE)
    if aggregate == GEOMETRIC:
        logarithms = 0.0
        for at in range(losses.size):
            logarithms += np.log1p(columns[at].weight * losses[at])
        return np.expm1(logarithms / losses.size)
    total = 0.0
    for at in range(losses.size):
        part = columns[at].weight * losses[at]
        total = max(total, part) if aggregate == MAXIMUM else total + part
    return total / losses.size if aggregate == ARITHMETIC else total


@inner
def column_loss(column: Record, base: float, charge: float) -> float:
    """A column's loss when suppression adds `charge` to what generalization costs."""
    total = base + charge - column.smallest
    return max(0.0, total) / column.scale if column.scale > 0 else 0.0


@inner
def charge_of(column: Record, units: float, records: float) -> float:
    """What suppressing `records` that cover `units` adds to a column."""
    return column.record * records - column.rate * units
