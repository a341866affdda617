"""Groups of neighbors, as builders take them: their sizes and their labels."""

from collections.abc import Sequence
from typing import Annotated

from annotated_types import Ge, Len

from shoal.hierarchies.labels import Label
from shoal.plugin import plugin

Size = Annotated[int, Ge(1)]


@plugin()
class Group:
    """How many neighbors become one group, and what the group is called.

    Attributes:
        size: How many neighbors.
        label: The label function, if it is not that of the whole hierarchy.
    """

    size: Size
    label: Label | None = None


# The groups of one level: one size, or several groups that take turns.
Groups = Size | Annotated[tuple[Size | Group, ...], Len(1)]


def list_groups(groups: Groups) -> Sequence[Group]:
    """The groups of a level, however they were written."""
    several = groups if isinstance(groups, tuple) else (groups,)
    return [group if isinstance(group, Group) else Group(group) for group in several]
