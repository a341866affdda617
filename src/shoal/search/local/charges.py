"""What a record costs in a cell, and suppressed, so that it adds up to the quality model's loss.

Costs are shares of what a record can lose: 0 for values as they are, 1 for nothing but roots.
Losses that put columns together in another way than by adding (geometric mean, maximum, rank) are
searched by the sum, and scored by themselves.
"""

from dataclasses import dataclass
from functools import cached_property
from math import fsum

import numpy as np

from shoal.engine.arrays import Floats
from shoal.engine.encoded import EncodedTable
from shoal.engine.information import all_information, information_lost_by_code
from shoal.quality.aggregate import Aggregate, combine
from shoal.quality.classification import Classification
from shoal.quality.model import generalization_and_suppression
from shoal.quality.separable import Separable
from shoal.search.climbing.worth import Worth, worth_of
from shoal.search.local.cells import Cells, Costs
from shoal.search.local.merging import Toll
from shoal.search.local.parting import Parting
from shoal.search.problem import Problem

UNUSED = 0.01  # how much a column counts that is no feature of the models


@dataclass(frozen=True, eq=False)
class Charges:
    """What the quality model of a problem charges.

    Attributes:
        problem: What was asked.
        costs: Per column and level: what a kept record costs with each code.
        gone: Per column: what a suppressed record costs with each code at level 0.
    """

    problem: Problem
    costs: Costs
    gone: tuple[Floats, ...]

    @cached_property
    def form(self) -> Separable | None:
        """The loss as sums over records, where it has that form."""
        return form_of(self.problem)

    @property
    def costs_for_bound(self) -> Costs:
        """Costs whose mean bounds the loss from below: logarithms for a geometric mean."""
        form = self.form
        if form is None or form.aggregate is not Aggregate.GEOMETRIC_MEAN:
            return self.costs
        # A mean of logarithms is at most the logarithm of the mean.
        whole = _whole(form)
        return tuple(tuple(np.log1p(whole * level) for level in column) for column in self.costs)

    @property
    def suppression_costs_for_bound(self) -> tuple[Floats, ...]:
        """What suppressed records cost, on the same scale as `costs_for_bound`."""
        form = self.form
        if form is None or form.aggregate is not Aggregate.GEOMETRIC_MEAN:
            return self.gone
        return tuple(np.log1p(_whole(form) * column) for column in self.gone)

    @cached_property
    def toll(self) -> Toll | None:
        """What a class costs beside its records, if attacks on classes cost something."""
        worth = worth_of(self.problem.quality)
        if worth is None or not worth.stakes.publisher_loss or not worth.stakes.publisher_benefit:
            return None
        stakes = worth.stakes
        return Toll(stakes.publisher_loss / stakes.publisher_benefit, stakes.attack_limit)

    def loss_of(self, mean: float) -> float:
        """The loss that is reached at least, given the mean of `costs_for_bound` over all records.

        Where no better is known, that is the smallest loss that the quality model can have.
        """
        form, encoded = self.form, self.problem.encoded
        least = self.problem.quality.range(encoded)[0]
        if isinstance(self.problem.quality, Classification):
            return least
        if form is None:
            worth = worth_of(self.problem.quality)
            return max(least, mean * encoded.records * _generalization(worth))
        match form.aggregate:
            case Aggregate.SUM:
                return mean * _whole(form)
            case Aggregate.ARITHMETIC_MEAN | Aggregate.MAXIMUM:
                return mean * _whole(form) / len(form.weights)
            case Aggregate.GEOMETRIC_MEAN:
                return float(np.expm1(mean / len(form.weights)))
        return least

    def loss(self, cells: Cells, parting: Parting) -> float:
        """The loss of a parting, without what aggregated columns add to it.

        Without a `form`, or if it is a rank, this is the mean cost of a record: good to compare
        partings only.
        """
        parts = []
        for at, gone in enumerate(self.gone):
            leaves = cells.leaves[:, at]
            kept = cells.costs[cells.start[at, parting.levels[:, at]] + leaves]
            costs = np.where(parting.left, gone[leaves], kept)
            parts.append(float((costs * cells.counts).sum()) / max(1, int(cells.counts.sum())))
        form = self.form
        if form is None:
            return fsum(parts) + self._tolls(cells, parting)
        whole, weights = _whole(form), form.weights.tolist()
        losses = [
            part * whole / weight if weight > 0 else 0.0
            for part, weight in zip(parts, weights, strict=False)
        ]
        if form.aggregate is Aggregate.RANK:
            return fsum(parts)
        return combine(form.aggregate, losses, weights[: len(losses)])

    def _tolls(self, cells: Cells, parting: Parting) -> float:
        """What classes cost beside their records, as a share of all records."""
        if self.toll is None:
            return 0.0
        placed = ~parting.left
        sizes = np.bincount(parting.place[placed], cells.counts[placed])
        attacked = np.count_nonzero((sizes > 0) & (sizes < self.toll.size))
        return attacked * self.toll.cost / max(1, int(cells.counts.sum()))


