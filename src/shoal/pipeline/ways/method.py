"""A method decides instead of a search (docs/methods.md)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shoal.errors import NoReleaseError
from shoal.pipeline.prepare.subset import seed_for
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.way import Answer
from shoal.pipeline.ways.search import Search
from shoal.progress import Watch
from shoal.search.problem import Problem
from shoal.study.method_rules import counts_people, smallest_asked


@dataclass(frozen=True, eq=False)
class Method(Search):
    """The study names a method, which generalizes, blanks or changes cells, or forms clusters."""

    name: ClassVar[str] = "method"
    searches: ClassVar[bool] = False

    @property
    def recipe(self) -> Any:  # noqa: ANN401  (any method)
        """The method."""
        return self.study.method

    @property
    def counts(self) -> str | None:
        """Why only records can be counted; None for methods that count people."""
        return None if counts_people(self.recipe) else "this `method` counts"

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
        """How many records must look alike in the set of columns that asks for most.

        Nobody looks like others on purpose where values are changed one column after the other.
        """
        if getattr(self.recipe, "changes_values", False):
            return 0
        linked = getattr(self.recipe, "linked", None) or ()
        return max([self.smallest, *(link.bin_size or 0 for link in linked)])

    def refuse(self, problem: Problem) -> None:
        """Refuse bins or clusters that the table cannot have."""
        people = problem.encoded.people
        members = problem.encoded.records if people is None else len(people.labels)
        asked = max(self.smallest, self.largest)
        if asked > members:
            who = "records" if people is None else "people"
            clusters = getattr(self.recipe, "k", None) is not None
            bins, size = ("clusters", "`k`") if clusters else ("bins", "the bin size")
            raise NoReleaseError(
                f"The data has {members:,} {who}, but the method asks for {bins} of at least"
                f" {asked:,}. Collect more {who}, or lower {size}."
            )

    def solve(self, prepared: Prepared, problem: Problem, watch: Watch) -> Answer:
        """What the method decides, as classes whose promises can be checked; it refuses first."""
        # It loads every method, which most studies do without.
        from shoal.methods.applied import apply_treatment  # noqa: PLC0415

        self.refuse(problem)
        treated = self.recipe.run(problem, watch, *self._beside(prepared))
        return Answer(*apply_treatment(self.recipe, problem, treated), treated)

    def _beside(self, _: Prepared) -> tuple[Any, ...]:
        """What else the method is given: chance that can be repeated, if the study asks for that.

        Ways with a graph give that.
        """
        seed = seed_for(self.study, CHANGES)
        if seed is None or not getattr(self.recipe, "by_chance", False):
            return ()
        from shoal.methods.perturbation.draws import draw_with_seed  # noqa: PLC0415  (rare)

        return (draw_with_seed(seed),)


CHANGES = 4  # the purpose of the draws, among all of a run
