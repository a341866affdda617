"""The usual way: the best levels for all records are searched."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import polars as pl

from shoal.data.table import Table
from shoal.engine.lattice import Lattice
from shoal.hierarchies import Hierarchy
from shoal.pipeline.prepare.automatic import last_resort_notes, with_hierarchies
from shoal.pipeline.prepare.explain import refuse_hopeless, search_or_explain
from shoal.pipeline.prepare.hierarchies import build_all
from shoal.pipeline.prepare.subset import research_subset
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.way import Answer, Domain, Values, Way
from shoal.progress import Watch
from shoal.search.problem import Problem
from shoal.search.problem.strategy import with_seed

if TYPE_CHECKING:
    from shoal.methods.graph.edge_lists import Connected


@dataclass(frozen=True, eq=False)
class Search(Way):
    """Levels for all records; the search proves how good they are."""

    name: ClassVar[str] = "search"

    def choose(self, table: Table) -> pl.Series | None:
        """The research subset of the study."""
        return research_subset(self.study, table)

    def connect(self, table: Table) -> "Connected | None":
        """No graph: records are not nodes."""
        return None

    def domain(self, values: Values) -> Domain:
        """Hierarchies as the study gives them, or made from the values that occur."""
        counts = values.table.counts if values.known is values.texts else None
        explicit = with_hierarchies(self.study, values.known | values.measured, counts)
        hierarchies, problems = build_all(explicit, values.known)
        notes = tuple(last_resort_notes(explicit))
        return Domain(explicit, hierarchies, values.texts, problems, notes)

    def lattice(self, hierarchies: Mapping[str, Hierarchy]) -> Lattice:
        """All levels between the lowest and the highest that each column may have."""
        columns = [(self.study.columns[name], each) for name, each in hierarchies.items()]
        return Lattice(
            tuple(column.min_level or 0 for column, _ in columns),
            tuple(
                hierarchy.height if column.max_level is None else column.max_level
                for column, hierarchy in columns
            ),
        )

    def refuse(self, problem: Problem) -> None:
        """Refuse promises that not even the highest levels keep."""
        refuse_hopeless(problem)

    def solve(self, prepared: Prepared, problem: Problem, watch: Watch) -> Answer:
        """The best levels, as the study's strategy finds them."""
        strategy = with_seed(self.study.search, self.study.seed)
        return Answer(problem, search_or_explain(strategy, problem, watch))
