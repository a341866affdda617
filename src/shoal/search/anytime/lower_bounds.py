"""What candidates cost at least, without looking at them."""

from collections.abc import Callable
from math import expm1, inf, log1p, prod
from typing import Protocol

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.lattice import Lattice, Levels
from shoal.search.anytime.column_groups import Group, group_of, levels_of, partition
from shoal.search.anytime.evaluator import Compiled, Evaluator, Look, form_of
from shoal.search.anytime.grid import ARITHMETIC, GEOMETRIC, MAXIMUM, Prices
from shoal.search.anytime.least_losses import least_anywhere
from shoal.search.problem import Problem

SLACK = 2e-13  # a bound is lowered by this share: sums of floats are not exact
CLIMB = 24  # numbers of suppressed records that the bound for the whole lattice distinguishes


class LowerBounds(Protocol):
    """Losses that no candidate can be below."""

    whole: float
    parts: Floats

    def at(self, levels: Levels) -> float:
        """For every acceptable candidate at or above these levels."""
        ...

    def between(self, levels: Levels, above: Look) -> float:
        """For every candidate from these levels up to a candidate that was looked at."""
        ...

    def one_down(self, levels: Levels, look: Look) -> list[float]:
        """For each candidate one level below one that was looked at, by column."""
        ...

    def value(self, loss: float) -> float:
        """A loss in the unit of `parts`, which add up."""
        ...


def lower_bounds(
    problem: Problem, evaluator: Evaluator, cells: int, breathe: Callable[[], None]
) -> LowerBounds:
    """The best bounds for a problem, after looking at `cells` candidates of groups of columns."""
    form = form_of(problem)
    if form is None or not isinstance(evaluator, Compiled):
        return Unknown(problem)
    codes = [column.sizes[0] for column in problem.encoded.columns]
    chosen = partition(problem.lattice, codes, cells)
    groups = [group_of(problem, form, columns, breathe) for columns in chosen]
    return Grouped(problem.lattice, evaluator, groups)


class Unknown:
    """For losses that are no sum of parts: what the lowest candidate says holds everywhere."""

    def __init__(self, problem: Problem) -> None:
        self.whole = least_anywhere(problem)
        columns = problem.encoded.columns
        self.parts: Floats = np.zeros((len(columns), max(column.height for column in columns) + 1))

    def at(self, levels: Levels) -> float:
        """The least of all candidates."""
        return self.whole

    def between(self, levels: Levels, above: Look) -> float:
        """The least of all candidates."""
        return self.whole

    def one_down(self, levels: Levels, look: Look) -> list[float]:
        """The least of all candidates."""
        return [self.whole] * len(levels)

    def value(self, loss: float) -> float:
        """Any path may win."""
        return inf if loss else 0.0


