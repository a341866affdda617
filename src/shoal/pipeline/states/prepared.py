"""The second state of a run: a table that fits its study."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.table import Table
from shoal.engine.lattice import Lattice
from shoal.hierarchies import Hierarchy
from shoal.pipeline.states.everybody import Everybody
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.way import Way
from shoal.privacy.model import Promise
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.graph.edge_lists import Connected


@dataclass(frozen=True, eq=False)
class Prepared:
    """A table that fits its study, with the hierarchies of its quasi-identifiers.

    Attributes:
        read: The state before; its table is now `whole`.
        table: The records that may be released, declared missing values as null.
        texts: The values of each quasi-identifier that forms classes, as hierarchies see them.
        aggregated: The values of each aggregated column.
        hierarchies: The hierarchy of each quasi-identifier that forms classes.
        lattice: The candidates that the study allows.
        explicit: The study with the hierarchies that were made automatically.
        privacy: The promises, which know the size of the population where they ask for it.
        population: The population, where a promise counts it.
        whole: The same table with the records outside the research subset.
        chosen: One flag per record of `whole`: whether it may be released; None for all.
        notes: What the steward should know about what was read.
        connected: The graph of the records, where the study names their edges.
    """

    read: Read
    table: Table
    texts: dict[str, pl.Series]
    aggregated: dict[str, pl.Series]
    hierarchies: dict[str, Hierarchy]
    lattice: Lattice
    explicit: Study
    privacy: tuple[Promise, ...]
    population: Everybody | None
    whole: Table
    chosen: pl.Series | None
    notes: tuple[str, ...] = ()
    connected: "Connected | None" = None

    @property
    def study(self) -> Study:
        """The study."""
        return self.read.study

    @property
    def way(self) -> Way:
        """How the study is solved."""
        return self.read.way
