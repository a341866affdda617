"""At which level does a released column stand? No file says so; the verifier finds out.

The same label may occur on several levels (docs/theory/hierarchies.md), so a column may allow
several readings. Levels that turn every value of the input into the same released label, or into no
released label at all, cannot be told apart by any check and count as one reading.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.linked import Linked


@dataclass(frozen=True)
class Reading:
    """Levels at which a released column can stand, all with the same consequences."""

    levels: tuple[int, ...]

    @property
    def level(self) -> int:
        """The lowest of them."""
        return self.levels[0]


@dataclass(frozen=True)
class Readings:
    """How one released column can be read.

    Attributes:
        possible: The readings that its marginal counts allow, within the study's level bounds.
        problem: Why no reading is possible; empty if there are some.
    """

    column: str
    possible: tuple[Reading, ...]
    problem: str = ""


def readings(column: Linked, kept: NDArray[np.bool_]) -> Readings:
    """All readings of a column; `kept` are the released records that are not suppressed."""
    name = column.terms.name
    if column.terms.aggregate is not None:
        return _readings_of_aggregate(column)
    released = np.bincount(column.release.codes[kept], minlength=len(column.release.texts))
    possible = [
        level for level in range(len(column.levels)) if (released <= column.available(level)).all()
    ]
    inside = [level for level in possible if _within_bounds(level, column)]
    if possible and not inside:
        return Readings(name, (), f"Column {name!r} stands outside its level bounds.")
    problem = "" if possible else _problem(column, released)
    return Readings(name, tuple(_merge_alike(column, inside)), problem)


def _readings_of_aggregate(column: Linked) -> Readings:
    """The readings of an aggregated column: any level may have formed the classes."""
    inside = [level for level in range(len(column.levels)) if _within_bounds(level, column)]
    return Readings(column.terms.name, tuple(_merge_alike(column, inside)))


def _within_bounds(level: int, column: Linked) -> bool:
    """Whether the study allows a level."""
    highest = column.terms.highest
    return column.terms.lowest <= level and (highest is None or level <= highest)


def _merge_alike(column: Linked, levels: list[int]) -> list[Reading]:
    """The readings of some levels: those with the same labels are one."""
    alike: dict[bytes, tuple[int, ...]] = {}
    for level in levels:
        key = column.levels[level].tobytes()
        alike[key] = (*alike.get(key, ()), level)
    return [Reading(same) for same in alike.values()]


def _problem(column: Linked, released: NDArray[np.int64]) -> str:
    """Why no level explains the released cells.

    `released` is how often each released text occurs.
    """
    name = column.terms.name
    known = np.zeros(len(released), dtype=np.bool_)
    together = False
    for level in range(len(column.levels)):
        there = column.available(level) > 0
        known |= there
        together |= bool(there[released > 0].all())
    foreign = int(released[~known].sum())
    what = "ancestors" if column.terms.is_generalized else "values"
    if foreign:
        return f"Column {name!r}: {foreign} released cells are not {what} of any input cell."
    if not together:
        return f"Column {name!r}: its released cells do not all stand at one level."
    return f"Column {name!r}: some released cells occur more often than the input allows."
