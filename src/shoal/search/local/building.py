"""Build classes from the cheapest cells on, again with prices, and again region by region.

The first build takes cells in the order of their cost. Later ones take into account what it cost to
place each record before (its price): cells with records that were hard to place come earlier. Then
regions are built anew, each on its own: a few columns stay below some levels, which tears the table
into regions that no class crosses; whatever component costs less than before is kept.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.errors import Canceled
from shoal.search.local.bundling import bundle_columns
from shoal.search.local.cells import Cells
from shoal.search.local.opening import LEFT, WORK, Nodes, Room, Rule, open_cells, room_for
from shoal.search.local.opening_values import Values, open_valued
from shoal.search.local.parting import Parting, make_parting, recombine

STEPS = 200  # thresholds
CHEAPEST, DEAREST = 0.002, 1.2  # the first threshold after 0, and the last one
ROUNDS = (0.0, 0.3, 0.6, 0.6, 1.0, 1.0)  # how much prices count, build by build of the whole table
REGIONS = (0.0, 0.3, 1.0)  # how much they count when a region is built: one of these by chance
FLOOR = 0.7  # the share of its cost that prices leave a cell at least
NOISE = 0.8  # of the logarithms of prices, so that regions are built in other ways
PATIENCE = 40  # builds in vain
LEAST = 500_000  # looks at tuples that are counted for any build, in addition to its own
AHEAD = 10  # thresholds between two calls of `pause`

Pause = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Builder:
    """What all builds of a table have in common.

    Attributes:
        cells: The table.
        nodes: The level vectors to look at.
        minimum: The smallest class.
        values: The promises about sensitive columns, if any.
        pause: Called with the looks at tuples since the last call; may raise.
    """

    cells: Cells
    nodes: Nodes
    minimum: int
    values: Values | None
    pause: Pause

    def build(
        self,
        prices: Floats,
        pull: float = 0.0,
        free: Bools | None = None,
        order: Counts | None = None,
    ) -> Parting:
        """A parting of all tuples, or of the free ones only.

        If `pause` raises `Canceled`, the error carries what was built so far as `parting`.

        Args:
            prices: What a record of each tuple cost in builds before.
            pull: How much prices count.
            free: Which tuples get classes; None for all. The others are in class 0, which means
                nothing.
            order: The nodes to look at, in this order; None for all, the cheapest first.
        """
        floor = FLOOR if pull > 0 else 1.0
        place = np.full(len(self.cells.counts), -1)
        if free is not None:
            place[~free] = 0  # whatever has a place is not looked at
        order = np.argsort(self.nodes.least, kind="stable") if order is None else order
        room = room_for(*self._bundles, place, order, floor)
        node_of = np.zeros(len(place), np.int64)
        try:
            for at, threshold in enumerate(thresholds()):
                if at % AHEAD == 0:
                    self._tell(room)
                if room.tally[LEFT]:
                    rule = Rule(self.minimum, float(threshold), pull, floor)
                    self._open(room, rule, prices, place, node_of)
            self._tell(room)
        except Canceled as stopped:
            stopped.parting = self._make_parting(place, node_of)  # type: ignore[attr-defined]
            raise
        return self._make_parting(place, node_of)

    @cached_property
    def _bundles(self) -> tuple[Cells, Nodes]:
        """Cells and nodes with fewer columns, which kernels go through faster."""
        return bundle_columns(self.cells, self.nodes)

    def _tell(self, room: Room) -> None:
        """Call `pause` with the looks since the last time, and count from 0 again."""
        looks, room.tally[WORK] = int(room.tally[WORK]), 0
        self.pause(looks)

    def _make_parting(self, place: Counts, node_of: Counts) -> Parting:
        """A parting in which each class has the levels of its node."""
        return make_parting(self.cells, place, self.nodes.levels[node_of[np.maximum(place, 0)]])

    def _open(self, room: Room, rule: Rule, prices: Floats, place: Counts, node_of: Counts) -> None:
        """Open the cells that a rule allows; promises about values are judged if there are any."""
        if self.values is None:
            open_cells(*self._bundles, room, rule, prices, place, node_of)
        else:
            open_valued(*self._bundles, room, rule, prices, place, node_of, self.values)


class Improving:
    """The best parting so far, and what it takes to better it.

    Attributes:
        builder: What builds.
        best: The best parting; before the first build, nothing has a place.
    """

    def __init__(self, builder: Builder, best: Parting | None = None) -> None:
        self.builder = builder
        tuples = len(builder.cells.counts)
        nowhere = np.full(tuples, -1)
        self.best = best or make_parting(builder.cells, nowhere, builder.cells.low[None])
        self._prices = np.zeros(tuples)
        self._random = np.random.default_rng(0)
        self._builds = self._vain = 0

    def first(self) -> None:
        """The first build. If somebody cancels it, `best` is what it placed until then."""
        try:
            self.again()
        except Canceled as stopped:
            self.best = getattr(stopped, "parting", self.best)
            raise

    @property
    def is_stuck(self) -> bool:
        """Whether nothing can be better, or nothing has become better for a while."""
        return self._vain >= PATIENCE or not self.best.costs.any()

    def again(self) -> None:
        """One more build: the whole table at first, then regions."""
        before = self.best.total(self.builder.cells)
        self._one_more()
        after = self.best.total(self.builder.cells)
        self._vain = 0 if after < before else self._vain + 1

    def _one_more(self) -> None:
        """Build the whole table again in the first rounds, then single regions."""
        self.builder.pause(LEAST)
        if self._builds < len(ROUNDS):
            found = self._build_table(self._builds)
            everything = np.ones(len(found.place), np.bool_)
            self.best = recombine(self.builder.cells, self.best, found, everything)
        else:
            self._rebuild()
        self._builds += 1

    def _build_table(self, builds: int) -> Parting:
        """Build the whole table with prices from the builds before, and update the prices."""
        found = self.builder.build(self._prices, ROUNDS[builds])
        self._prices = (self._prices * builds + found.costs) / (builds + 1)
        return found

    def _rebuild(self) -> None:
        """Build some regions anew; keep what became cheaper.

        Some columns may not go above some levels: tuples whose classes keep to that are free and
        get classes again, with prices changed by chance.
        """
        if not np.any(self.builder.cells.high > self.builder.cells.low):
            self.builder.pause(len(self.best.place))
            return
        cells, nodes, best = self.builder.cells, self.builder.nodes, self.best
        columns, levels = self._cut()
        free = np.all(best.levels[:, columns] <= levels, axis=1)
        inside = np.all(nodes.levels[:, columns] <= levels, axis=1)
        order = np.flatnonzero(inside)
        order = order[np.argsort(nodes.least[order], kind="stable")]
        noise = np.exp(NOISE * self._random.standard_normal(len(free)))
        pull = REGIONS[int(self._random.integers(len(REGIONS)))]
        found = self.builder.build(self._prices * noise, pull, free, order)
        self.best = recombine(cells, best, found, free)
        self._prices = 0.9 * self._prices + 0.1 * self.best.costs

    def _cut(self) -> tuple[Counts, Counts]:
        """One to three columns by chance, and the level that each may not exceed in a rebuild."""
        cells, random = self.builder.cells, self._random
        able = np.flatnonzero(cells.high > cells.low)
        some = min(len(able), int(random.integers(1, 4)))
        columns = random.choice(able, some, replace=False)
        return columns, random.integers(cells.low[columns], cells.high[columns])


def thresholds() -> Floats:
    """Thresholds from 0 to above the largest cost, closer together where costs are small."""
    return np.append(0.0, np.geomspace(CHEAPEST, DEAREST, STEPS))
