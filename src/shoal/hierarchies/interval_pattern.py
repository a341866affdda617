"""Half-open intervals that repeat forever in both directions, and their groups.

Edges and numbers are places on a line (`shoal.hierarchies.line`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

import numpy as np
from numpy.typing import NDArray

from shoal.errors import StudyError
from shoal.hierarchies.whole_numbers import Whole, wholes

_LONGEST = 1_000_000


@dataclass(frozen=True, eq=False)
class Spans:
    """Intervals by their starts and ends, and the number of each one's label function."""

    starts: Whole
    ends: Whole
    functions: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Pattern:
    """Adjacent intervals and their repetitions.

    Attributes:
        edges: Where the first interval starts, then where each one ends.
        functions: The label function of each interval, by its number.
    """

    edges: Whole
    functions: NDArray[np.intp]

    @property
    def period(self) -> int:
        """The distance after which the intervals repeat."""
        return int(self.edges[-1] - self.edges[0])

    def spans_of(self, numbers: Whole) -> Spans:
        """The interval that holds each number; one entry per number."""
        shift = (numbers - self.edges[0]) // self.period * self.period
        place = np.searchsorted(self.edges, numbers - shift, side="right") - 1
        starts, ends = self.edges[place] + shift, self.edges[place + 1] + shift
        return Spans(starts, ends, self.functions[place])

    def before(self, number: int) -> tuple[int, int]:
        """Start and number of the function of the interval that ends at a number or holds it."""
        spans = self.spans_of(wholes([number - 1]))
        return int(spans.starts[0]), int(spans.functions[0])

    def after(self, number: int) -> tuple[int, int]:
        """End and number of the function of the interval that holds a number."""
        spans = self.spans_of(wholes([number]))
        return int(spans.ends[0]), int(spans.functions[0])

    def join_groups(self, sizes: Sequence[int], functions: Sequence[int]) -> "Pattern":
        """The pattern with neighboring intervals joined into groups of these sizes, in turns.

        Intervals and groups are both repeated until they end together, so that each group on
        the whole line consists of whole intervals.

        Args:
            sizes: How many intervals each group has.
            functions: The number of each group's label function.
        """
        count, size = len(self.edges) - 1, sum(sizes)
        total = lcm(count, size)
        if total > _LONGEST:
            raise StudyError(
                f"The builder `intervals`: {count} intervals and groups of {size} end"
                f" together only after {total} intervals. Choose sizes that divide each other."
            )
        ends = np.cumsum(np.tile(sizes, total // size)).tolist()
        joined = (int(self.edges[end % count]) + end // count * self.period for end in ends)
        edges = wholes([int(self.edges[0]), *joined])
        return Pattern(edges, np.tile(functions, total // size).astype(np.intp))
