"""From clusters to what a method answers: cells, what is lost, and a step for the report."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge

from shoal.engine.arrays import Counts
from shoal.engine.encoded import EncodedTable
from shoal.methods.clustering.cells import cells_of
from shoal.methods.clustering.constraints import Constraint, promises
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.merging import merge_clusters
from shoal.methods.clustering.space import Space
from shoal.methods.few import refuse_few
from shoal.methods.registry import Treated
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@plugin()
class Grouping:
    """A method that puts every record into a group of at least k records, which look alike then."""

    k: Annotated[int, Ge(2)]
    constraints: tuple[Constraint, ...] = ()
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True
    counts_people: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Form groups, merge those that break a promise, and generalize each."""
        refuse_small_table(problem.encoded, self.k)
        watch(Progress("search", 0, 1))
        space = Space.of(problem.encoded)
        group = self.groups(space, problem.encoded)
        kept = promises(self.constraints)
        group = merge_clusters(space, problem.encoded, group, kept, self.k)
        return treatment_of(problem, space, Formed.of(space, group))

    def groups(self, space: Space, encoded: EncodedTable) -> Counts:
        """The group of each record."""
        raise NotImplementedError


def treatment_of(problem: Problem, space: Space, formed: Formed) -> Treated:
    """The answer of a method that formed these clusters: cells, figures and one step."""
    encoded = problem.encoded
    step = {
        "step": "cluster",
        "clusters": len(formed.sizes),
        "smallest": int(formed.sizes.min()),
        "largest": int(formed.sizes.max()),
    }
    return Treated(
        problem.lattice.minimum,
        np.zeros(encoded.records, np.bool_),
        None,
        1,
        (step,),
        cells_of(encoded, space, formed),
        figures(encoded, space, formed),
    )


def figures(encoded: EncodedTable, space: Space, formed: Formed) -> Mapping[str, Any]:
    """What clusters lose, as a share, for the whole table and for each column."""
    names = [column.name for column in encoded.columns]
    shares = dict(zip(names, formed.by_column(space).tolist(), strict=True))
    return {
        "ngil": formed.ngil(space),
        "ngil_weighted": formed.ngil_with_weights(space),
        "ngil_by_column": shares,
    }


def refuse_small_table(encoded: EncodedTable, k: int) -> None:
    """Raise NoReleaseError for a table that is too small for one cluster."""
    people = encoded.people
    members = encoded.records if people is None else len(people.labels)
    refuse_few(members, k, people=people is not None, clusters=True)
