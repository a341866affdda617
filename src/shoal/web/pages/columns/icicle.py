"""The picture of a hierarchy: its top at the left, and right of each label what it consists of."""

from dataclasses import dataclass
from html import escape
from weakref import WeakKeyDictionary

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.report.numbers import count_of
from shoal.server.stored.column_levels import ColumnLevels
from shoal.web.pages.columns.words import level_name

MOST = 48  # lines of the picture; more cannot be read


@dataclass(frozen=True)
class Block:
    """A label of one level in the picture.

    Attributes:
        level: The level.
        label: The label; "missing" for missing values.
        first: Its first line in the picture, from 0.
        last: Its last line.
        values: How many values have the label.
        records: How many records have it.
    """

    level: int
    label: str
    first: int
    last: int
    values: int
    records: int


_ORDERS: WeakKeyDictionary[ColumnLevels, NDArray[np.intp]] = WeakKeyDictionary()
_BLOCKS: WeakKeyDictionary[ColumnLevels, list[Block]] = WeakKeyDictionary()


def prepare(levels: ColumnLevels) -> None:
    """Compute the blocks of the picture and remember them as long as `levels` exists.

    Called in a thread, since many values take time.
    """
    _BLOCKS[levels] = blocks_of(levels)


def order_of(levels: ColumnLevels) -> NDArray[np.intp]:
    """The order of the values in which those with a common label stand together, on every level.

    Returns places in the hierarchy; numbers begin with the smallest. It is computed once.
    """
    if levels not in _ORDERS:
        _ORDERS[levels] = _compute_order(levels)
    return _ORDERS[levels]


def _compute_order(levels: ColumnLevels) -> NDArray[np.intp]:
    """Sort values by their labels, from the top level down; labels in order of first occurrence."""
    hierarchy, type = levels.hierarchy, levels.column.column.type
    start = np.arange(len(hierarchy.levels[0]))
    if type in {"integer", "decimal"}:
        numbers = hierarchy.levels[0].cast(pl.Float64, strict=False).fill_null(np.inf).to_numpy()
        start = np.argsort(numbers, kind="stable")
    ranks = [_first_places(codes[start]) for codes in hierarchy.codes]
    return start[np.lexsort(ranks)]


def _first_places(codes: NDArray[np.int32]) -> NDArray[np.intp]:
    """For each value, the place where its label occurs first."""
    _, first, back = np.unique(codes, return_index=True, return_inverse=True)
    return first[back]


def blocks_of(levels: ColumnLevels, most: int = MOST) -> list[Block]:
    """The blocks of the picture, from the top down to the finest level with at most `most` labels.

    A line of the picture is a label of that finest level. If even the top has more labels, only
    the first `most` are in it.
    """
    finest = next((at for at, many in enumerate(levels.groups) if many <= most), levels.height)
    order = order_of(levels)
    at_finest = levels.hierarchy.codes[finest][order]
    line = np.cumsum(np.r_[0, at_finest[1:] != at_finest[:-1]])
    blocks: list[Block] = []
    for level in range(levels.height, finest - 1, -1):
        codes = levels.hierarchy.codes[level][order]
        starts = np.r_[0, np.flatnonzero(codes[1:] != codes[:-1]) + 1]
        ends = np.r_[starts[1:], len(codes)]
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            code = int(codes[start])
            if line[end - 1] >= most:
                break
            label = levels.hierarchy.labels[level][code]
            blocks.append(
                Block(
                    level,
                    "missing" if label is None else str(label),
                    int(line[start]),
                    int(line[end - 1]),
                    end - start,
                    int(levels.records[level][code]),
                )
            )
    return blocks


def picture(levels: ColumnLevels, low: int, high: int) -> str:
    """The picture as HTML; levels outside `low` to `high`, which no release may use, are pale."""
    blocks = _BLOCKS.get(levels) or blocks_of(levels)
    finest = min(block.level for block in blocks)
    columns = levels.height - finest + 1
    cells = [_head(level, levels.height) for level in range(levels.height, finest - 1, -1)]
    cells += [_cell(block, levels.height, low <= block.level <= high) for block in blocks]
    style = f"grid-template-columns: repeat({columns}, minmax(5.5rem, 1fr))"
    return f'<div class="icicle" style="{style}">{"".join(cells)}</div>'


def _head(level: int, height: int) -> str:
    """The name of a level above its blocks, as HTML."""
    name = level_name(level, height)
    return f'<div class="head" style="grid-column: {height - level + 1}; grid-row: 1">{name}</div>'


def _cell(block: Block, height: int, usable: bool) -> str:
    """A block as HTML."""
    place = (
        f"grid-column: {height - block.level + 1}; grid-row: {block.first + 2} / {block.last + 3}"
    )
    values = f"{block.values:,} value{'s' if block.values != 1 else ''}"
    title = escape(f"{block.label}: {values}, {count_of(block.records, 'record')}", quote=True)
    many = f"<small>{block.values:,}</small>" if block.values > 1 else ""
    pale = "" if usable else " pale"
    return (
        f'<div class="cell{pale}" style="{place}" title="{title}">'
        f"<span>{escape(block.label)}</span>{many}</div>"
    )
