"""Sets of columns that somebody could link to other data, each with the bin size it must keep.

"A database may have many sets of sensitive fields", demographic ones, diagnoses and so on
(paper 003, Methods): each is protected for itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Len

from shoal.errors import StudyError, did_you_mean
from shoal.plugin import plugin

BinSize = Annotated[int, Ge(2)]


@plugin()
class Linked:
    """Columns that are known together.

    Attributes:
        columns: Their names.
        bin_size: The smallest bin that is safe for them; the method's own where nothing is said.
    """

    columns: Annotated[tuple[str, ...], Len(1)]
    bin_size: BinSize | None = None


@dataclass(frozen=True)
class LinkedSet:
    """A set of columns as the engine knows them.

    Attributes:
        columns: Where they stand among the quasi-identifiers, in order.
        bin_size: The smallest bin that is safe.
    """

    columns: tuple[int, ...]
    bin_size: int


def sets_of(
    linked: Sequence[Linked] | None, bin_size: int, names: Sequence[str]
) -> tuple[LinkedSet, ...]:
    """The sets that a method protects; if `linked` is None, all columns are one set.

    Args:
        linked: The sets as the study names them.
        bin_size: The bin size of sets that have none of their own.
        names: The quasi-identifiers in study order.
    """
    if linked is None:
        return (LinkedSet(tuple(range(len(names))), bin_size),)
    return tuple(
        LinkedSet(
            tuple(sorted({_place(name, names) for name in one.columns})), one.bin_size or bin_size
        )
        for one in linked
    )


def _place(name: str, names: Sequence[str]) -> int:
    """Where a column stands among the quasi-identifiers; raises an error if it is not one."""
    if name not in names:
        raise StudyError(
            f"method: {name!r} is linked, but it is no quasi-identifier of the study."
            f"{did_you_mean(name, names)}"
        )
    return names.index(name)
