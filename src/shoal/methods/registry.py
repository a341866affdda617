"""What a method answers: anonymization that is not a search among levels (docs/study.md).

A study names one under `method` instead of `privacy` and `search`. Whatever the method does, the
answer has one form: a level per column, records that are dropped, and cells that are blank; or
cells of its own for each record.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from shoal.engine.arrays import Bools, Counts
from shoal.engine.cells import Cells
from shoal.engine.lattice import Levels
from shoal.methods.graph.graph import Graph
from shoal.progress import Watch
from shoal.registry import Registry
from shoal.search.problem import Problem


@dataclass(frozen=True, eq=False)
class Treated:
    """What a method decided about a table.

    Attributes:
        levels: The level of each column, which all records share.
        dropped: Which records are left out.
        blank: Which cells are blank: a line per record, an entry per column; None for none.
        checked: How many times the table was looked at.
        steps: What was done, in order, for the report: columns, levels and counts, never a value.
        cells: Per column: what each record shows, if the method has cells of its own; else None.
        figures: What the summary tells besides, by name; counts and shares, never a value.
        clusters: The cluster of each record, if the records form a graph; else None.
        graph: This graph.
    """

    levels: Levels
    dropped: Bools
    blank: Bools | None = None
    checked: int = 1
    steps: tuple[Mapping[str, Any], ...] = ()
    cells: tuple[Cells, ...] | None = None
    figures: Mapping[str, Any] = field(default_factory=dict)
    clusters: Counts | None = None
    graph: Graph | None = None


class Method(Protocol):
    """A way to anonymize a table.

    Attributes:
        blanks_cells: Whether single cells may become blank; otherwise only levels rise and records
            are dropped (full-domain).
        own_cells: Whether records show cells of their own, so that there are no levels at all.

    A method that shows other values than the true ones declares `changes_values` besides, and
    `by_chance` if chance decides which: it then promises nothing about a record, and `run` takes
    where chance comes from as its last argument.
    A method with `counts_people: ClassVar[bool] = True` counts people where the problem has them
    (`problem.encoded.people`); others are refused for a study with `person`. One with
    `problems(encoded)` says why it is not for a table, before it begins.
    """

    blanks_cells: ClassVar[bool]
    own_cells: ClassVar[bool]

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """What becomes of the problem's table; raises NoReleaseError where nothing is possible.

        The problem has no promises. Its lattice tells the lowest and highest level of each column.
        """
        ...


methods: Registry[Method] = Registry(
    "method",
    "name",
    group="shoal.methods",
    tells=("advice", "promise", "measure"),
)
