"""Promises about sensitive columns as arrays, for the kernels that judge classes.

Each promise becomes a kind, a bound, and tables over the values of its column. Values are numbered
through all columns that promises speak of, one column after another.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.encoded import EncodedTable

DISTINCT, EQUAL, CAPPED, ENTROPY, RECURSIVE, ORDERED, HIERARCHICAL = range(7)  # cheapest first
TABULATED = 1 << 12  # counts whose logarithms are looked up


@dataclass(frozen=True, eq=False)
class Check:
    """One promise; what its kind does not need is left out.

    Attributes:
        kind: What is measured.
        column: The sensitive column.
        bound: What kept classes hold it to.
        values: How many different values a kept class has at least.
        rank: From which value on the rarer ones are added up (recursive).
        corrected: Entropy: whether the terms, and the leading term, are Grassberger's.
        caps: The largest share of each value in a kept class (capped).
        floors: The smallest share of each value that occurs in a kept class (capped).
        everywhere: Whether every value occurs in a kept class (capped).
        far: Distances: how far a class is from the table that has this value only.
        levels: Hierarchical: the node of each value on each level below the root.
        size: The smallest class that can keep the promise.
        known: Whether only known values count, and the missing one does not.
    """

    kind: int
    column: str
    bound: float = 0.0
    values: int = 1
    rank: int = 1
    corrected: tuple[bool, bool] = (False, False)
    caps: Floats = field(default_factory=lambda: np.zeros(0))
    floors: Floats = field(default_factory=lambda: np.zeros(0))
    everywhere: bool = False
    far: Floats = field(default_factory=lambda: np.zeros(0))
    levels: tuple[Codes, ...] = ()
    size: int = 1
    known: bool = False


class Checks(NamedTuple):
    """All checks, one entry or row each; the cheapest first.

    Attributes:
        columns: How many sensitive columns they are about.
        kind, bound, values, rank: See `Check`.
        terms, leading: Which row of `logarithms` entropy takes.
        first, last: The values of its column that count.
        caps, floors, everywhere, far: See `Check`; by value.
        share: The share of each value in the table.
        cumulative: The share of a column's values up to each one.
        area, mass, moment: The sums, before each value, of `cumulative`, of `share`, and of share
            times place; one more for the end.
        tree: Rows of `nodes` that a hierarchical check takes: the first, and the one after.
        nodes: The node of each value on each level below a root, numbered through all levels.
        node_share: The share of each node in the table.
        node_row: Scratch: records of each node.
        logarithms: x ln x, and Grassberger's x G(x), of small counts.
        frequent: Scratch: the largest counts of a class.
    """

    columns: int
    kind: Codes
    bound: Floats
    values: Counts
    rank: Counts
    terms: Codes
    leading: Codes
    first: Counts
    last: Counts
    caps: Floats
    floors: Floats
    everywhere: Codes
    far: Floats
    share: Floats
    cumulative: Floats
    area: Floats
    mass: Floats
    moment: Floats
    tree: Counts
    nodes: Codes
    node_share: Floats
    node_row: Counts
    logarithms: Floats
    frequent: Counts


def checks_of(encoded: EncodedTable, checks: Sequence[Check], columns: Sequence[str]) -> Checks:
    """The arrays of some checks about the values of some columns."""
    checks = sorted(checks, key=lambda check: check.kind)
    references = [encoded.sensitive[name].reference for name in columns]
    ends = np.cumsum([0, *map(len, references)])
    starts = {name: int(start) for name, start in zip(columns, ends, strict=False)}
    first = np.array([starts[check.column] for check in checks])
    shares = [reference / max(1, reference.sum()) for reference in references]
    length = {name: len(part) for name, part in zip(columns, shares, strict=True)}
    last = np.array(
        [
            starts[check.column] + length[check.column] - _values_left_out(encoded, check)
            for check in checks
        ]
    )
    share, cumulative = np.concatenate(shares), np.concatenate([*map(np.cumsum, shares)])
    tree, nodes, node_share = _trees(encoded, checks, first, int(ends[-1]))
    return Checks(
        len(columns),
        np.array([check.kind for check in checks], np.int32),
        np.array([check.bound for check in checks], np.float64),
        np.array([check.values for check in checks], np.int64),
        np.array([check.rank for check in checks], np.int64),
        np.array([check.corrected[0] for check in checks], np.int32),
        np.array([check.corrected[1] for check in checks], np.int32),
        first.astype(np.int64),
        last.astype(np.int64),
        _rows([check.caps for check in checks], first, int(ends[-1])),
        _rows([check.floors for check in checks], first, int(ends[-1])),
        np.array([check.everywhere for check in checks], np.int32),
        _rows([check.far for check in checks], first, int(ends[-1])),
        share,
        cumulative,
        _sums_before(cumulative),
        _sums_before(share),
        _sums_before(share * np.arange(len(share))),
        tree,
        nodes,
        node_share,
        np.zeros(len(node_share), np.int64),
        _logarithms(encoded.records),
        np.zeros(max(check.rank for check in checks), np.int64),
    )


def _values_left_out(encoded: EncodedTable, check: Check) -> int:
    """How many values at the end of its column a check leaves out: the missing one, or none."""
    return int(check.known and encoded.sensitive[check.column].missing >= 0)


def _rows(parts: list[Floats], first: Counts, values: int) -> Floats:
    """One row per check over all values; 0 where it does not say."""
    rows = np.zeros((len(parts), values))
    for row, part, start in zip(rows, parts, first, strict=True):
        row[start : start + len(part)] = part
    return rows


def _sums_before(numbers: Floats) -> Floats:
    """The sum of what stands before each number, and of all."""
    return np.append(0.0, np.cumsum(numbers))


def _trees(
    encoded: EncodedTable, checks: Sequence[Check], first: Counts, values: int
) -> tuple[Counts, Codes, Floats]:
    """The nodes of all hierarchies, level by level, with their shares in the table."""
    tree = np.zeros((len(checks), 2), np.int64)
    rows: list[Codes] = []
    shares: list[Floats] = []
    for at, check in enumerate(checks):
        reference = encoded.sensitive[check.column].reference
        tree[at] = len(rows), len(rows) + len(check.levels)
        for level in check.levels:
            row = np.zeros(values, np.int32)
            row[first[at] : first[at] + len(level)] = sum(map(len, shares)) + level
            rows.append(row)
            shares.append(np.bincount(level, reference) / max(1, reference.sum()))
    nodes = np.array(rows, np.int32).reshape(len(rows), values)
    return tree, nodes, np.concatenate([*shares, np.zeros(0)])


def _logarithms(records: int) -> Floats:
    """The table of x ln x and x G(x): G(2m + 1) = G(2m), G(2m + 2) = G(2m) + 2 / (2m + 1)."""
    counts = np.arange(min(records, TABULATED) + 2)
    even = -np.euler_gamma - log(2) + np.cumsum(2 / np.arange(1, counts[-1] + 3, 2))
    corrected = np.concatenate([[0.0, -np.euler_gamma - log(2)], np.repeat(even, 2)])
    plain = np.log(np.maximum(counts, 1))
    return np.stack([counts * plain, counts * corrected[: len(counts)]])