class Grouped:
    """For separable losses: from groups of columns, and from candidates that were looked at."""

    def __init__(self, lattice: Lattice, evaluator: Compiled, groups: list[Group]) -> None:
        self._evaluator, self._prices = evaluator, evaluator.prices
        self._columns = len(lattice.minimum)
        self._tables = [_Table(group, self._prices) for group in groups]
        self.parts = _parts(self._prices)
        self.whole = max(self.at(lattice.minimum), self._whole(groups))

    def at(self, levels: Levels) -> float:
        """Each group at its best levels from here up."""
        values = [table.ahead(levels) for table in self._tables]
        return self._loss(max(values) if self._prices.aggregate == MAXIMUM else sum(values))

    def between(self, levels: Levels, above: Look) -> float:
        """What is suppressed above is suppressed here, too, and costs no less."""
        if above.charge is None:
            return inf
        return self._evaluator.loss_with(levels, above.charge) * (1 - SLACK)

    def one_down(self, levels: Levels, look: Look) -> list[float]:
        """Each column in turn one level lower."""
        if look.charge is None:
            return [inf] * len(levels)
        losses: list[float] = self._evaluator.one_down(levels, look.charge).tolist()
        return [loss * (1 - SLACK) for loss in losses]

    def value(self, loss: float) -> float:
        """A loss in the unit of `parts`."""
        if self._prices.aggregate == GEOMETRIC:
            return log1p(loss) * self._columns
        return loss * self._columns if self._prices.aggregate == ARITHMETIC else loss

    def _loss(self, value: float) -> float:
        loss = value
        if self._prices.aggregate == GEOMETRIC:
            loss = expm1(value / self._columns)
        elif self._prices.aggregate == ARITHMETIC:
            loss = value / self._columns
        return loss * (1 - SLACK)

    def _whole(self, groups: list[Group]) -> float:
        """The least loss, by how many records are suppressed in all.

        If it is at least `low` and below `high`, every column is charged for `low` records, and no
        group may stand at levels that suppress `high` or more.
        """
        most = max(int(group.suppressed[group.possible].max(initial=0)) for group in groups)
        steps = np.unique(np.geomspace(1, most + 1, CLIMB).astype(np.int64)).tolist()
        least = inf
        for low, high in zip([0, *steps], [*steps, inf], strict=True):
            values = [table.least(low, high) for table in self._tables]
            value = max(values) if self._prices.aggregate == MAXIMUM else sum(values)
            least = min(least, self._loss(value))
        return least


class _Table:
    """What a group loses at least from each of its levels up."""

    def __init__(self, group: Group, prices: Prices) -> None:
        self._group, self._prices = group, prices
        self._columns = np.array(group.columns)
        levels = levels_of(group.lattice)
        self._base = prices.base[self._columns, levels]
        self._record = prices.least[self._columns, levels]
        self._ahead: list[float] = _suffix_minimum(self._values(0), group.lattice.shape).tolist()
        strides = _strides(group.lattice.shape)
        self._strides = list(zip(group.columns, strides, strict=True))
        self._first = -sum(
            low * stride for low, stride in zip(group.lattice.minimum, strides, strict=True)
        )

    def ahead(self, levels: Levels) -> float:
        """The least value from these levels up."""
        at = self._first
        for column, stride in self._strides:
            at += levels[column] * stride
        return self._ahead[at]

    def least(self, low: float, high: float) -> float:
        """The least value if all columns together suppress at least `low` and below `high`."""
        return float(self._values(low)[self._group.suppressed < high].min(initial=inf))

    def _values(self, suppressed: float) -> Floats:
        """The group's value at each of its levels, given how many records are suppressed in all."""
        charge = np.maximum(self._group.charge, suppressed * self._record)
        parts = _part(self._prices, self._columns, self._base + charge)
        values = parts.max(1) if self._prices.aggregate == MAXIMUM else parts.sum(1)
        return np.where(self._group.possible, values, inf)


def _suffix_minimum(values: Floats, shape: tuple[int, ...]) -> Floats:
    """The least value at or above each candidate."""
    ahead = values.reshape(shape)
    for axis in range(len(shape)):
        ahead = np.flip(np.minimum.accumulate(np.flip(ahead, axis), axis), axis)
    return ahead.reshape(-1)


def _strides(shape: tuple[int, ...]) -> list[int]:
    return [prod(shape[at + 1 :]) for at in range(len(shape))]


def _parts(prices: Prices) -> Floats:
    """Each column's loss at each level if nothing is suppressed, in a unit that adds up."""
    columns = np.arange(len(prices.scale))
    return _part(prices, columns, prices.base.T).T


def _part(prices: Prices, columns: Counts, sums: Floats) -> Floats:
    scale, weights = prices.scale[columns], prices.weights[columns]
    losses = weights * np.where(scale > 0, np.maximum(0.0, sums) / np.maximum(scale, 1e-300), 0.0)
    parts: Floats = np.log1p(losses) if prices.aggregate == GEOMETRIC else losses
    return parts
