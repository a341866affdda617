"""Groups of neighbors in the order of the values (ARX's order-based hierarchies).

The sorted values are cut into groups; groups of groups make the higher levels. Which values are
neighbors depends on all values that occur, so the same value can have another label in other data.
In a release, the label of a group depends on its released members only (`relabel`).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import numpy as np
import polars as pl
from annotated_types import Len
from numpy.typing import NDArray

from shoal.data.types import ColumnType
from shoal.hierarchies.builder import builders
from shoal.hierarchies.distinct_labels import make_distinct
from shoal.hierarchies.groups import Groups, list_groups
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.labels import Label
from shoal.hierarchies.members import Members
from shoal.hierarchies.order import Order, Sorted, format_of, order_of, sort_values
from shoal.hierarchies.text_labels import Bounds
from shoal.plugin import plugin


@builders.register("ordered-groups", begin={"groups": [3, 3]})
@plugin()
class OrderedGroups:
    """Neighbors in the order of the values become groups.

    The labels depend on the data: which values are neighbors is known only from all of them.

    Example:
        `{builder: ordered-groups, groups: [[2, {size: 3, label: set}], 4], label: interval}`

    Attributes:
        groups: For each level how many neighbors become one group; several sizes take turns.
        label: What a group is called. As a mapping `{function: …}`, `prefixes` takes a `length`,
            `common-prefix` a `redaction` character, `interval` a `lower` and an `upper` end
            (`closed` or `open`), and `constant` its `value`.
        order: As what values are sorted, or all values in their order; otherwise as the column's
            type says.
        format: How dates are written; otherwise as the column's type says.
        always_root: Whether there is a top level `*` even if a single group remains.

    Card:
        title: Ordered groups
        noun: the builder of ordered groups
        advice: For steps of a scale: neighbors in their order become one group.
        more: Which values are neighbors depends on the data: new data can shift groups.
        first: groups, label, order
        place: 5
    """

    groups: Annotated[tuple[Groups, ...], Len(1)]
    label: Label = Bounds("bounds")
    order: Order | None = None
    format: str | None = None
    always_root: bool = True

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these values."""
        levels = self.relabel(values, np.ones(len(values), np.bool_))
        if self.always_root or levels[-1].n_unique() > 1:
            levels.append(pl.Series(["*"] * len(values), dtype=pl.String))
        return Hierarchy.of(levels, "ordered-groups")

    def relabel(self, values: pl.Series, shown: NDArray[np.bool_]) -> list[pl.Series]:
        """The labels of the values that are shown: same groups, labeled by these values only."""
        known = sort_values(values, self.order, self.format)
        seen = shown[known.rows]
        rows = np.argsort(known.rows[seen])  # back to the order in which the values came
        levels = (level.gather(rows) for level in self._levels(known, seen))
        return [values.filter(pl.Series(shown)), *levels]

    def depends_on(self) -> str:
        """What about all records decides which values share a label."""
        return "which values occur"

    def for_type(self, type: ColumnType) -> "OrderedGroups":
        """The same builder; without order or format of its own, it gets those of the column."""
        order = order_of(type) if self.order is None else self.order
        return replace(self, order=order, format=self.format or format_of(type))

    def _levels(self, known: Sorted, shown: NDArray[np.bool_]) -> Iterator[pl.Series]:
        """Level by level, the label of each shown value, in sorted order.

        Args:
            known: All values, sorted.
            shown: One flag per sorted value.
        """
        starts = np.arange(len(known.texts))
        for groups in self.groups:
            level = list_groups(groups)
            starts = starts[_group_starts([group.size for group in level], len(starts))]
            functions = [group.label or self.label for group in level]
            every = Members(known.texts, starts, known.line, known.places)
            members, turns = _groups_to_show(every, shown, len(functions))
            yield _member_labels(make_distinct(_labels(functions, turns, members)), members)


def _group_starts(sizes: list[int], count: int) -> NDArray[np.intp]:
    """Where groups of these sizes, which take turns, start among `count` neighbors."""
    rounds = -(-count // sum(sizes))
    ends = np.cumsum(np.tile(sizes, rounds))
    return np.concatenate([[0], ends[ends < count]]).astype(np.intp)


def _groups_to_show(
    members: Members, shown: NDArray[np.bool_], functions: int
) -> tuple[Members, NDArray[np.intp]]:
    """The groups with shown members, reduced to these, and the number of each one's function."""
    turns = np.arange(len(members.starts)) % functions
    return _select_members(members, shown), turns[np.logical_or.reduceat(shown, members.starts)]


def _labels(functions: list[Label], turns: NDArray[np.intp], members: Members) -> list[str]:
    """The label of each group.

    Args:
        functions: The label functions.
        turns: The position of each group's function.
        members: The groups.
    """
    labels = np.empty(len(members.starts), dtype=object)
    for turn in np.unique(turns).tolist():
        chosen = np.repeat(turns == turn, members.sizes)
        labels[turns == turn] = functions[turn].labels(_select_members(members, chosen)).to_list()
    return list(labels)


def _select_members(members: Members, kept: NDArray[np.bool_]) -> Members:
    """The groups with some of their members only; empty groups are left out."""
    if kept.all():
        return members
    sizes = np.add.reduceat(kept.astype(np.intp), members.starts)
    sizes = sizes[sizes > 0]
    places = None if members.places is None else members.places[kept]
    starts = (np.cumsum(sizes) - sizes).astype(np.intp)
    return Members(members.texts.filter(pl.Series(kept)), starts, members.line, places)


def _member_labels(labels: pl.Series, members: Members) -> pl.Series:
    """The label of each member."""
    return labels.gather(np.repeat(np.arange(len(members.starts)), members.sizes))
