"""A method decides instead of a search (docs/methods.md)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shoal.errors import NoReleaseError
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.way import Answer
from shoal.pipeline.ways.search import Search
from shoal.progress import Watch
from shoal.search.problem import Problem
from shoal.study.method_rules import smallest_asked


@dataclass(frozen=True, eq=False)
class Method(Search):
    """The study names a method, which generalizes, blanks cells or forms clusters."""

    name: ClassVar[str] = "method"
    searches: ClassVar[bool] = False
    counts: ClassVar[str | None] = "a `method` counts"

    @property
    def recipe(self) -> Any:  # noqa: ANN401  (any method)
        """The method."""
        return self.study.method

    @property
    def own_cells(self) -> bool:
        """Whether each cluster has cells of its own."""
        return bool(self.recipe.own_cells)

    @property
    def by_cell(self) -> bool:
        """Whether cells of single records are blanked, or made for a cluster."""
        return bool(self.recipe.blanks_cells or self.recipe.own_cells)

    @property
    def smallest(self) -> int:
        """How many records the method wants to look alike."""
        return smallest_asked(self.recipe)

    @property
    def largest(self) -> int:
        """How many records must look alike in the set of columns that asks for most."""
        linked = getattr(self.recipe, "linked", None) or ()
        return max([self.smallest, *(link.bin_size or 0 for link in linked)])

    def refuse(self, problem: Problem) -> None:
        """Refuse bins or clusters that the table cannot have."""
        if self.largest > problem.encoded.records:
            clusters = getattr(self.recipe, "k", None) is not None
            bins, size = ("clusters", "`k`") if clusters else ("bins", "the bin size")
            raise NoReleaseError(
                f"The data has {problem.encoded.records:,} records, but the method asks for {bins}"
                f" of at least {self.largest:,}. Collect more records, or lower {size}."
            )

    def solve(self, prepared: Prepared, problem: Problem, watch: Watch) -> Answer:
        """What the method decides, as classes whose promises can be checked; it refuses first."""
        # It loads every method, which most studies do without.
        from shoal.methods.applied import apply_treatment  # noqa: PLC0415

        self.refuse(problem)
        treated = self.recipe.run(problem, watch, *self._graph(prepared))
        return Answer(*apply_treatment(self.recipe, problem, treated), treated)

    def _graph(self, _: Prepared) -> tuple[Any, ...]:
        """What else the method is given; ways with a graph give that."""
        return ()
