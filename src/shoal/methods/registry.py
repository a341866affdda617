"""What a method answers: anonymization that is not a search among levels (design.md §5).

A study names one under `method` instead of `privacy` and `search`. Whatever the method does, the
answer has one form: a level per column, records that are dropped, and cells that are blank.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from shoal.engine.arrays import Bools
from shoal.engine.lattice import Levels
from shoal.progress import Watch
from shoal.registry import Registry
from shoal.search.problem import Problem


@dataclass(frozen=True, eq=False)
class Treated:
    """What a method decided about a table.

    Attributes:
        levels: The level of each column, which all records share.
        dropped: Which records are left out.
        blank: Which cells are blank, one row per record and one column per column; None for none.
        checked: How many times the table was looked at.
        steps: What was done, in order, for the report: columns, levels and counts, never a value.
    """

    levels: Levels
    dropped: Bools
    blank: Bools | None = None
    checked: int = 1
    steps: tuple[Mapping[str, Any], ...] = ()


class Method(Protocol):
    """A way to anonymize a table.

    Attributes:
        blanks_cells: Whether single cells may become blank; otherwise only levels rise and records
            are dropped (full-domain).
    """

    blanks_cells: ClassVar[bool]

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """What becomes of the problem's table; raises NoReleaseError where nothing is possible.

        The problem has no promises. Its lattice tells the lowest and highest level of each column.
        """
        ...


methods: Registry[Method] = Registry(
    "method",
    "name",
    planned=(
        "datafly",
        "argus",
        "subcombinations",
        "sangreea",
        "mondrian",
        "mdav",
        "local-suppression",
        "pram",
        "noise",
        "rank-swapping",
    ),
    group="shoal.methods",
)
