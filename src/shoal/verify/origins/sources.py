"""Which records of the input can each released record stem from, if every cell has its own level?

Released kinds are a tree of their cells, column by column. Each input kind walks down this tree to
all leaves whose cells are its own or ancestors of its own. So level vectors need not be listed,
and little more is looked at than is found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Places = NDArray[np.int32]
BLOCK = 4096  # input kinds that walk at a time
ROOM = 1 << 24  # cells of a table that says where a step leads; above, it is looked up
_WIDE = 2**62


@dataclass(frozen=True, eq=False)
class Shown:
    """What the cells of one column can become.

    Attributes:
        becomes: Per level that is allowed: what each value of the input becomes, as a code of the
            release, or -1.
        size: The number of released codes.
    """

    becomes: Places
    size: int

    @classmethod
    def of(cls, levels: Sequence[Places], size: int) -> "Shown":
        """A column by what values become on each level.

        Where a value becomes the same code on several levels, only the lowest level keeps it; the
        others have -1.
        """
        becomes = np.stack(levels).astype(np.int32)
        for level in range(1, len(becomes)):
            known = (becomes[:level] == becomes[level]).any(axis=0)
            becomes[level, known] = -1
        return cls(becomes, size)


def pairs_of(
    columns: Sequence[Shown], inputs: Numbers, outputs: Numbers, most: int
) -> tuple[Places, Places] | None:
    """Released kinds, and beside each an input kind that it can stem from; None if too many.

    Args:
        columns: What cells can become.
        inputs: The different input records, one row each, one column of codes per column.
        outputs: The different released records.
        most: How many pairs are too many.
    """
    if not len(outputs):  # everything is suppressed
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    order = _order(columns, inputs, outputs)
    steps, leaves = _tree([columns[at] for at in order], outputs[:, order])
    empty = np.zeros(0, np.int32)
    parts, count = [(empty, empty)], 0
    for start in range(0, len(inputs), BLOCK):
        walked = _walk(steps, inputs[start : start + BLOCK, order], most)
        count += 0 if walked is None else len(walked[0])
        if walked is None or count > most:
            return None
        node, item = walked
        parts.append((leaves[node], item + np.int32(start)))
    released, given = (np.concatenate(side) for side in zip(*parts, strict=True))
    return released, given


@dataclass(frozen=True, eq=False)
class _Step:
    """From each node of one depth to those of the next.

    Attributes:
        column: What the cells of the column can become.
        known: The steps that exist, ascending: node * size + code; the place is the next node.
        table: The next node by node * size + code, -1 without one; None if it would be too large.
    """

    column: Shown
    known: Numbers
    table: Places | None

    def follow(self, node: Numbers, code: Places) -> tuple[Numbers, NDArray[np.bool_]]:
        """The node to which a code leads from each node, and whether there is one."""
        key = node * self.column.size + np.maximum(code, 0)
        if self.table is not None:
            place = self.table[key].astype(np.int64)
            return place, (place >= 0) & (code >= 0)
        place = np.minimum(np.searchsorted(self.known, key), len(self.known) - 1)
        return place, (self.known[place] == key) & (code >= 0)


def _order(columns: Sequence[Shown], inputs: Numbers, outputs: Numbers) -> list[int]:
    """The columns in order: those in which fewest pairs of records agree come first."""
    agreeing = []
    for at, column in enumerate(columns):
        offered = np.zeros(column.size, np.int64)
        for codes in column.becomes:
            shown = codes[inputs[:, at]]
            offered += np.bincount(shown[shown >= 0], minlength=column.size)
        agreeing.append(int(offered @ np.bincount(outputs[:, at], minlength=column.size)))
    return sorted(range(len(columns)), key=agreeing.__getitem__)


def _tree(columns: Sequence[Shown], outputs: Numbers) -> tuple[list[_Step], Places]:
    """The steps from the root to the leaves, and the released kind of each leaf."""
    node, nodes, steps = np.zeros(len(outputs), np.int64), 1, []
    for at, column in enumerate(columns):
        known, node = np.unique(node * column.size + outputs[:, at], return_inverse=True)
        steps.append(_Step(column, known, _table(known, nodes * column.size)))
        nodes = len(known)
    leaves = np.zeros(nodes, np.int32)
    leaves[node] = np.arange(len(outputs), dtype=np.int32)
    return steps, leaves


def _table(known: Numbers, cells: int) -> Places | None:
    """The next node of every possible step, -1 without one; None if there are too many steps."""
    if cells > ROOM:
        return None
    table = np.full(cells, -1, np.int32)
    table[known] = np.arange(len(known), dtype=np.int32)
    return table


def _walk(steps: Sequence[_Step], inputs: Numbers, most: int) -> tuple[Numbers, Places] | None:
    """The leaves that some input kinds reach, and who reaches each; None if more than `most`."""
    item, node = np.arange(len(inputs), dtype=np.int32), np.zeros(len(inputs), np.int64)
    for at, step in enumerate(steps):
        reached = list(_next(step, inputs[item, at], node, item))
        node, item = (np.concatenate(side) for side in zip(*reached, strict=True))
        if len(item) > most:
            return None
    return node, item


def _next(
    step: _Step, values: Numbers, node: Numbers, item: Places
) -> Iterator[tuple[Numbers, Places]]:
    """The nodes that walkers reach after one more column, level by level, and who reaches each."""
    for becomes in step.column.becomes:
        place, there = step.follow(node, becomes[values])
        yield place[there], item[there]


def kinds_of(sides: Sequence[tuple[NDArray[np.integer], int]]) -> tuple[Numbers, Numbers, Numbers]:
    """The different records, one row each, how often each occurs, and the kind of each record.

    Args:
        sides: Per column: its codes, and how many there can be.
    """
    number, room = np.zeros(len(sides[0][0]), np.int64), 1
    for codes, size in sides:
        if room * max(size, 1) >= _WIDE:
            number = np.unique(number, return_inverse=True)[1]
            room = len(number)
        number, room = number * size + codes, room * max(size, 1)
    _, first, kind, counts = np.unique(
        number, return_index=True, return_inverse=True, return_counts=True
    )
    rows = np.stack([codes[first].astype(np.int64) for codes, _ in sides], axis=1)
    return rows, counts, kind
