"""What the entries of a column stand for: how far up, how much of the domain, which numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.utility.cells import Entries
from shoal.utility.grouping import group_rows

Node = Callable[[int], Codes]  # from a stage to the label of each entry's input value there


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column as numbers (docs/theory/utility.md, "what a cell may mean").

    Attributes:
        values: The number of each input value; not-a-number where there is none.
        low: The lower end of what each entry's label stands for; not-a-number if unknown.
        high: The upper end.
        placed: Whether the numbers are only places in a hierarchy.
    """

    values: Floats
    low: Floats
    high: Floats
    placed: bool = False

    @property
    def middle(self) -> Floats:
        """The number that stands for each entry's label."""
        return (self.low + self.high) / 2


@dataclass(frozen=True, eq=False)
class Meaning:
    """What the entries of a column stand for.

    Attributes:
        stages: How far up each entry was generalized, as a level; -1 where that is not known.
        height: The stage that counts as all the way up; None if unknown.
        top: The stage of a cell that shows nothing.
        shares: The share of the domain that each entry's label covers; not-a-number if unknown.
        smallest: The share that a single value covers.
        domain: How many values there are to tell apart.
        node: The label of each entry's input value at a stage; None where that is not known.
        numbers: The column as numbers; None where it has none.
        reasons: What cannot be computed ("level", "share", "number", "node"), and why.
    """

    stages: Counts
    height: int | None
    top: int
    shares: Floats
    smallest: float
    domain: int
    node: Node | None
    numbers: Numbers | None
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def shows_nothing(self) -> Bools:
        """Which entries show nothing: suppressed, or a label that covers the whole domain."""
        hidden: Bools = (self.stages == self.top) | ((self.shares >= 1) & (self.domain > 1))
        return hidden

    @property
    def level_shares(self) -> Floats:
        """How far up each entry is, from 0 (as it was) to 1 (nothing left)."""
        shares = self.stages / max(self.height or 1, 1)
        shares = np.where(self.stages < 0, np.nan, np.minimum(shares, 1.0))
        return np.where(self.stages == self.top, 1.0, shares)


def ends_of_sources(values: Floats, entries: Entries) -> tuple[Floats, Floats]:
    """The smallest and the largest number among the input values that became each entry's label.

    Both have an item per entry; not-a-number if none of these values is a number.
    """
    numbers = values[entries.before]
    _, group, size = group_rows([entries.after + 1], [int(entries.after.max(initial=0)) + 2])
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    known = np.isfinite(numbers)
    np.minimum.at(low, group[known], numbers[known])
    np.maximum.at(high, group[known], numbers[known])
    low[~np.isfinite(low)], high[~np.isfinite(high)] = np.nan, np.nan
    return low[group], high[group]
