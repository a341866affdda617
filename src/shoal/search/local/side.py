"""One way to see a table in a search: by distinct tuples, or record by record."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.encoded import EncodedTable
from shoal.search.local.building import Builder
from shoal.search.local.cells import cells_of
from shoal.search.local.charges import Charges, suppression_costs
from shoal.search.local.finishing import Finisher
from shoal.search.local.judging import Judge
from shoal.search.local.merging import merge_classes
from shoal.search.local.nodes import every_node, is_large, near_nodes, nodes_of
from shoal.search.local.opening import Nodes
from shoal.search.local.opening_values import Values, values_of
from shoal.search.local.outliers import drop_outliers
from shoal.search.local.parting import Parting, make_parting
from shoal.search.local.refining import Ends, lower_levels, refine
from shoal.search.problem import Problem


class Side:
    """The table with all that is derived from it.

    Attributes:
        table: The table whose tuples get levels.
        cells: Its cells.
        judge: Who decides about promises.
        finisher: Finds places for leftovers.
        is_sampled: Whether only some level vectors are looked at.
        nodes: The level vectors to look at.
    """

    def __init__(self, problem: Problem, charges: Charges, table: EncodedTable) -> None:
        self.table, self._charges = table, charges
        self.cells = cells_of(table, problem.lattice, charges.costs)
        self.judge = Judge(problem, table)
        # If records with equal quasi-identifiers may be in different classes, none is suppressed:
        # the others with the same values would be suppressed, too.
        allowed = problem.maximum_suppressed if table is problem.encoded else 0
        gone = suppression_costs(table, charges.gone)
        self.finisher = Finisher(self.cells, self.judge, gone, allowed)
        self.is_sampled = is_large(problem.lattice)
        self.nodes = self._nodes(problem)

    def _nodes(self, problem: Problem) -> Nodes:
        """All level vectors, or, if they are too many, those near the tuples."""
        everything = np.ones(len(self.cells.counts), np.bool_)
        levels = (
            near_nodes(self.cells, self.judge.minimum, everything)
            if self.is_sampled
            else every_node(problem.lattice)
        )
        return nodes_of(self.cells, levels)

    def look_around(self, among: Bools) -> None:
        """Add the level vectors near some tuples to `nodes`; builders made before do not see them.

        Args:
            among: One flag per tuple.
        """
        levels = near_nodes(self.cells, self.judge.minimum, among, self.nodes.levels)
        self.nodes = nodes_of(self.cells, levels)

    def builder(self, pause: Callable[[int], None]) -> Builder:
        """A builder with the current level vectors; it calls `pause` now and then."""
        return Builder(self.cells, self.nodes, self.judge.minimum, self._values, pause)

    @cached_property
    def _values(self) -> Values | None:
        """What checks need to know of sensitive values; None if size decides all promises."""
        return values_of(self.table, self.judge.checks) if self.judge.checks else None

    def make_parting(self, place: Counts) -> Parting:
        """A parting into given classes, each at the lowest levels at which its tuples look alike.

        Args:
            place: The class of each tuple; -1 for those without one.
        """
        low = np.broadcast_to(self.cells.low, (len(place), len(self.cells.low)))
        return lower_levels(self.cells, make_parting(self.cells, place, low))

    def complete(self, parting: Parting, ends: Ends) -> Parting:
        """A parting with places for leftovers, refined and without outliers if that pays."""
        finished = lower_levels(self.cells, self.finisher.finish(parting))
        better = refine(self.cells, self.judge, finished, ends)
        found = [self._drop(better, ends), finished]
        if self._charges.toll is not None:
            merged = merge_classes(self.cells, self.judge, better, self._charges.toll, ends)
            found.append(self._drop(merged, ends))
        return min(found, key=lambda one: self._charges.loss(self.cells, one))

    def _drop(self, parting: Parting, ends: Ends) -> Parting:
        """A parting without classes and outliers that cost more than to suppress them."""
        parting = self.finisher.drop_dear_classes(parting, self._charges.toll)
        budget = self.finisher.allowed - self.finisher.suppressed_records(parting)
        return drop_outliers(self.cells, self.judge, parting, self.finisher.gone, budget, ends)

    def rank(self, parting: Parting) -> tuple[bool, float]:
        """What partings are sorted by: whether they suppress too many records, then the loss."""
        too_many = self.finisher.suppressed_records(parting) > self.finisher.allowed
        return too_many, self._charges.loss(self.cells, parting)