def charges_of(problem: Problem) -> Charges:
    """What a problem's quality model charges."""
    form = form_of(problem)
    return _by_information(problem) if form is None else _by_form(problem, form)


def form_of(problem: Problem) -> Separable | None:
    """The loss of a problem's quality model as sums over records; None if it has no such form."""
    separable = getattr(problem.quality, "separable", None)
    return None if separable is None else separable(problem.encoded)


def _by_form(problem: Problem, form: Separable) -> Charges:
    """Charges of a loss that is a sum over records."""
    encoded, whole = problem.encoded, _whole(form)
    costs, gone = [], []
    for at in range(len(encoded.columns)):
        factor = form.weights[at] / whole if form.scale[at] > 0 else 0.0
        scale, smallest = form.scale[at] / encoded.records, form.smallest[at] / encoded.records
        scale = scale if scale > 0 else 1.0
        costs.append(
            tuple(
                factor * np.maximum(0, form.kept[at] * units - smallest) / scale
                for units in form.covers[at]
            )
        )
        charged = form.record[at] + form.suppressed[at] * form.covers[at][0] - smallest
        gone.append(factor * np.maximum(0, charged) / scale)
    return Charges(problem, tuple(costs), tuple(gone))


def _by_information(problem: Problem) -> Charges:
    """A loss of information: the logarithm of what each code covers.

    Models that predict are searched by it, too: the less their features lose, the more they know.
    """
    encoded, whole = problem.encoded, all_information(problem.encoded)
    worth = worth_of(problem.quality)
    generalization, suppression = (
        (1.0, 1.0) if worth is None else generalization_and_suppression(worth.gs_factor)
    )
    costs = tuple(
        tuple(
            _importance(problem, column.name) * information_lost_by_code(column, level) / whole
            for level in range(column.height + 1)
        )
        for column in encoded.columns
    )
    share = suppression / max(generalization, 1e-9) / max(1, len(encoded.columns))
    gone = tuple(np.full(column.sizes[0], share) for column in encoded.columns)
    return Charges(problem, costs, gone)


def _importance(problem: Problem, column: str) -> float:
    """How much the information in a column counts: little if nothing is predicted from it."""
    quality = problem.quality
    if not isinstance(quality, Classification) or not quality.features:
        return 1.0
    return 1.0 if column in quality.features else UNUSED


def suppression_costs(table: EncodedTable, gone: tuple[Floats, ...]) -> Floats:
    """What a suppressed record of each tuple costs."""
    total = np.zeros(len(table.counts))
    for at, column in enumerate(gone):
        total += column[table.codes(at)]
    return total


def _whole(form: Separable) -> float:
    """The sum of the weights of all columns that have levels; 1 if it is 0."""
    return float(form.weights[: len(form.covers)].sum()) or 1.0


def _generalization(worth: Worth | None) -> float:
    """What the publisher loses with a record that is generalized to nothing but roots."""
    if worth is None:
        return 0.0
    return worth.stakes.publisher_benefit * generalization_and_suppression(worth.gs_factor)[0]
