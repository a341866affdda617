"""What the check of one changed column says."""

from dataclasses import dataclass, field

import numpy as np

from shoal.verify.case.case import Bools
from shoal.verify.case.linked import Linked
from shoal.verify.methods.reach import Reach

CHANCE = 1e-9  # with which all tests of chance together refuse an honest release


@dataclass(frozen=True, eq=False)
class Judged:
    """One changed column.

    Attributes:
        reach: Which input values its cells can stem from; None where any can.
        near: Which ones they stem from more often than by accident, to compare orders; None where
            only equal values do.
        wrong: Sentences about cells that cannot be.
        unlikely: Sentences about what chance does not do.
        unknown: Sentences about what cannot be checked.
    """

    reach: Reach | None = None
    near: Reach | None = None
    wrong: list[str] = field(default_factory=list)
    unlikely: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, column: Linked, reach: Reach, near: Reach, foreign: Bools) -> "Judged":
        """A column of numbers; `foreign` says which released texts are none."""
        judged, cells = cls(reach, near), int(np.count_nonzero(foreign[column.release.codes]))
        if cells:
            judged.wrong.append(
                f"Column {column.terms.name!r}: {cells} cells are no numbers with as many digits as"
                " the input has."
            )
        return judged
