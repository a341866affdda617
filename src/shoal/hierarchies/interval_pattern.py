"""Half-open intervals that repeat for ever in both directions, and their groups."""

from dataclasses import dataclass
from math import lcm

import numpy as np

from shoal.errors import StudyError
from shoal.hierarchies.whole_numbers import Whole, wholes

_LONGEST = 1_000_000


@dataclass(frozen=True, eq=False)
class Pattern:
    """Adjacent intervals and their repetitions.

    Attributes:
        edges: Where the first interval starts, then where each one ends.
    """

    edges: Whole

    @property
    def period(self) -> int:
        """After how much the intervals repeat."""
        return int(self.edges[-1] - self.edges[0])

    def holding(self, numbers: Whole) -> tuple[Whole, Whole]:
        """Start and end of the interval that holds each number."""
        shift = (numbers - self.edges[0]) // self.period * self.period
        place = np.searchsorted(self.edges, numbers - shift, side="right") - 1
        return self.edges[place] + shift, self.edges[place + 1] + shift

    def start_before(self, number: int) -> int:
        """Where the interval starts that ends at a number or holds it; numbers are whole."""
        return int(self.holding(wholes([number - 1]))[0][0])

    def end_after(self, number: int) -> int:
        """Where the interval ends that holds a number."""
        return int(self.holding(wholes([number]))[1][0])

    def grouped(self, sizes: tuple[int, ...]) -> "Pattern":
        """Consecutive intervals joined into groups of these sizes, which take turns.

        Intervals and groups are both repeated until they end together, so that each group on
        the whole line consists of whole intervals.
        """
        count = len(self.edges) - 1
        total = lcm(count, sum(sizes))
        if total > _LONGEST:
            raise StudyError(
                f"The builder `intervals`: {count} intervals and groups of {sum(sizes)} end"
                f" together only after {total} intervals. Choose sizes that divide each other."
            )
        ends = np.cumsum(sizes * (total // sum(sizes))).tolist()
        joined = (int(self.edges[end % count]) + end // count * self.period for end in ends)
        return Pattern(wholes([int(self.edges[0]), *joined]))
