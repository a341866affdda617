"""The contract of a way: how a study is solved, and what other steps need to know of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar

import polars as pl

from shoal.data.table import Table
from shoal.engine.lattice import Lattice
from shoal.errors import ShoalError
from shoal.hierarchies import Hierarchy
from shoal.progress import Watch
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.graph.edge_lists import Connected
    from shoal.methods.registry import Treated
    from shoal.pipeline.states.prepared import Prepared


@dataclass(frozen=True, eq=False)
class Values:
    """The values that hierarchies are made for.

    Attributes:
        whole: The table with the records outside the research subset.
        table: The records that may be released.
        texts: Their values of each quasi-identifier that forms classes.
        known: The same, with those of the population before them.
        measured: The values of columns whose hierarchy a promise uses as a measure.
    """

    whole: Table
    table: Table
    texts: dict[str, pl.Series]
    known: dict[str, pl.Series]
    measured: dict[str, pl.Series]


@dataclass(frozen=True, eq=False)
class Domain:
    """The values of quasi-identifiers, and how they become coarser.

    Attributes:
        explicit: The study with the hierarchies that were made automatically.
        hierarchies: The hierarchy of each quasi-identifier that forms classes.
        texts: The values of each of them.
        problems: What is wrong with hierarchies that could not be built.
        notes: What the steward should know about them.
    """

    explicit: Study
    hierarchies: dict[str, Hierarchy]
    texts: dict[str, pl.Series]
    problems: list[ShoalError]
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Answer:
    """What a way finds.

    Attributes:
        recoded: The problem whose classes the outcome is about; the given one unless classes or
            cells have levels of their own.
        outcome: The candidate and what it suppresses.
        treated: What a method decided, if one did.
    """

    recoded: Problem
    outcome: Outcome
    treated: "Treated | None" = None


@dataclass(frozen=True, eq=False)
class Way(ABC):
    """How a study is solved. A study has one way, which is chosen once.

    Attributes:
        study: The study.
        name: search, local, method, graph or private.
        searches: Whether the study's `search` is used.
        by_class: Whether classes have levels of their own.
        draws: Whether records are drawn by chance, and nothing may be told about other candidates.
        chosen_are: What a sentence calls the records that take part, with its verb.
    """

    study: Study

    name: ClassVar[str]
    searches: ClassVar[bool] = True
    by_class: ClassVar[bool] = False
    draws: ClassVar[bool] = False
    chosen_are: ClassVar[str] = "research subset is"

    @property
    def recipe(self) -> Any:  # noqa: ANN401  (any method)
        """The method that decides; None where none does."""
        return None

    @property
    def spends(self) -> Any:  # noqa: ANN401  (promises are loaded with the engine)
        """The promise that spends a budget of privacy; None where none does."""
        return None

    @property
    def counts(self) -> str | None:
        """Why only records can be counted, as a sentence begins (this `method` counts); or None."""
        return None

    @property
    def smallest(self) -> int:
        """How many records the way itself makes look alike; 0 where promises decide that."""
        return 0

    @property
    def largest(self) -> int:
        """The same for the set of columns that asks for most; else the same number."""
        return self.smallest

    @property
    def by_cell(self) -> bool:
        """Whether cells of single records differ from what levels tell."""
        return False

    @property
    def own_cells(self) -> bool:
        """Whether each cluster has cells of its own, made of its records' values."""
        return False

    @property
    def by_record(self) -> bool:
        """Whether the levels do not say what a record shows, because classes or cells differ."""
        return self.by_class or self.by_cell

    @property
    def in_labels(self) -> bool:
        """Whether values at level 0 are written as their hierarchies spell them.

        Two spellings of a value would tell members of a class apart, and no promise covers that.
        """
        return self.by_record or self.draws

    @property
    def limit(self) -> Decimal:
        """How many records may be suppressed, as a share."""
        return self.study.suppression_limit

    @abstractmethod
    def choose(self, table: Table) -> pl.Series | None:
        """One flag per record: whether it may be released; None for all."""

    @abstractmethod
    def connect(self, table: Table) -> "Connected | None":
        """The graph of the records; None where the study names no edges."""

    @abstractmethod
    def domain(self, values: Values) -> Domain:
        """The hierarchies of a table's values; what is wrong with them is returned, not raised."""

    @abstractmethod
    def lattice(self, hierarchies: Mapping[str, Hierarchy]) -> Lattice:
        """The candidates that the study allows."""

    @abstractmethod
    def refuse(self, problem: Problem) -> None:
        """Raise the error that solving would end with, if it is known without a search."""

    @abstractmethod
    def solve(self, prepared: "Prepared", problem: Problem, watch: Watch) -> Answer:
        """The solution of a problem."""
