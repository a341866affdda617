"""A loss as arrays: what each candidate costs before and after suppression."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts, Floats
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
TIE = 1e-12  # losses this close, relative to their size, are equal (design.md §4)


class Costs(NamedTuple):
    """The parts of a separable or entropic loss, levels counted from the lattice's minimum.

    Attributes:
        start: Where a column's level starts in `covers`.
        covers: The units each code covers.
        units: Per column and level: the units that all records cover together.
        least: Per column and level: what suppressing one record adds at least.
        kept: Cost per unit of a kept record.
        suppressed: Cost per unit of a suppressed record.
        record: Cost of suppressing a record.
        smallest: The sum that counts as no loss.
        scale: What counts as complete loss.
        weights: The columns' weights.
        aggregate: How columns become one number.
        ladder: For losses compared by rank: see `search/exact/ladder.py`; empty otherwise.
        base: Per column and level: what generalizing all records costs.
        bit: For entropic losses: what a bit of uncertainty about suppressed records costs.
        found: For entropic losses: scratch for the suppressed records of each code.
    """

    start: Counts
    covers: Counts
    units: Counts
    least: Floats
    kept: Floats
    suppressed: Floats
    record: Floats
    smallest: Floats
    scale: Floats
    weights: Floats
    aggregate: int
    ladder: Floats
    base: Floats
    bit: Floats
    found: Counts


Form: TypeAlias = Separable | Entropic


def costs_of(form: Form, tables: Tables, lattice: Lattice) -> Costs:
    """The arrays of a loss on a problem's tables."""
    if isinstance(form, Entropic):
        return _entropic_costs(form, tables, lattice)
    columns, levels = tables.codes.shape
    start, units = np.zeros((columns, levels), np.int64), np.zeros((columns, levels), np.int64)
    least = np.zeros((columns, levels))
    parts, length = [], 0
    for at in range(columns):
        counts = marginals(tables, at)
        for level in range(tables.shape[at]):
            covers = form.covers[at][lattice.minimum[at] + level]
            start[at, level], length = length, length + covers.size
            parts.append(covers)
            table = tables.steps[tables.offset[at, 0, level] :][: counts.size]
            units[at, level] = (counts * (covers[table] if level else covers)).sum()
            rate = form.kept[at] - form.suppressed[at]
            least[at, level] = max(0.0, form.record[at] - rate * int(covers.max()))
    return Costs(
        start, np.concatenate(parts), units, least, form.kept, form.suppressed, form.record,
        form.smallest, form.scale, form.weights, AGGREGATES[form.aggregate], np.zeros((0, columns)),
        form.kept[:, None] * units, np.zeros(columns), np.zeros(0, np.int64),
    )  # fmt: skip


def _entropic_costs(form: Entropic, tables: Tables, lattice: Lattice) -> Costs:
    """The arrays of an entropic loss; suppressing a record may cost nothing in any column."""
    columns, levels = tables.codes.shape
    start = np.zeros((columns, levels), np.int64)
    base, none = np.zeros((columns, levels)), np.zeros(columns)
    length = 0
    for at in range(columns):
        for level in range(tables.shape[at]):
            start[at, level], length = length, length + tables.codes[at, level]
            base[at, level] = form.generalized[at][lattice.minimum[at] + level]
    return Costs(
        start, np.zeros(0, np.int64), np.zeros((columns, levels), np.int64),
        np.zeros((columns, levels)), none, none, none, none, form.scale, form.weights,
        AGGREGATES[form.aggregate], np.zeros((0, columns)), base, form.bit,
        np.zeros(length, np.int64),
    )  # fmt: skip


def bounded(costs: Costs, tables: Tables) -> tuple[Costs, Floats]:
    """Every candidate's loss as if nothing were suppressed: no candidate costs less."""
    parts = _unsuppressed(costs, tables)
    if costs.aggregate == RANK:
        ladder, places = ladder_of(parts, tables.levels)
        return costs._replace(ladder=ladder), places
    if costs.aggregate == GEOMETRIC:
        return costs, np.expm1(spread([np.log1p(part) for part in parts], np.add) / len(parts))
    if costs.aggregate == MAXIMUM:
        return costs, spread(parts, np.maximum)
    return costs, spread(parts, np.add) / (len(parts) if costs.aggregate == ARITHMETIC else 1)


def _unsuppressed(costs: Costs, tables: Tables) -> list[Floats]:
    """Each column's weighted loss at each level if nothing is suppressed."""
    parts = []
    for at, levels in enumerate(tables.shape):
        total = costs.base[at, :levels] - costs.smallest[at]
        scale = costs.scale[at]
        parts.append(
            costs.weights[at] * (np.maximum(0.0, total) / scale if scale > 0 else 0.0 * total)
        )
    return parts


@inner
def combined_loss(costs: Costs, losses: Floats) -> float:
    """The columns' losses as one number."""
    if costs.aggregate == RANK:
        return place_on(costs.ladder, costs.weights, losses, TIE)
    if costs.aggregate == GEOMETRIC:
        logarithms = 0.0
        for at in range(losses.size):
            logarithms += np.log1p(costs.weights[at] * losses[at])
        return np.expm1(logarithms / losses.size)
    total = 0.0
    for at in range(losses.size):
        part = costs.weights[at] * losses[at]
        total = max(total, part) if costs.aggregate == MAXIMUM else total + part
    return total / losses.size if costs.aggregate == ARITHMETIC else total


@inner
def column_loss(costs: Costs, at: int, level: int, charge: float) -> float:
    """A column's loss when suppression adds `charge` to what generalization costs."""
    total = costs.base[at, level] + charge - costs.smallest[at]
    return max(0.0, total) / costs.scale[at] if costs.scale[at] > 0 else 0.0


@inner
def charge_of(costs: Costs, at: int, units: float, records: float) -> float:
    """What suppressing records that cover so many units adds to a column."""
    return costs.record[at] * records - (costs.kept[at] - costs.suppressed[at]) * units


@inner
def unit_of(costs: Costs, at: int, level: int, code: int) -> int:
    """The units that a code covers."""
    return int64(costs.covers[costs.start[at, level] + code])
